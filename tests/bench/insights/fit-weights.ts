import { WORDS } from '#tests/word-lists.ts'
import { visitTerms } from '#worker/insights/text/learned-terms.ts'
import { type ReadText, readText } from '#worker/insights/text/read-text.ts'
import { listedReasons, type Reason } from '#worker/insights/text/text-opinion.ts'
import { mentionsIn, nearness } from '#worker/insights/topics/review-topics.ts'
import { type AspectSentence, type LabelledText, polarityOf } from './labelled-data.ts'
import { MAMS_TOPICS } from './subjects.ts'

/** A labelled text, with the weight of each of its terms. */
interface Example {
  listed: number
  terms: Map<string, number>
  /** 1 for positive, 0 for negative, in between for neutral. */
  positive: number
  /** True for a whole sentence, false for the surroundings of a subject in it. */
  isWhole: boolean
  weight: number
}

/**
 * Slopes of the logistic curves that turn the sum of a text, or of a subject's surroundings, into a chance.
 */
const TEXT_SLOPE = 4
const SUBJECT_SLOPE = 2.4
/** Factor for a term's initial weight: the logarithm of how much more often positive sentences have it. */
const COUNTED_SHARE = 0.25
/** Weight of mentions without an opinion. They are many, and keep meaningless words from getting a weight. */
const NEUTRAL_WEIGHT = 1 / 2
const MIN_EXAMPLES = 2
const ROUNDS = 15
const STEP = 0.2
/** Strength of the pull towards a term's initial weight, as a number of examples. */
const HOLD = 25
const ADDED = 4

/**
 * Weights of terms for a positive opinion, in addition to the word lists: a logistic regression on sentences
 * with one opinion, and on the surroundings of subjects in sentences with several, starting from naive Bayes
 * (Wang and Manning 2012).
 */
export function fitWeights(
  sentences: readonly LabelledText[],
  aspects: readonly AspectSentence[],
): Map<string, number> {
  const examples = [
    ...sentences.map(wholeExample),
    ...aspects.flatMap((sentence) => {
      const polarities = new Set(sentence.aspects.map(({ polarity }) => polarity))
      const isMixed = polarities.has('positive') && polarities.has('negative')
      const whole = oneOpinion(sentence)
      return [...(whole ? [wholeExample(whole)] : []), ...subjectExamples(sentence, isMixed ? 2 : 1)]
    }),
  ]
  const seen = new Map<string, number>()
  for (const { terms } of examples) for (const term of terms.keys()) seen.set(term, (seen.get(term) ?? 0) + 1)
  const start = countedWeights(examples.filter(({ isWhole }) => isWhole))
  const weights = new Map<string, number>()
  for (const [term, count] of seen) if (count >= MIN_EXAMPLES) weights.set(term, start.get(term) ?? 0)
  const squares = new Map<string, number>()
  const order = examples.map((_, index) => index)
  const random = randomFrom(1)
  for (let round = 0; round < ROUNDS; round++) {
    for (let last = order.length - 1; last > 0; last--) {
      const other = Math.floor(random() * (last + 1))
      ;[order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0]
    }
    for (const index of order) {
      const example = examples[index]
      if (example) learn(example, { weights, start, seen, squares })
    }
  }
  return weights
}

/** One step of AdaGrad. */
function learn(
  { listed, terms, positive, weight }: Example,
  { weights, start, seen, squares }: Record<'weights' | 'start' | 'seen' | 'squares', Map<string, number>>,
): void {
  let sum = listed
  for (const [term, share] of terms) sum += (weights.get(term) ?? 0) * share
  const error = (1 / (1 + Math.exp(-sum)) - positive) * weight
  for (const [term, share] of terms) {
    const now = weights.get(term)
    if (now === undefined) continue
    const slope = error * share + (HOLD * (now - (start.get(term) ?? 0))) / (seen.get(term) ?? 1)
    const square = (squares.get(term) ?? 0) + slope ** 2
    squares.set(term, square)
    weights.set(term, now - (STEP * slope) / Math.sqrt(0.25 + square))
  }
}

function countedWeights(examples: readonly Example[]): Map<string, number> {
  const counts = new Map<string, { positive: number; negative: number }>()
  for (const { terms, positive: isPositive } of examples) {
    for (const term of terms.keys()) {
      const count = counts.get(term) ?? { positive: 0, negative: 0 }
      count[isPositive ? 'positive' : 'negative'] += 1
      counts.set(term, count)
    }
  }
  const share = examples.filter(({ positive }) => positive === 1).length / examples.length
  return new Map(
    [...counts].flatMap(([term, { positive, negative }]) => {
      const all = positive + negative
      const more = Math.log((positive + ADDED) / (all * share + ADDED))
      const less = Math.log((negative + ADDED) / (all * (1 - share) + ADDED))
      return all < MIN_EXAMPLES + 1 ? [] : [[term, COUNTED_SHARE * (more - less)]]
    }),
  )
}

/** The sentence if all of its opinions agree, otherwise null. */
export function oneOpinion({ text, aspects, file }: AspectSentence): LabelledText | null {
  const [first, ...others] = new Set(
    aspects.map(({ polarity }) => polarity).filter((one) => one !== 'neutral'),
  )
  return first && others.length === 0 ? { text, file, isPositive: first === 'positive' } : null
}

function wholeExample({ text, isPositive }: LabelledText): Example {
  const read = readText(text, WORDS)
  const share = TEXT_SLOPE / Math.sqrt(read.contentCount + 1)
  return {
    listed: sumOf(listedReasons(read)) * share,
    terms: new Map([...termsOf(read).keys()].map((term) => [term, share])),
    positive: Number(isPositive),
    isWhole: true,
    weight: 1,
  }
}

function subjectExamples(sentence: AspectSentence, weight: number): Example[] {
  const read = readText(sentence.text, WORDS)
  const mentions = mentionsIn(read, 'restaurant')
  return Object.entries(MAMS_TOPICS).flatMap(([category, topics]) => {
    const polarity = polarityOf(sentence, category)
    const about = mentions.filter(({ topic }) => topics.includes(topic))
    if (!polarity || about.length === 0) return []
    const near = (index: number) =>
      SUBJECT_SLOPE * about.reduce((sum, mention) => sum + nearness(mention, read.tokens, index), 0)
    return {
      listed: sumOf(listedReasons(read), near),
      terms: nearTerms(read, near),
      positive: polarity === 'neutral' ? 1 / 2 : Number(polarity === 'positive'),
      isWhole: false,
      weight: polarity === 'neutral' ? weight * NEUTRAL_WEIGHT : weight,
    }
  })
}

function sumOf(reasons: readonly Reason[], share: (index: number) => number = () => 1): number {
  return reasons.reduce((sum, { index, effect }) => sum + effect * share(index), 0)
}

/** The distinct terms of a text, each with the index of its first token. */
function termsOf(read: ReadText): Map<string, number> {
  const terms = new Map<string, number>()
  visitTerms(read, (term, index, former) => {
    if (!terms.has(term)) terms.set(term, index)
    const pair = `${former} ${term}`
    if (former !== null && !terms.has(pair)) terms.set(pair, index - 1)
  })
  return terms
}

function nearTerms(read: ReadText, near: (index: number) => number): Map<string, number> {
  return new Map(
    [...termsOf(read)]
      .map(([term, index]) => [term, near(index)] as const)
      .filter(([, share]) => share > 0.02),
  )
}

/** A seeded random generator. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x80000000
  }
}
