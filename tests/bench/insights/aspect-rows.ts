import type { Topic } from '#worker/rules/review-features.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import { type AspectSentence, asqpSentences, complaintReviews, mamsSentences } from './labelled-data.ts'
import { accuracy, f1, hitsOf } from './measures.ts'
import { type ReadLabelled, readLabelled } from './read-labelled.ts'

type Categories = Readonly<Record<string, readonly Topic[]>>

/** Which of our topics a category of a collection is. What it calls miscellaneous or general is none. */
const MAMS: Categories = {
  staff: ['staff'],
  service: ['service', 'waiting'],
  food: ['food', 'drinks'],
  menu: ['menu'],
  price: ['price'],
  ambience: ['atmosphere'],
  place: ['premises'],
}
const ASQP: Categories = {
  'food quality': ['food', 'drinks'],
  'drinks quality': ['food', 'drinks'],
  'service general': ['staff', 'service', 'waiting'],
  'ambience general': ['atmosphere', 'premises'],
  'food prices': ['price'],
  'drinks prices': ['price'],
  'restaurant prices': ['price'],
}
const COMPLAINTS: Categories = {
  RudeService: ['staff'],
  SlowService: ['waiting'],
  OrderProblem: ['order'],
  MissingFood: ['order'],
  BadFood: ['food'],
  Filthy: ['cleanliness'],
  Cost: ['price'],
  ScaryMcDs: ['safety'],
}

/** Whether the topics of texts are found, and who is praised and who blamed. */
export function aspectRows(folder: string): Row[] {
  const mams = mamsSentences(`${folder}/mams-acsa`).map(withReading)
  const asqp = asqpSentences(`${folder}/asqp`).map(withReading)
  const found = Object.entries(MAMS).map(([category, topics]) =>
    hitsOf(
      mams.map(({ reading, aspects }) => ({
        isSaid: reading.topics.some(({ topic }) => topics.includes(topic)),
        isTrue: aspects.some((aspect) => aspect.category === category),
      })),
    ),
  )
  const complaints = complaintReviews(`${folder}/issue-labels`).map(withReading)
  const reasons = Object.entries(COMPLAINTS).map(([reason, topics]) =>
    hitsOf(
      complaints.map(({ reading, reasons }) => ({
        isSaid: reading.topics.some(
          ({ topic, polarity }) => polarity === 'negative' && topics.includes(topic),
        ),
        isTrue: reasons.includes(reason),
      })),
    ),
  )
  return [
    figureRow(`Topics of ${mams.length} sentences, micro-F1`, f1(found), { atLeast: 0.84 }),
    figureRow('… of the worst topic', Math.min(...found.map((hits) => f1([hits]))), { atLeast: 0.7 }),
    figureRow('Who is praised and who blamed in one sentence', mixedAccuracy(mams, MAMS), { atLeast: 0.72 }),
    figureRow('… in another set', mixedAccuracy(asqp, ASQP), { atLeast: 0.72 }),
    figureRow(`Reasons of ${complaints.length} complaints, micro-F1`, f1(reasons), { atLeast: 0.6 }),
  ]
}

function withReading<T extends { text: string }>(labelled: T): T & { reading: ReadLabelled } {
  return { ...labelled, reading: readLabelled(labelled.text) }
}

/** Of sentences with praise and blame, how many found topics have the right one. */
function mixedAccuracy(
  sentences: readonly (AspectSentence & { reading: ReadLabelled })[],
  categories: Categories,
): number {
  const answers = sentences.flatMap(({ aspects, reading }) => {
    const polarities = new Set(aspects.map(({ polarity }) => polarity))
    if (!polarities.has('positive') || !polarities.has('negative')) return []
    return Object.entries(categories).flatMap(([category, topics]) => {
      const [label, ...others] = new Set(
        aspects.filter((aspect) => aspect.category === category).map(({ polarity }) => polarity),
      )
      const said = reading.topics.filter(({ topic }) => topics.includes(topic))
      if (!label || label === 'neutral' || others.length > 0 || said.length === 0) return []
      return [said.some(({ polarity }) => polarity === label)]
    })
  })
  return accuracy(answers)
}
