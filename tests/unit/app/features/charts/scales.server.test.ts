import { scaleLinear } from 'd3-scale'
import { expect, test } from 'vitest'
import { axisTo, scaleOf } from '#app/features/charts/scales.server.ts'

test('axes end and are divided as in d3', () => {
  for (const count of [3, 4]) {
    for (let highest = count; highest < 3_000; highest += highest < 100 ? 0.37 : 13.7) {
      for (const value of [highest, Math.round(highest)]) {
        const d3 = scaleLinear([0, value], [160, 0]).nice(count)
        expect(axisTo(value, count)).toEqual({ end: d3.domain()[1], ticks: d3.ticks(count) })
      }
    }
  }
})

test('values are placed as in d3', () => {
  const [y, d3] = [scaleOf([3, 5], [160, 0]), scaleLinear([3, 5], [160, 0])]
  for (const value of [3, 3.4, 4, 4.75, 5]) expect(y(value)).toBeCloseTo(d3(value))
})
