import * as v from 'valibot'

/** What reviews are about. Each has a list of what people write in every language that we read. */
export const TOPICS = [
  'staff',
  'service',
  'waiting',
  'price',
  'cleanliness',
  'location',
  'parking',
  'booking',
  'atmosphere',
  'premises',
  'communication',
  'quality',
  'food',
  'drinks',
  'menu',
  'order',
  'safety',
  'room',
  'sleep',
  'breakfast',
  'facilities',
  'check_in',
  'selection',
  'returns',
  'delivery',
  'treatment',
  'workmanship',
  'honesty',
  'punctuality',
  'styling',
] as const
export type Topic = (typeof TOPICS)[number]

/** Good stars above an unhappy text, or bad stars above a happy one. */
export const MISMATCHES = ['complaint_inside', 'praise_inside'] as const
export type MismatchKind = (typeof MISMATCHES)[number]

/** Counted as if they were terms: every text, one in a language that is not read for topics, one that its stars contradict. */
export const ANY_TEXT = '*'
export const OTHER_LANGUAGE = '?'
export const mismatchTerm = (kind: MismatchKind) => `!${kind}`

export const MAX_TERM_CHARS = 60

export const TermText = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.minLength(1, 'Choose a word.'),
  v.maxLength(MAX_TERM_CHARS, `A word has at most ${MAX_TERM_CHARS} characters.`),
)
