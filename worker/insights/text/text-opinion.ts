import type { TextSentiment } from '../../rules/corrections.ts'
import { type TermWeight, visitTerms } from './learned-terms.ts'
import { phraseAt } from './phrase-table.ts'
import type { ReadText } from './read-text.ts'

/** Contribution of a part of a text to its score; positive above 0. */
export interface Reason {
  index: number
  /** UTF-16 offsets in the text, the end excluded. */
  start: number
  end: number
  effect: number
}

export interface TextScore {
  /** Probability that a review with this text has 4 or 5 stars rather than 1 or 2. */
  positiveChance: number
  /** Score behind that probability: 0 is neutral, above 0 positive. */
  score: number
  /** Strongest first. */
  reasons: Reason[]
}

/** Factor that a negation applies to a term's polarity: `not great` is less bad than `great` is good. */
const NEGATED_SHARE = -0.75
const POLARITY_WEIGHT = 1 / 2
/**
 * Slope of the logistic curve from score to probability, fitted by scripts/term-weights.ts. A score of 0 says
 * nothing.
 */
const CURVE_SLOPE = 4

/**
 * Probability that a text came with good stars, from the lists of its language (AFINN; Nielsen 2011) and the weights of
 * its terms. The score is divided by the square root of the text's length, so that long texts aren't more certain than
 * short ones.
 */
export function scoreText(text: ReadText): TextScore {
  const reasons = [...listedReasons(text), ...learnedReasons(text)]
  const sum = reasons.reduce((total, { effect }) => total + effect, 0)
  const score = sum / Math.sqrt(text.contentCount + 1)
  return {
    positiveChance: 1 / (1 + Math.exp(-CURVE_SLOPE * score)),
    score,
    reasons: reasons.sort((a, b) => Math.abs(b.effect) - Math.abs(a.effect)),
  }
}

export function listedReasons({ tables, tokens }: ReadText): Reason[] {
  if (!tables) return []
  const { polarity } = tables
  const reasons: Reason[] = []
  for (let index = 0; index < tokens.length; ) {
    const found = phraseAt(polarity, tokens, index)
    const first = tokens[index]
    const last = tokens[index + (found?.length ?? 1) - 1]
    if (found && first && last && found.value !== 0) {
      const effect = found.value * POLARITY_WEIGHT * (first.negated ? NEGATED_SHARE : 1)
      reasons.push({ index, start: first.start, end: last.end, effect })
    }
    index += found?.length ?? 1
  }
  return reasons
}

/** Reasons of weighted terms; a term counts once, at its first place. */
function learnedReasons({ tables, tokens }: ReadText): Reason[] {
  const reasons: Reason[] = []
  const weights = tables?.weights
  if (!weights?.size) return reasons
  const counted = new Set<TermWeight>()
  const count = (found: TermWeight | undefined, index: number, last: number) => {
    if (!found || found.weight === 0 || counted.has(found)) return
    counted.add(found)
    reasons.push({
      index,
      start: tokens[index]?.start ?? 0,
      end: tokens[last]?.end ?? 0,
      effect: found.weight,
    })
  }
  let before: TermWeight | undefined
  visitTerms({ tokens }, (term, index, former) => {
    const found = weights.get(term)
    count(found, index, index)
    if (former !== null) count(before?.pairs.get(term), index - 1, index)
    before = found
  })
  return reasons
}

const POSITIVE_FROM = 0.65
/** Maximum probability of good stars for a text to count as negative. */
export const NEGATIVE_TO = 0.35
const MIN_CONTENT_TOKENS = 4

/** Null if the text says too little, or if its language isn't read and it has no clear sentiment. */
export function textSentimentOf(text: ReadText, { positiveChance }: TextScore): TextSentiment | null {
  if (text.contentCount < MIN_CONTENT_TOKENS) return null
  if (positiveChance >= POSITIVE_FROM) return 'positive'
  if (positiveChance <= NEGATIVE_TO) return 'negative'
  return text.language ? 'mixed' : null
}
