import { ownCpu } from '../measure/cpu.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import { asqpSentences, ratedReviews, sentenceSentiments } from './labelled-data.ts'
import { accuracy, areaUnderCurve } from './measures.ts'
import { type LabelledReader, readLabelled } from './read-labelled.ts'

/** Accuracy of sentiments against labels and stars, and calibration of the stated chances. */
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
  const scores = rated.map(({ text, stars }) => ({
    isPositive: stars > 3,
    score: readLabelled(text).score.score,
  }))
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
    figureRow(`Text against stars, ${scores.length} reviews, AUC`, areaUnderCurve(scores), { atLeast: 0.89 }),
  ]
}

/** Allowed difference between a stated chance and the actual share. */
const SLACK = 0.1

/**
 * Brier score of the stated chances, and the actual share of positive sentences for each range of chances.
 */
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
