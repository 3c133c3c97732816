import type { DaySpan } from '../../rules/analytics.ts'
import { counted } from '../../rules/counted.ts'
import { utcDay } from '../../rules/durations.ts'
import { withoutComplaints } from '../../rules/finding-texts.ts'
import { listOf } from '../../rules/findings.ts'
import { reviewsBehind } from '../../rules/insight-links.ts'
import { neededText, topicName, trendText } from '../../rules/insight-texts.ts'
import type { TopicInsight, TypicalTerm } from '../../rules/insights.ts'
import type { ReportSection, ReportSectionName } from '../../rules/reports.ts'
import { meanOf } from '../findings/counts.ts'
import { topicsOf } from '../overview/overview.ts'
import { type Words, wordsOf } from '../overview/words.ts'
import { countOf, type StarCounts } from '../ratings.ts'
import type { ReportInput } from './read-input.ts'
import { type ReportFigures, sentence, shownReviews, table } from './section-parts.ts'

type Section = Omit<ReportSection, 'name'>

export function factsSection({ input, stars, businessId, format }: ReportFigures): Section {
  const quiet = () => {
    const count = countOf(stars)
    if (count === 0) return sentence('Nothing unusual. No reviews were posted in this period.')
    const figures = `${counted(count, 'review', format)}, ${format.rating(meanOf(stars))} stars`
    return sentence(`Nothing unusual. ${figures}.`, shownReviews(businessId, input.days))
  }
  return {
    sentences: [
      ...(input.findings.length === 0 ? [quiet()] : []),
      ...input.findings.map(({ finding, quote }) =>
        sentence(finding.sentence, finding.n > 0 ? listOf(finding.reviews) : null, quote),
      ),
    ],
    tables: [],
  }
}

/** Minimum cost of a topic, in stars of the average, for a sentence about it. */
const MIN_COST = 0.05
const MAX_COSTS = 3

export function topicsSection({ input, stars, businessId, format }: ReportFigures): Section {
  const topics = topicsOf(input.topics, stars)
  return {
    sentences: [
      ...(topics.length === 0 ? [sentence('No topics were found in the reviews of this period.')] : []),
      ...costsOf(topics, stars).map(({ topic, complaints, without, average }) =>
        sentence(
          withoutComplaints({ format, topic, complaints, without, average }),
          businessId && reviewsBehind({ businessId }, input.days, { topic, opinion: 'negative' }),
        ),
      ),
    ],
    tables:
      topics.length === 0
        ? []
        : [
            table(
              'Reviews about a topic',
              'Topic',
              [
                ['Praise', 'count'],
                ['Neither', 'count'],
                ['Criticism', 'count'],
              ],
              topics.map(({ topic, positive, neutral, negative }) => ({
                name: topicName(topic),
                values: [positive, neutral, negative],
                reviews: businessId && reviewsBehind({ businessId }, input.days, { topic }),
              })),
            ),
          ],
  }
}

function costsOf(topics: readonly TopicInsight[], stars: StarCounts) {
  const average = meanOf(stars)
  return topics
    .flatMap(({ topic, negative, weight }) => {
      if (!weight.known || weight.high >= 0) return []
      return [{ topic, complaints: negative, without: average - weight.weight, average }]
    })
    .filter(({ without }) => without - average >= MIN_COST && without.toFixed(1) !== average.toFixed(1))
    .sort((one, other) => other.without - one.without)
    .slice(0, MAX_COSTS)
}

export function termsSection({ input, businessId, format }: ReportFigures): Section {
  if (!input.months) {
    return {
      sentences: [
        sentence('Words are counted by calendar month, so a report on one week has no figures for them.'),
      ],
      tables: [],
    }
  }
  const { texts, otherLanguages, praise, blame, trends } = termFindings(input)
  const recent = spanOf(input.months.recent, input.days)
  const terms = (title: string, found: readonly TypicalTerm[]) =>
    table(
      title,
      'Word',
      [
        ['Good reviews', 'count'],
        ['Bad reviews', 'count'],
        ['All', 'count'],
      ],
      found.map(({ term, all, positive, negative }) => ({
        name: `“${term}”`,
        values: [positive, negative, all],
        reviews: businessId && reviewsBehind({ businessId }, input.days, { term }),
      })),
    )
  return {
    sentences: [
      sentence(`${counted(texts, 'review', format)} with text.`),
      ...(otherLanguages > 0
        ? [
            sentence(
              `${counted(otherLanguages, 'review', format)} in other languages ${otherLanguages === 1 ? 'isn’t' : 'aren’t'} included.`,
            ),
          ]
        : []),
      ...(trends.known
        ? trends.trends.map((trend) =>
            sentence(
              trendText(trend, format),
              businessId && reviewsBehind({ businessId }, recent, { term: trend.term }),
            ),
          )
        : [sentence(`What became more or less common: ${neededText(trends.needed)}`)]),
      ...(trends.known && trends.trends.length === 0
        ? [sentence('No word became clearly more or less common.')]
        : []),
    ],
    tables: [terms('Typical of good reviews', praise), terms('Typical of bad reviews', blame)].filter(
      ({ rows }) => rows.length > 0,
    ),
  }
}

function termFindings({ terms, months }: ReportInput): Words {
  if (!months) return wordsOf([], { base: [], recent: [] })
  const ofPeriod = terms.filter(({ month }) => months.period.includes(month))
  return { ...wordsOf(ofPeriod, months), trends: wordsOf(terms, months).trends }
}

function spanOf(months: readonly string[] | undefined, days: DaySpan): DaySpan {
  const [first] = months ?? []
  const last = months?.at(-1)
  if (first === undefined || last === undefined) return days
  const end = utcDay(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0))
  const isOver = end <= days.to
  return { from: `${first}-01`, to: isOver ? end : days.to }
}

const FROM_TEXTS: readonly ReportSectionName[] = ['facts', 'topics', 'terms']

/** Says in the first section about texts that not all reviews had been read. */
export function withStillReading(sections: readonly ReportSection[]): ReportSection[] {
  const first = sections.find(({ name }) => FROM_TEXTS.includes(name))
  const note = sentence('Some reviews were still being read when this report was made.')
  return sections.map((section) =>
    section === first ? { ...section, sentences: [...section.sentences, note] } : section,
  )
}
