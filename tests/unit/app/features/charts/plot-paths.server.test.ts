import { scaleBand } from 'd3-scale'
import { expect, test } from 'vitest'
import { PLOT } from '#app/features/charts/series.ts'
import { bandsOf, stackedBars } from '#app/features/charts/time-charts.server.ts'

test.each([1, 2, 3, 12, 30, 53])('%d bands have the same positions as in d3', (count) => {
  for (const padding of [0, 0.2, 0.3]) {
    const d3 = scaleBand([...Array(count).keys()], [0, PLOT.width]).paddingInner(padding)
    const bands = bandsOf(count, padding)
    expect(bands.width).toBeCloseTo(d3.bandwidth())
    for (let index = 0; index < count; index += 1)
      expect(bands.left(index)).toBeCloseTo(d3(index) ?? Number.NaN)
  }
})

test('bars are stacked, and a count of zero has no bar', () => {
  const points = [
    { good: 2, bad: 1 },
    { good: 0, bad: 3 },
  ]
  const { bars, ticks } = stackedBars(points, ['good', 'bad'], (point, key) => point[key])
  expect(bars.good).toBe('M0 160V53.3h247.1V160z')
  expect(bars.bad).toBe('M0 53.3V0h247.1V53.3zM352.9 160V0h247.1V160z')
  expect(ticks).toEqual([
    { value: 0, top: 100 },
    { value: 1, top: 66.7 },
    { value: 2, top: 33.3 },
    { value: 3, top: 0 },
  ])
})
