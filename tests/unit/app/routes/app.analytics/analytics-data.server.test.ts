import { expect, test } from 'vitest'
import { csvOf } from '#app/features/charts/chart-csv.ts'
import { reviewsBehind } from '#app/features/charts/reviews-behind.ts'
import { formatFor } from '#app/lib/format.ts'
import { analyticsAddress } from '#app/routes/app.analytics/address.ts'
import { analyticsData, sampleView } from '#app/routes/app.analytics/analytics-data.server.ts'

const FORMAT = formatFor({ locale: 'en', timeZone: 'UTC' })
const NOW = Date.UTC(2026, 5, 15, 12)

test('every chart of the sample has shapes, and its figures agree', () => {
  const view = sampleView(NOW)
  const data = analyticsData(view, FORMAT)
  expect(Object.values(data.stars.bars).every((path) => path.match(/M/g)?.length === 3)).toBe(true)
  expect(data.volume.bars.positive).not.toBe('')
  expect(data.rating.line).not.toBe('')
  expect(data.waiting.answeredBars.match(/M/g)).toHaveLength(5)
  expect(data.waiting.openBar).toMatch(/^M/)
  const shares = data.waiting.shares.reduce((sum, { share }) => sum + share, 0)
  expect(shares).toBeCloseTo(1)
  const count = view.locations.reduce((sum, location) => sum + location.count, 0)
  expect(count).toBe(view.trend.reviews.current)
  expect(view.platforms.reduce((sum, platform) => sum + platform.count, 0)).toBe(count)
  expect(view.waiting.count).toBe(count)
})

test('the axis of locations begins below the lowest, and those with too few reviews are not drawn', () => {
  const view = sampleView(NOW)
  const [first, second] = view.locations
  if (!first || !second) throw new Error('there are three')
  const { locations } = analyticsData(
    {
      ...view,
      locations: [
        { ...first, low: 2.5, average: 3.5, high: 4.5 },
        { ...second, rank: null, needed: 3 },
      ],
    },
    FORMAT,
  )
  expect(locations.lowest).toBe(2)
  expect(locations.ticks.map(({ value, left }) => [value, left])).toEqual([
    [2, 0],
    [3, 33.3],
    [4, 66.7],
    [5, 100],
  ])
  expect(locations.rows.map(({ whiskers }) => whiskers)).toEqual([{ low: 16.7, mean: 50, high: 83.3 }, null])
})

test('charts without reviews have no shapes', () => {
  const view = sampleView(NOW)
  const data = analyticsData(
    {
      ...view,
      daily: [],
      months: [],
      locations: [],
      waiting: { ...view.waiting, steps: [], count: 0, needed: 5 },
    },
    FORMAT,
  )
  expect(data.stars.bars).toEqual({ 5: '', 4: '', 3: '', 2: '', 1: '' })
  expect(data.waiting).toMatchObject({ shares: [], answeredBars: '', openBar: '' })
  expect(data.locations.rows).toEqual([])
})

test('addresses omit default values', () => {
  expect(analyticsAddress({ businessId: null, periodDays: 30 })).toBe('/app/analytics')
  expect(analyticsAddress({ businessId: 'b', periodDays: 90 })).toBe('/app/analytics?businessId=b&days=90')
  expect(reviewsBehind({ from: '2026-06-01', to: '2026-06-15' }, { businessId: null }, { rating: '5' })).toBe(
    '/app/reviews?visibility=public&from=2026-06-01&to=2026-06-15&rating=5',
  )
})

test('the CSV file of a chart has unformatted numbers and no formulas', async () => {
  const file = csvOf({
    head: 'Location',
    rows: [
      { name: '=Harbor', average: 4.333 as number | null },
      { name: 'Quay', average: null },
    ],
    name: ({ name }) => name,
    key: ({ name }) => name,
    columns: [{ label: 'Average', value: ({ average }) => average, format: String }],
  })
  expect(await file.text()).toBe('"Location","Average"\r\n"\'=Harbor",4.333\r\n"Quay",""\r\n')
})
