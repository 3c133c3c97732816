import { type Finding, notYet } from '../../rules/insights.ts'
import { addStars, countOf, NO_STARS, type StarCounts } from '../ratings.ts'
import { forecastMean, logPredictive, type MeanForecast, posteriorMix } from '../statistics/star-mix.ts'

interface BacktestStep {
  period: number
  forecast: MeanForecast
  actual: number
  count: number
  isInside: boolean
}

export interface RatingForecast extends MeanForecast {
  count: number
  memory: number
  backtest: BacktestStep[]
  /** True if `band80` was widened because past bands were too narrow. */
  isWidened: boolean
}

const MEMORIES = [1, 0.95, 0.9, 0.85, 0.8, 0.7, 0.6]
/** Discount per period (see MEMORIES) for places with a short history. */
const USUAL_MEMORY = 0.9
/** Discount per period after a lasting change of the rating, because older reviews then mislead. */
const MEMORY_AFTER_SHIFT = 0.6
const MIN_PERIODS_TO_CHOOSE = 6
const MIN_PERIODS = 3
const MIN_REVIEWS = 10
const BACKTEST_STEPS = 12
const MIN_STEPS = 5
const MIN_COVERAGE = 0.6

/**
 * The mean rating of the next reviews, with bands (a Dirichlet-multinomial with discounted history; West & Harrison
 * 1997). The discount is the one that would have forecast this place's own history best.
 *
 * @param periods stars per month or week, oldest first, including empty periods
 * @param expected how many reviews to forecast the mean of, at least 1
 * @param isLastOpen true if the last period isn't over: it counts as data but isn't used to check forecasts
 * @param hasShifted true if the rating is known to have changed for good recently
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
    // If the 80 % bands were right too rarely, use the 95 % band instead.
    band80: isWidened ? forecast.band95 : forecast.band80,
    count,
    memory,
    backtest,
    isWidened,
  }
}

/** Discounted stars of the past, and the probability of each period given those before it. */
interface Past {
  memory: number
  stars: StarCounts
  score: number
}

/**
 * The past with the discount that forecast this place's periods best; with the usual one if there are too few periods.
 */
function bestPast(pasts: readonly Past[], periods: number): Past {
  const usual = pasts.find(({ memory }) => memory === USUAL_MEMORY) as Past
  if (periods < MIN_PERIODS_TO_CHOOSE) return usual
  return pasts.reduce((best, past) => (past.score > best.score ? past : best), usual)
}

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
