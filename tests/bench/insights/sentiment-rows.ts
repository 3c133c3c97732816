import type { Opinions } from '#worker/insights/text/term-counts.ts'
import { type TermCounts, termsOf } from '#worker/insights/text/term-counts.ts'
import { ownCpu } from '../measure/cpu.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import { asqpSentences, ratedReviews, sentenceSentiments } from './labelled-data.ts'
import { accuracy, areaUnderCurve } from './measures.ts'
import { type LabelledReader, readLabelled } from './read-labelled.ts'

/** Whether texts sound as their labels and stars say, and whether the chances that are stated are right. */
export function sentimentRows(folder: string, read: LabelledReader): Row[] {
  const sentences = read(sentenceSentiments(`${folder}/sentence-sentiment`))
  const clear = read(
    asqpSentences(`${folder}/asqp`).flatMap(({ text, aspects, file }) => {
      const [polarity, ...others] = new Set(aspects.map((aspect) => aspect.polarity))
      if (!polarity || others.length > 0 || polarity === 'neutral') return []
      return [{ text, file, isPositive: polarity === 'positive' }]
    }),
  )
  const isRight = ({ reading, isPositive }: (typeof clear)[number]) =>
    reading.score.positiveChance > 0.5 === isPositive
  const rated = ratedReviews(`${folder}/rated-dated`).filter(({ stars }) => stars !== 3)
  const counts = countTerms(rated.map(({ text, stars }) => ({ text, own: opinionsOf(stars > 3) })))
  const scores = rated.map(({ text, stars }) => ({
    isPositive: stars > 3,
    before: readLabelled(text).score.score,
    taught: readLabelled(text, { taught: [{ counts, own: opinionsOf(stars > 3) }] }).score.score,
  }))
  const area = (of: 'before' | 'taught') =>
    areaUnderCurve(scores.map((one) => ({ isPositive: one.isPositive, score: one[of] })))
  return [
    figureRow(`Polarity of ${sentences.length} sentences, accuracy`, accuracy(sentences.map(isRight)), {
      atLeast: 0.92,
    }),
    figureRow(`Polarity of ${clear.length} sentences of another set`, accuracy(clear.map(isRight)), {
      atLeast: 0.9,
    }),
    ...calibrationRows(
      [...sentences, ...clear].map(({ reading, isPositive }) => ({
        chance: reading.score.positiveChance,
        isPositive,
      })),
    ),
    figureRow(`Text against stars, ${scores.length} reviews, AUC`, area('before'), { atLeast: 0.89 }),
    figureRow("… with the place's own stars", area('taught'), { atLeast: 0.89 }),
  ]
}

/** How far stated chances may be from what became of them. */
const SLACK = 0.1

/** The mean square of how wrong stated chances are, and how many were positive of those that were stated alike. */
function calibrationRows(cases: readonly { chance: number; isPositive: boolean }[]): Row[] {
  const brier =
    cases.reduce((sum, { chance, isPositive }) => sum + (chance - Number(isPositive)) ** 2, 0) / cases.length
  const bins = Map.groupBy(cases, ({ chance }) => Math.min(9, Math.floor(chance * 10)))
  return [
    figureRow('Stated chances, Brier score', brier, { atMost: 0.08 }),
    ...[...bins]
      .sort(([a], [b]) => a - b)
      .map(([bin, same]) =>
        figureRow(
          `… ${bin * 10} to ${bin * 10 + 10} %, ${same.length} sentences: were positive`,
          accuracy(same.map(({ isPositive }) => isPositive)),
          { atLeast: bin / 10 - SLACK, atMost: (bin + 1) / 10 + SLACK },
        ),
      ),
  ]
}

const NOTHING: Opinions = [0, 0]

function opinionsOf(isPositive: boolean): Opinions {
  return isPositive ? [1, 0] : [0, 1]
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
