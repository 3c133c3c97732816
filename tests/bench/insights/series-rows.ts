import { randomFrom } from '#tests/upstream/random.ts'
import { WORDS } from '#tests/word-lists.ts'
import { keywordTrends } from '#worker/insights/keyword-trends.ts'
import { forecastRating } from '#worker/insights/outlook/rating-forecast.ts'
import type { StarCounts } from '#worker/insights/ratings.ts'
import { phrasesOf } from '#worker/insights/reading/read-review.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import type { Row } from '../measure/row.ts'
import { figureRow } from './figure-row.ts'
import { type RatedReview, ratedReviews } from './labelled-data.ts'
import { accuracy } from './measures.ts'

/** Averages of fewer reviews are mostly chance. */
const MIN_REVIEWS = 20
const RECENT_MONTHS = 3
const BASE_MONTHS = 6
const SHUFFLES = 20

/** Accuracy of forecasts, and the share of shuffled data in which no trend is reported. */
export function seriesRows(folder: string): Row[] {
  const reviews = ratedReviews(`${folder}/rated-dated`)
  const months = [...new Set(reviews.map(({ month }) => month))].sort()
  const periods = months.map((month): StarCounts => {
    const count = (star: number) => reviews.filter((one) => one.month === month && one.stars === star).length
    return [count(1), count(2), count(3), count(4), count(5)]
  })
  const steps = periods.flatMap((_, period) => {
    const forecast = forecastRating(periods.slice(0, period + 1), { expected: 1 })
    const step = forecast.known ? forecast.backtest.at(-1) : undefined
    const before = averageOf(periods[period - 1])
    if (step?.period !== period || step.count < MIN_REVIEWS || before === null) return []
    return [
      { ...step, naive: Math.abs(step.actual - before), error: Math.abs(step.actual - step.forecast.mean) },
    ]
  })
  const sum = (figure: (step: (typeof steps)[number]) => number) =>
    steps.reduce((total, step) => total + figure(step), 0)
  const silent = shuffledRuns(
    reviews,
    months.slice(-RECENT_MONTHS),
    months.slice(0, -RECENT_MONTHS).slice(-BASE_MONTHS),
  )
  return [
    figureRow(
      `Forecast of ${steps.length} months, inside the 80 % band`,
      accuracy(steps.map(({ isInside }) => isInside)),
      { atLeast: 0.72, atMost: 0.88 },
    ),
    figureRow('… error against "same as last month"', sum(({ error }) => error) / sum(({ naive }) => naive), {
      atMost: 0.9,
    }),
    figureRow(`Of ${SHUFFLES} shuffles, without a trend`, accuracy(silent), { atLeast: 0.9 }),
  ]
}

function averageOf(stars: StarCounts | undefined): number | null {
  const count = stars?.reduce((total, some) => total + some, 0) ?? 0
  if (!stars || count < MIN_REVIEWS) return null
  return stars.reduce((total, some, index) => total + some * (index + 1), 0) / count
}

/** For each shuffle of the dates, true if no trend is reported. */
function shuffledRuns(
  reviews: readonly RatedReview[],
  recent: readonly string[],
  base: readonly string[],
): boolean[] {
  const random = randomFrom('shuffled dates')
  const dated = reviews.filter(({ month }) => recent.includes(month) || base.includes(month))
  const texts = dated.map(({ text }) => [...phrasesOf(readText(text, WORDS))])
  const isRecent = dated.map(({ month }) => recent.includes(month))
  return Array.from({ length: SHUFFLES }, () => {
    for (let index = isRecent.length - 1; index > 0; index--) {
      const other = random.int(0, index)
      const one = isRecent[index] as boolean
      isRecent[index] = isRecent[other] as boolean
      isRecent[other] = one
    }
    const counts = new Map<string, { recent: number; base: number }>()
    for (const [index, terms] of texts.entries()) {
      for (const term of terms) {
        const count = counts.get(term) ?? { recent: 0, base: 0 }
        count[isRecent[index] ? 'recent' : 'base'] += 1
        counts.set(term, count)
      }
    }
    const recentReviews = isRecent.filter(Boolean).length
    const terms = [...counts].map(([term, count]) => ({ term, ...count }))
    const found = keywordTrends([
      { place: 'all', recentReviews, baseReviews: isRecent.length - recentReviews, terms },
    ])
    return found.known && found.trends.length === 0
  })
}
