/** A reviewer's mood: good for 4 and 5 stars, fair for 3, poor for 1 and 2. */
const MOODS = ['good', 'fair', 'poor'] as const
export type Mood = (typeof MOODS)[number]

export function moodOf(rating: number): Mood {
  if (rating >= 4) return 'good'
  return rating === 3 ? 'fair' : 'poor'
}

/** Sentences of one mood. `short` are complete reviews; the others are combined. */
interface Phrases {
  short: readonly string[]
  openings: readonly string[]
  details: readonly string[]
  closings: readonly string[]
}

/**
 * English sentences for one kind of business. `{thing}` and `{other}` stand for what it sells, `{staff}` for an
 * employee, `{companion}` for somebody who came with the reviewer, `{minutes}` for a wait.
 */
export type PhraseBook = Record<Mood, Phrases>

/** Words of one business that fill the gaps in a phrase book. */
export interface Vocabulary {
  things: readonly string[]
  staff: readonly string[]
}

export const COMPANIONS = [
  'my sister',
  'my parents',
  'two old friends',
  'my partner',
  'the kids',
  'a colleague',
  'my mother-in-law',
  'our neighbours',
  'my daughter',
  'my grandfather',
  'the whole team',
  'my best friend',
] as const
