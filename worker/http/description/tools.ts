import type { JsonSchema } from '@valibot/to-json-schema'
import { TOOLS, type ToolName } from '../mcp/tools.ts'
import { inputJson } from './input-json.ts'

interface ToolText {
  title: string
  description: string
  /** Fields of the procedure's input shown to assistants; defaults to all. */
  fields?: readonly string[]
  changes?: true
}

const TEXTS: Record<ToolName, ToolText> = {
  list_businesses: {
    title: 'List businesses',
    description: 'The businesses of the organization, with the ids that other tools take.',
    fields: ['search', 'isActive'],
  },
  find_reviews: {
    title: 'Find reviews',
    description:
      'Reviews by text, stars, platform, status and date, a page at a time. editedAt, removedAt and returnedAt say what became of a review.',
    fields: [
      'businessId',
      'platform',
      'sentiment',
      'status',
      'visibility',
      'rating',
      'search',
      'from',
      'to',
      'sort',
      'cursor',
      'limit',
    ],
  },
  get_review: {
    title: 'Read a review',
    description: 'One review with its answer and its earlier versions.',
  },
  get_statistics: {
    title: 'Read statistics',
    description:
      'How many reviews there are, their average, and how they are spread. Averages of only a few reviews say little, so give the count with each figure.',
  },
  draft_reply: {
    title: 'Draft a reply',
    description:
      'Drafts the owner’s answer to a review for one of the organization’s AI credits, and publishes nothing. The same draft again costs nothing. If text is null, held says why a person should write the reply and checklist says what to take care of first; do not write one yourself.',
    changes: true,
  },
  publish_reply: {
    title: 'Publish a reply',
    description:
      'Stores the owner’s answer to a review. It is posted on Google if the location’s Google account is connected; otherwise a person has to post it, and no guest can read it before. Replace each blank such as [Say what you’ve done] first. Show the text to the person you work for, and call this only after they have agreed. Then tell them the outcome, and the issues, which they should mend.',
    changes: true,
  },
}

export function describedTools() {
  return TOOLS.map(({ name, procedure }) => {
    const { title, description, fields, changes } = TEXTS[name]
    const { properties = {}, required = [] } = inputJson(procedure)
    const taken = Object.entries(properties).filter(([field]) => fields?.includes(field) ?? true)
    const inputSchema: JsonSchema = { type: 'object', properties: Object.fromEntries(taken), required }
    const annotations = {
      readOnlyHint: !changes,
      destructiveHint: false,
      idempotentHint: !changes,
      openWorldHint: changes === true,
    }
    return { name, title, description, inputSchema, annotations }
  })
}
