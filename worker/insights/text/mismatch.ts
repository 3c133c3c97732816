import type { TextSentiment } from '../../rules/corrections.ts'
import type { MismatchKind } from '../../rules/review-features.ts'
import type { ReadText } from './read-text.ts'
import type { Reason, TextScore } from './text-opinion.ts'

export interface Mismatch {
  kind: MismatchKind
  /** Reasons in the text, strongest first. */
  reasons: Reason[]
}

const SURELY_NEGATIVE = 0.2
const SURELY_POSITIVE = 0.8
const MIN_CONTENT_TOKENS = 8
const MAX_REASONS = 3

/** Null if stars and text agree, or the text is too short to tell. */
export function mismatchOf(rating: number, text: ReadText, score: TextScore): Mismatch | null {
  if (text.contentCount < MIN_CONTENT_TOKENS) return null
  const { positiveChance } = score
  const isSure = positiveChance <= SURELY_NEGATIVE || positiveChance >= SURELY_POSITIVE
  const kind = isSure ? contradictionOf(rating, positiveChance < 1 / 2 ? 'negative' : 'positive') : null
  if (!kind) return null
  const direction = kind === 'complaint_inside' ? -1 : 1
  return { kind, reasons: strongest(score.reasons.filter(({ effect }) => effect * direction > 0)) }
}

export function contradictionOf(rating: number, sentiment: TextSentiment): MismatchKind | null {
  if (rating >= 4 && sentiment === 'negative') return 'complaint_inside'
  return rating <= 2 && sentiment === 'positive' ? 'praise_inside' : null
}

/** Leaves out reasons that overlap a stronger one, because a word and a pair that contains it say the same. */
function strongest(reasons: readonly Reason[]): Reason[] {
  const chosen: Reason[] = []
  for (const reason of reasons) {
    const overlaps = chosen.some(({ start, end }) => reason.start < end && start < reason.end)
    if (!overlaps) chosen.push(reason)
    if (chosen.length === MAX_REASONS) break
  }
  return chosen
}
