/** How a reviewer felt: 4 and 5 stars are good, 3 fair, 1 and 2 poor. */
const MOODS = ['good', 'fair', 'poor'] as const
export type Mood = (typeof MOODS)[number]

export function moodOf(rating: number): Mood {
  if (rating >= 4) return 'good'
  return rating === 3 ? 'fair' : 'poor'
}

/** Sentences of one mood. `short` are whole reviews; the rest are put together. */
interface Phrases {
  short: readonly string[]
  openings: readonly string[]
  details: readonly string[]
  closings: readonly string[]
}

/**
 * English sentences for one kind of business. `{thing}` and `{other}` stand for what it sells, `{staff}` for somebody
 * who works there, `{companion}` for who came along, `{minutes}` for a wait.
 */
export type PhraseBook = Record<Mood, Phrases>

/** What fills the gaps of a phrase book for one business. */
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
