import type { DaySpan } from '../../rules/analytics.ts'
import { counted } from '../../rules/counted.ts'
import { utcDay } from '../../rules/durations.ts'
import { factBehind, reviewsBehind } from '../../rules/insight-links.ts'
import { factText, neededText, topicName, trendText, weightText } from '../../rules/insight-texts.ts'
import type { TypicalTerm } from '../../rules/insights.ts'
import type { ReportSection, ReportSentence } from '../../rules/reports.ts'
import { factsOf } from '../overview/facts.ts'
import { topicsOf } from '../overview/overview.ts'
import { type Words, wordsOf } from '../overview/words.ts'
import type { ReportInput } from './read-input.ts'
import { type ReportFigures, sentence, table } from './section-parts.ts'

type Section = Omit<ReportSection, 'name'>

/** What matters first. */
export function factsSection({ input, stars, businessId, format }: ReportFigures): Section {
  const facts = factsOf({
    topics: topicsOf(input.topics, stars),
    words: termFindings(input),
  })
  const { days, months } = input
  const counting = {
    businessId,
    period: days,
    recent: spanOf(months?.recent, days),
    base: spanOf(months?.base, days),
    alarmDays: days,
  }
  return {
    sentences: [
      ...(facts.length === 0
        ? [sentence('Nothing unusual: no change or topic goes beyond what chance would explain.')]
        : facts.map((fact) => sentence(factText(fact, format), businessId && factBehind(counting, fact)))),
      ...stillReading(input),
    ],
    tables: [],
  }
}

export function topicsSection({ input, stars, businessId, format }: ReportFigures): Section {
  const topics = topicsOf(input.topics, stars)
  return {
    sentences: [
      ...(topics.length === 0 ? [sentence('No topics were found in the reviews of this period.')] : []),
      ...topics.flatMap(({ topic, weight }) =>
        weight.known && weight.high < 0
          ? [
              sentence(
                `Complaints about ${topicName(topic)} come with ratings that are lower by ${weightText(weight, format)} on average.`,
                businessId && reviewsBehind({ businessId }, input.days, { topic, opinion: 'negative' }),
              ),
            ]
          : [],
      ),
      ...stillReading(input),
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
        ? [sentence(`${counted(otherLanguages, 'text', format)} in a language we can’t read.`)]
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
      ...stillReading(input),
    ],
    tables: [terms('Typical of good reviews', praise), terms('Typical of bad reviews', blame)].filter(
      ({ rows }) => rows.length > 0,
    ),
  }
}

/** Of the period; what became more or less common, of its last months against those before them. */
function termFindings({ terms, months }: ReportInput): Words {
  if (!months) return wordsOf([], { base: [], recent: [] })
  const ofPeriod = terms.filter(({ month }) => months.period.includes(month))
  return { ...wordsOf(ofPeriod, months), trends: wordsOf(terms, months).trends }
}

/** Whole months, but not beyond the period. */
function spanOf(months: readonly string[] | undefined, days: DaySpan): DaySpan {
  const [first] = months ?? []
  const last = months?.at(-1)
  if (first === undefined || last === undefined) return days
  const end = utcDay(Date.UTC(Number(last.slice(0, 4)), Number(last.slice(5, 7)), 0))
  const isOver = end <= days.to
  return { from: `${first}-01`, to: isOver ? end : days.to }
}

function stillReading({ isReading }: ReportInput): ReportSentence[] {
  return isReading ? [sentence('Some reviews were still being read when this report was made.')] : []
}
