import type { ResourceName } from '../api-v1/resources.ts'

/** A tool for assistants, backed by a procedure. http/description/tools.ts has the descriptions. */
export interface Tool {
  name: string
  /** The procedure that checks access, validates the input and does the work. */
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
