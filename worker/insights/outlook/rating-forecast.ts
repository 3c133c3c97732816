import { type Finding, notYet } from '../../rules/insights.ts'
import { addStars, countOf, NO_STARS, type StarCounts } from '../ratings.ts'
import { forecastMean, logPredictive, type MeanForecast, posteriorMix } from '../statistics/star-mix.ts'

interface BacktestStep {
  /** Index of a past period. */
  period: number
  forecast: MeanForecast
  /** The mean that came, of so many reviews. */
  actual: number
  count: number
  isInside: boolean
}

export interface RatingForecast extends MeanForecast {
  /** Number of reviews it is the mean of. */
  count: number
  /** Factor by which a past period's weight shrinks with each later one. */
  memory: number
  /** Forecasts for past periods beside what came. */
  backtest: BacktestStep[]
  /** The band was too narrow in the past and is wider for it. */
  isWidened: boolean
}

const MEMORIES = [1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6]
/** One of them. */
const USUAL_MEMORY = 0.9
/** After a lasting change the past before it misleads. */
const MEMORY_AFTER_SHIFT = 0.6
/** Fewer periods do not say which memory is best. */
const MIN_PERIODS_TO_CHOOSE = 6
const MIN_PERIODS = 3
const MIN_REVIEWS = 10
const BACKTEST_STEPS = 12
/** Fewer steps say nothing about how often a band is right. */
const MIN_STEPS = 5
const MIN_COVERAGE = 0.6

/**
 * The mean rating of the next reviews, with bands (a Dirichlet-multinomial whose past counts less the older it is; West &
 * Harrison 1997). How fast the past is forgotten is what would have forecast this place's own past best.
 *
 * @param periods stars a month or a week, the oldest first, empty ones included
 * @param expected how many reviews to forecast the mean of, at least 1
 * @param isLastOpen whether the last period isn't over: it counts like any other, but nothing is held against it
 * @param hasShifted whether the rating is known to have changed for good lately
 */
export function forecastRating(
  periods: readonly StarCounts[],
  {
    expected,
    hasShifted = false,
    isLastOpen = false,
  }: { expected: number; hasShifted?: boolean; isLastOpen?: boolean },
): Finding<RatingForecast> {
  const reviews = countOf(addStars(periods))
  const filled = periods.filter((stars) => countOf(stars) > 0).length
  if (reviews < MIN_REVIEWS || filled < MIN_PERIODS) {
    return notYet(Math.max(1, MIN_REVIEWS - reviews, MIN_PERIODS - filled))
  }
  const pasts = MEMORIES.map((memory) => ({ memory, stars: NO_STARS, score: 0 }))
  const steps: BacktestStep[] = []
  for (const [period, stars] of periods.entries()) {
    const isOver = !isLastOpen || period < periods.length - 1
    if (isOver && period >= MIN_PERIODS && countOf(stars) > 0)
      steps.push(stepOf(period, stars, bestPast(pasts, period)))
    for (const past of pasts) {
      if (period > 0) past.score += logPredictive(posteriorMix(past.stars), stars)
      past.stars = addStars([times(past.stars, past.memory), stars])
    }
  }
  const backtest = steps.slice(-BACKTEST_STEPS)
  const covered = backtest.filter(({ isInside }) => isInside).length / backtest.length
  const isWidened = backtest.length >= MIN_STEPS && covered < MIN_COVERAGE
  const shifted = hasShifted ? pasts.find(({ memory }) => memory === MEMORY_AFTER_SHIFT) : undefined
  const { memory, stars } = shifted ?? bestPast(pasts, periods.length)
  const count = Math.max(1, Math.round(expected))
  const forecast = forecastMean(posteriorMix(stars), count)
  return {
    known: true,
    ...forecast,
    // What was right too seldom four times out of five is replaced by what was made to be right 19 times out of 20.
    band80: isWidened ? forecast.band95 : forecast.band80,
    count,
    memory,
    backtest,
    isWidened,
  }
}

/** The stars of the past as they are remembered, and how probable each next period was given those before it. */
interface Past {
  memory: number
  stars: StarCounts
  score: number
}

/** The one that forecast this place's periods best; the usual one where there are too few to tell. */
function bestPast(pasts: readonly Past[], periods: number): Past {
  const usual = pasts.find(({ memory }) => memory === USUAL_MEMORY) as Past
  if (periods < MIN_PERIODS_TO_CHOOSE) return usual
  return pasts.reduce((best, past) => (past.score > best.score ? past : best), usual)
}

/** A period as it would have been forecast from those before it alone. */
function stepOf(period: number, stars: StarCounts, past: Past): BacktestStep {
  const count = countOf(stars)
  const forecast = forecastMean(posteriorMix(past.stars), count)
  const actual = stars.reduce((sum, some, index) => sum + some * (index + 1), 0) / count
  const isInside = actual >= forecast.band80.low && actual <= forecast.band80.high
  return { period, forecast, actual, count, isInside }
}

function times(stars: StarCounts, factor: number): StarCounts {
  return [stars[0] * factor, stars[1] * factor, stars[2] * factor, stars[3] * factor, stars[4] * factor]
}
