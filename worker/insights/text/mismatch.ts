import type { MismatchKind } from '../../rules/review-features.ts'
import type { ReadText } from './read-text.ts'
import type { Reason, TextScore } from './text-opinion.ts'

/** Stars and text that disagree. */
export interface Mismatch {
  kind: MismatchKind
  /** What in the text says so, the strongest first. */
  reasons: Reason[]
}

const SURELY_NEGATIVE = 0.2
const SURELY_POSITIVE = 0.8
const LEAST_CONTENT = 8
const MOST_REASONS = 3

/** Whether stars and text disagree; null where they don't, or where the text is too short to tell. */
export function mismatchOf(rating: number, text: ReadText, score: TextScore): Mismatch | null {
  if (text.contentCount < LEAST_CONTENT) return null
  const { positiveChance } = score
  const kind =
    rating >= 4 && positiveChance <= SURELY_NEGATIVE
      ? 'complaint_inside'
      : rating <= 2 && positiveChance >= SURELY_POSITIVE
        ? 'praise_inside'
        : null
  if (!kind) return null
  const direction = kind === 'complaint_inside' ? -1 : 1
  return { kind, reasons: strongest(score.reasons.filter(({ effect }) => effect * direction > 0)) }
}

/** The strongest that lie apart: a term and a pair with it say the same. */
function strongest(reasons: readonly Reason[]): Reason[] {
  const chosen: Reason[] = []
  for (const reason of reasons) {
    const overlaps = chosen.some(({ start, end }) => reason.start < end && start < reason.end)
    if (!overlaps) chosen.push(reason)
    if (chosen.length === MOST_REASONS) break
  }
  return chosen
}
