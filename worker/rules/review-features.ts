import * as v from 'valibot'

/** Topics of reviews. Each has a list of phrases in every language we read. */
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

/** Reviews whose stars and text disagree: good stars with an unhappy text, or bad stars with a happy one. */
export const MISMATCHES = ['complaint_inside', 'praise_inside'] as const
export type MismatchKind = (typeof MISMATCHES)[number]

/**
 * Pseudo-terms, counted like terms: any text, a text in a language not read for topics, and a text that contradicts its
 * stars.
 */
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
