import type { Topic } from '#worker/rules/review-features.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import {
  type AspectSentence,
  asqpSentences,
  complaintReviews,
  mamsSentences,
  polarityOf,
} from './labelled-data.ts'
import { accuracy, f1, type Hits, hitsOf } from './measures.ts'
import { type LabelledReader, type ReadLabelled, readLabelled } from './read-labelled.ts'
import { COMPLAINT_TOPICS, MAMS_TOPICS, REST16_SUBJECTS, REST16_TOPICS, type Subjects } from './subjects.ts'

type Labelled = AspectSentence & { reading: ReadLabelled }

/** Accuracy of the topics found in texts, and of who is praised and who is blamed. */
export function aspectRows(folder: string, read: LabelledReader): Row[] {
  const mams = read(mamsSentences(`${folder}/mams-acsa`))
  const rest16 = read(asqpSentences(`${folder}/asqp`))
  const found = Object.entries(MAMS_TOPICS).map(([category, topics]) =>
    hitsOf(
      mams.map(({ reading, aspects }) => ({
        isSaid: reading.topics.some(({ topic }) => topics.includes(topic)),
        isTrue: aspects.some((aspect) => aspect.category === category),
      })),
    ),
  )
  const reasons = complaintHits(folder)
  return [
    figureRow(`Topics of ${mams.length} sentences, micro-F1`, f1(found), { atLeast: 0.88 }),
    figureRow('… of the worst topic', Math.min(...found.map((hits) => f1([hits]))), { atLeast: 0.74 }),
    figureRow('Who is praised and who blamed in one sentence', mixedAccuracy(mams, MAMS_TOPICS), {
      atLeast: 0.77,
    }),
    figureRow('… in another set', mixedAccuracy(rest16, REST16_TOPICS), { atLeast: 0.82 }),
    figureRow('… with neutral mentions as a third answer', threeWayAccuracy(mams, MAMS_TOPICS), {
      atLeast: 0.5,
    }),
    figureRow(`Category and polarity of ${rest16.length} sentences, micro-F1`, f1([subjectHits(rest16)]), {
      atLeast: 0.62,
    }),
    figureRow('Reasons of complaints, micro-F1', f1(reasons), { atLeast: 0.58 }),
  ]
}

function complaintHits(folder: string): Hits[] {
  const complaints = complaintReviews(`${folder}/issue-labels`).map(({ text, reasons }) => ({
    reasons,
    topics: readLabelled(text).topics.filter(({ polarity }) => polarity === 'negative'),
  }))
  return Object.entries(COMPLAINT_TOPICS).map(([reason, topics]) =>
    hitsOf(
      complaints.map((complaint) => ({
        isSaid: complaint.topics.some(({ topic }) => topics.includes(topic)),
        isTrue: complaint.reasons.includes(reason),
      })),
    ),
  )
}

/** Accuracy of the found topics' polarity in sentences with both praise and blame. */
function mixedAccuracy(sentences: readonly Labelled[], subjects: Subjects): number {
  return accuracy(
    sentences
      .filter(({ aspects }) => ['positive', 'negative'].every((one) => hasPolarity(aspects, one)))
      .flatMap((sentence) => answersOf(sentence, subjects))
      .filter(({ label }) => label !== 'neutral')
      .map(({ label, said }) => said.includes(label)),
  )
}

/** Accuracy of the found topics' polarity if neutral, the most common one, counts too. */
function threeWayAccuracy(sentences: readonly Labelled[], subjects: Subjects): number {
  return accuracy(
    sentences
      .flatMap((sentence) => answersOf(sentence, subjects))
      .map(({ label, said }) => said.length === 1 && said[0] === label),
  )
}

function hasPolarity(aspects: AspectSentence['aspects'], polarity: string): boolean {
  return aspects.some((aspect) => aspect.polarity === polarity)
}

/** The found subjects of a sentence, each with the label and our result. */
function answersOf(sentence: Labelled, subjects: Subjects) {
  return Object.entries(subjects).flatMap(([category, topics]) => {
    const label = polarityOf(sentence, category)
    const said = polaritiesOf(sentence.reading, topics)
    return label && said.length > 0 ? [{ label, said }] : []
  })
}

function polaritiesOf({ topics }: ReadLabelled, of: readonly Topic[]) {
  return [...new Set(topics.filter(({ topic }) => of.includes(topic)).map(({ polarity }) => polarity))]
}

/**
 * Pairs of a category and its polarity, for all of the collection's categories. A sentence without one of our
 * topics counts as about the place in general, by its sentiment. (A large model with 40 examples reaches 0.66
 * on the harder task of also finding the words.)
 */
function subjectHits(sentences: readonly Labelled[]): Hits {
  const pairs = sentences.flatMap((sentence) => {
    const { reading, aspects } = sentence
    const truth = new Set(aspects.map(({ category, polarity }) => `${REST16_SUBJECTS[category]} ${polarity}`))
    const said = new Set(
      Object.entries(REST16_SUBJECTS).flatMap(([category, subject]) =>
        polaritiesOf(reading, REST16_TOPICS[category] ?? []).map((polarity) => `${subject} ${polarity}`),
      ),
    )
    if (said.size === 0) said.add(`general ${reading.score.positiveChance > 0.5 ? 'positive' : 'negative'}`)
    return [...new Set([...truth, ...said])].map((pair) => ({
      isSaid: said.has(pair),
      isTrue: truth.has(pair),
    }))
  })
  return hitsOf(pairs)
}
