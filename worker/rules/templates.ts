import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { nameString, requiredString, uuid } from './fields.ts'
import { UNNAMED_AUTHORS } from './platform-names.ts'
import { MAX_RESPONSE_CHARS } from './responses.ts'
import { ReviewKey } from './reviews.ts'

/** Limit per organization. */
export const MAX_TEMPLATES = 100
export const MAX_TEMPLATE_NAME_CHARS = 60

const TEMPLATE_VARIABLES = ['author', 'first_name', 'business', 'rating', 'platform'] as const
export type TemplateVariable = (typeof TEMPLATE_VARIABLES)[number]

/** Braces around something that looks like a name. */
const VARIABLE = /\{([\p{L}_ ]{1,30})\}/gu

export interface ReplyTemplate {
  id: string
  name: string
  text: string
  /** Null for all businesses. */
  businessId: string | null
}

export interface TemplatesView {
  templates: ReplyTemplate[]
  businesses: BusinessChoice[]
  mayEdit: boolean
}

const TemplateText = v.pipe(
  requiredString(MAX_RESPONSE_CHARS, 'Text', 'Write the text of the reply.'),
  v.rawCheck(({ dataset, addIssue }) => {
    const unknown = dataset.typed && unknownVariable(dataset.value)
    if (unknown) addIssue({ message: `There is no {${unknown}}. Use ${variableList()}.` })
  }),
)

const TEMPLATE_ENTRIES = {
  name: nameString(MAX_TEMPLATE_NAME_CHARS, 'Name', 'Give the template a name.'),
  text: TemplateText,
  businessId: v.optional(v.nullable(BusinessKey), null),
}

const TemplateKey = uuid('Unknown template.')

export const CreateTemplateInput = v.object(TEMPLATE_ENTRIES)
export type CreateTemplateInput = v.InferOutput<typeof CreateTemplateInput>

export const UpdateTemplateInput = v.object({ id: TemplateKey, ...TEMPLATE_ENTRIES })
export type UpdateTemplateInput = v.InferOutput<typeof UpdateTemplateInput>

export const TemplateId = v.object({ id: TemplateKey })
export type TemplateId = v.InferOutput<typeof TemplateId>

/** Limit per call. */
export const MAX_REPLIES = 20

export const ReplyWithTemplateInput = v.object({
  templateId: TemplateKey,
  reviewIds: v.pipe(
    v.array(ReviewKey, 'Choose reviews from the list.'),
    v.minLength(1, 'Choose a review first.'),
    v.maxLength(MAX_REPLIES, `Choose at most ${MAX_REPLIES} reviews.`),
  ),
})
export type ReplyWithTemplateInput = v.InferOutput<typeof ReplyWithTemplateInput>

export interface TemplateReplies {
  replied: number
  /** Reviews that need no answer: answered already, settled, or no longer shown by their platform. */
  answered: number
  /** Reviews of a business that the template isn't for. */
  unsuitable: number
  /** Reviews whose platform won't take the text. */
  refused: number
  /** Reviews that don't exist, or that the caller can't see. */
  missing: number
}

/** '{author}, {first_name}, {business}, {rating} or {platform}' */
function variableList(): string {
  const names = TEMPLATE_VARIABLES.map((name) => `{${name}}`)
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

function unknownVariable(text: string): string | null {
  for (const [, name = ''] of text.matchAll(VARIABLE)) if (!isVariable(name)) return name
  return null
}

function isVariable(name: string): name is TemplateVariable {
  return TEMPLATE_VARIABLES.some((known) => known === name)
}

/** Other braces stay unchanged. */
export function fillTemplate(text: string, values: Readonly<Record<TemplateVariable, string>>): string {
  return text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? values[name] : whole))
}

export interface TemplateReview {
  reviewerName: string
  businessName: string
  /** Stars as text, as shown on screen. */
  rating: string
  platform: string
}

export function templateValues(review: TemplateReview): Record<TemplateVariable, string> {
  const { reviewerName, businessName, rating, platform } = review
  return {
    author: reviewerName,
    first_name: reviewerName.split(/\s/)[0] ?? reviewerName,
    business: businessName,
    rating,
    platform,
  }
}

const UNNAMED: readonly string[] = Object.values(UNNAMED_AUTHORS)
/** Shorter names often mean something else in a sentence. */
const MIN_NAME_CHARS = 3

/** Turns a reply into a template: the names in the text become variables. */
export function templateOf(text: string, review: TemplateReview): string {
  const { author, first_name, business } = templateValues(review)
  const people: [string, TemplateVariable][] = [
    [author, 'author'],
    [first_name, 'first_name'],
  ]
  const known = [[business, 'business'] as const, ...(UNNAMED.includes(author) ? [] : people)]
    .filter(([name]) => name.length >= MIN_NAME_CHARS)
    .sort(([a], [b]) => b.length - a.length)
  if (known.length === 0) return text
  const any = known.map(([name]) => name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  // A name without spaces is both `author` and `first_name`; use `first_name`, as greetings do.
  const variableOf = (name: string) => known.findLast(([one]) => one === name)?.[1]
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, 'gu'),
    (name) => `{${variableOf(name)}}`,
  )
}

/** Offered to organizations without a template. */
export const STARTER_TEMPLATES: readonly Pick<ReplyTemplate, 'name' | 'text'>[] = [
  {
    name: 'Thank you',
    text: 'Thank you, {first_name}! We’re glad you enjoyed your visit. We look forward to seeing you again.',
  },
  {
    name: 'Thank you, stars only',
    text: 'Thank you for your rating, {first_name}. If you have a minute next time, tell us what you liked.',
  },
  {
    name: 'Mixed review',
    text: 'Thank you for telling us, {first_name}. It’s good to read what worked, and we’ll look at what didn’t. We’d like to do better next time.',
  },
  {
    name: 'Sorry',
    text: 'I’m sorry, {first_name}. That’s not the experience we want anyone to have. Thank you for being so open about it. Please get in touch with us directly, so that I can find out what happened.',
  },
  {
    name: 'Sorry, no text',
    text: 'I’m sorry that you weren’t happy, {first_name}. I’d like to know what went wrong. Please get in touch with us directly.',
  },
]
