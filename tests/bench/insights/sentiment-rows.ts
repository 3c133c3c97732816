import type { Opinions } from '#worker/insights/text/term-counts.ts'
import { type TermCounts, termsOf } from '#worker/insights/text/term-counts.ts'
import { ownCpu } from '../measure/cpu.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import { asqpSentences, FITTED_FILES, ratedReviews, sentenceSentiments } from './labelled-data.ts'
import { accuracy, areaUnderCurve } from './measures.ts'
import { NOTHING, opinionsOf, readLabelled } from './read-labelled.ts'

/** Whether texts sound as their labels and stars say. */
export function sentimentRows(folder: string): Row[] {
  const sentences = sentenceSentiments(`${folder}/sentence-sentiment`).map(({ text, isPositive, file }) => {
    // What was counted itself is judged without its own label.
    const own = FITTED_FILES.includes(file) ? opinionsOf(isPositive) : NOTHING
    return readLabelled(text, own).score.positiveChance > 0.5 === isPositive
  })
  const clear = asqpSentences(`${folder}/asqp`).flatMap(({ text, aspects }) => {
    const [polarity, ...others] = new Set(aspects.map((aspect) => aspect.polarity))
    if (!polarity || others.length > 0 || polarity === 'neutral') return []
    return [readLabelled(text).score.positiveChance > 0.5 === (polarity === 'positive')]
  })
  const rated = ratedReviews(`${folder}/rated-dated`).filter(({ stars }) => stars !== 3)
  const counts = countTerms(rated.map(({ text, stars }) => ({ text, own: opinionsOf(stars > 3) })))
  const scores = rated.map(({ text, stars }) => ({
    isPositive: stars > 3,
    before: readLabelled(text).score.score,
    taught: readLabelled(text, NOTHING, [{ counts, own: opinionsOf(stars > 3) }]).score.score,
  }))
  const area = (of: 'before' | 'taught') =>
    areaUnderCurve(scores.map((one) => ({ isPositive: one.isPositive, score: one[of] })))
  return [
    figureRow(`Polarity of ${sentences.length} sentences, accuracy`, accuracy(sentences), { atLeast: 0.87 }),
    figureRow(`Polarity of ${clear.length} sentences of another set`, accuracy(clear), { atLeast: 0.86 }),
    figureRow(`Text against stars, ${scores.length} reviews, AUC`, area('before'), { atLeast: 0.89 }),
    figureRow("… with the place's own stars", area('taught'), { atLeast: 0.89 }),
  ]
}

function countTerms(texts: readonly { text: string; own: Opinions }[]): TermCounts {
  const terms = new Map<string, Opinions>()
  let reviews: Opinions = NOTHING
  const add = (one: Opinions, other: Opinions): Opinions => [one[0] + other[0], one[1] + other[1]]
  for (const { text, own } of texts) {
    reviews = add(reviews, own)
    for (const term of termsOf(readLabelled(text).read).keys())
      terms.set(term, add(terms.get(term) ?? NOTHING, own))
  }
  return { reviews, terms }
}

/** Processor time of reading a review: its language, score and topics. */
export function readingTimeRow(folder: string): Row {
  const texts = ratedReviews(`${folder}/rated-dated`).map(({ text }) => text)
  const round = () => {
    const before = ownCpu()
    for (const text of texts) readLabelled(text)
    return (ownCpu() - before) / texts.length
  }
  round()
  const ours = Array.from({ length: 5 }, round)
  return {
    name: 'Reading a review',
    unit: 'ms CPU',
    ours,
    floor: null,
    goal: { of: 'value', atMost: 0.3 },
    rounds: {},
  }
}
