import type { TextSentiment } from '../../rules/corrections.ts'
import { phraseAt } from './phrase-table.ts'
import type { ReadText } from './read-text.ts'
import type { ReadToken } from './tokens.ts'

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

function learnedReasons(text: ReadText): Reason[] {
  const reasons: Reason[] = []
  for (const [term, index] of termsOf(text)) {
    const effect = text.tables?.weights.get(term) ?? 0
    const first = text.tokens[index]
    const last = text.tokens[term.includes(' ') ? index + 1 : index]
    if (effect !== 0 && first && last) reasons.push({ index, start: first.start, end: last.end, effect })
  }
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

const NEGATED = 'NOT_'

/**
 * The distinct terms of a text, each with the index of its first token: single tokens, and adjacent pairs within a
 * clause. Negated ones are marked.
 */
export function termsOf({ tokens }: { tokens: readonly ReadToken[] }): Map<string, number> {
  const terms = new Map<string, number>()
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'number') continue
    const marked = markedTerm(token)
    if (!terms.has(marked)) terms.set(marked, index)
    const former = tokens[index - 1]
    if (!former || former.kind === 'number' || former.clause !== token.clause) continue
    const pair = `${markedTerm(former)} ${marked}`
    if (!terms.has(pair)) terms.set(pair, index - 1)
  }
  return terms
}

function markedTerm({ term, negated }: ReadToken): string {
  return negated ? NEGATED + term : term
}
