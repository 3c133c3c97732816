import type { ResourceName } from '../api-v1/resources.ts'

/** Descriptions are in http/description/tools.ts. */
export interface Tool {
  name: string
  procedure: string
  answer: ResourceName
}

export const TOOLS = [
  { name: 'list_businesses', procedure: 'businesses.list', answer: 'BusinessPage' },
  { name: 'find_reviews', procedure: 'reviews.list', answer: 'ReviewPage' },
  { name: 'get_review', procedure: 'reviews.get', answer: 'ReviewDetail' },
  { name: 'get_statistics', procedure: 'reviews.stats', answer: 'Statistics' },
  { name: 'draft_reply', procedure: 'insights.draft', answer: 'ReplyDraft' },
  { name: 'publish_reply', procedure: 'responses.create', answer: 'Response' },
] as const satisfies readonly Tool[]
export type ToolName = (typeof TOOLS)[number]['name']
