import { expect, test } from 'vitest'
import { locationApart, volumeChange } from '#worker/insights/findings/changes.ts'
import { type BusinessCounts, dayBack, topicSpans } from '#worker/insights/findings/counts.ts'
import { findings } from '#worker/insights/findings/findings.ts'
import type { PostedFigures } from '#worker/insights/posted-figures.ts'
import { NO_STARS, type StarCounts } from '#worker/insights/ratings.ts'

const TODAY = '2026-06-30'

/** A business with a number of five-star reviews on each day, by its distance from today. */
function businessWith(countOn: (daysAgo: number) => number, isUpToDate = true): BusinessCounts {
  const days = Array.from({ length: 365 }, (_, index) => 364 - index).map((daysAgo): PostedFigures => {
    const count = countOn(daysAgo)
    return {
      day: dayBack(TODAY, daysAgo),
      ...{ count, ratingSum: 5 * count, stars: [0, 0, 0, 0, count] },
      ...{ responded: count, settled: 0, visible: count, timed: count, within: Array(5).fill(count) },
      ...{ platforms: Array(8).fill(0), own: [] },
    }
  })
  return {
    ...{ id: 'a', name: 'A', isUpToDate, days },
    ...{
      topics: topicSpans(TODAY).map(() => []),
      reviews: [],
      terms: [],
      copies: [],
      changed: [],
      rivals: [],
    },
  }
}

const explained = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: dayBack(TODAY, index % 14) }))

test('as many reviews as usual are no lull, even if half of them are explained by a new theme', () => {
  expect(
    volumeChange(
      businessWith((daysAgo) => (daysAgo % 3 ? 1 : 2)),
      TODAY,
      explained(20),
    ),
  ).toBeNull()
})

test('a lull counts explained reviews, and a burst does not', () => {
  const lull = volumeChange(
    businessWith((daysAgo) => (daysAgo < 30 ? 0 : 1)),
    TODAY,
    [],
  )
  expect(lull).toMatchObject({ count: 0, isMore: false })
  const burst = businessWith((daysAgo) => (daysAgo < 14 ? 4 : 1))
  expect(volumeChange(burst, TODAY, [])).toMatchObject({ count: 56, isMore: true })
  expect(volumeChange(burst, TODAY, explained(42))).toBeNull()
})

test('a lull is not reported while reviews of the last days may be missing', () => {
  expect(
    volumeChange(
      businessWith((daysAgo) => (daysAgo < 30 ? 0 : 1), false),
      TODAY,
      [],
    ),
  ).toBeNull()
})

test('a location is not set apart from locations that have no reviews from before', () => {
  const bad: StarCounts = [10, 5, 2, 2, 1]
  const good: StarCounts = [1, 1, 2, 16, 40]
  const own = { id: 'own', name: 'Own', recent: bad, before: bad }
  const other = { id: 'other', name: 'Other', recent: good, before: good }
  expect(locationApart([own, other], TODAY)?.id).toBeDefined()
  expect(locationApart([own, { ...other, before: NO_STARS }], TODAY)).toBeNull()
})

test('a burst is counted in full days, without the day that has just begun', () => {
  const business = businessWith((daysAgo) => (daysAgo === 0 ? 0 : daysAgo <= 14 ? 4 : 1))
  const found = (lastFullDay?: string) =>
    findings({ today: TODAY, businesses: [business], locations: [], ...(lastFullDay && { lastFullDay }) })
  expect(found()).toMatchObject([{ kind: 'many_reviews', n: 56, to: dayBack(TODAY, 1) }])
  expect(found(TODAY)).toMatchObject([{ kind: 'many_reviews', n: 52, to: TODAY }])
})
