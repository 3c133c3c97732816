import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logChoose } from '#worker/insights/statistics/distributions.ts'
import { discoveries, fisherTest } from '#worker/insights/statistics/significance.ts'

test("Fisher's test gives the published p-values", () => {
  // Fisher 1935: 3 of 4 cups right.
  expect(fisherTest({ part: 3, all: 4 }, { part: 1, all: 4 })).toBeCloseTo(0.485_714, 6)
  // R's fisher.test: 1 of 12 against 9 of 12.
  expect(fisherTest({ part: 1, all: 12 }, { part: 9, all: 12 })).toBeCloseTo(0.002_759_456, 8)
  expect(fisherTest({ part: 0, all: 0 }, { part: 3, all: 9 })).toBe(1)
  expect(fisherTest({ part: 5, all: 5 }, { part: 7, all: 7 })).toBe(1)
})

const table = fc.tuple(fc.nat(60), fc.nat(60), fc.nat(60), fc.nat(60)).map(
  ([a, b, c, d]) =>
    [
      { part: a, all: a + b },
      { part: c, all: c + d },
    ] as const,
)

test("Fisher's test equals the sum over all tables that are no more probable", () => {
  fc.assert(
    fc.property(table, ([one, other]) => {
      const having = one.part + other.part
      const probability = (x: number) =>
        x < 0 || x > one.all || having - x < 0 || having - x > other.all
          ? 0
          : Math.exp(
              logChoose(one.all, x) +
                logChoose(other.all, having - x) -
                logChoose(one.all + other.all, having),
            )
      const limit = probability(one.part) * (1 + 1e-7)
      let sum = 0
      for (let x = 0; x <= having; x++) if (probability(x) <= limit) sum += probability(x)
      expect(fisherTest(one, other)).toBeCloseTo(Math.min(1, sum), 8)
    }),
  )
})

test("Fisher's test is symmetric in its groups and in its outcomes", () => {
  fc.assert(
    fc.property(table, ([one, other]) => {
      const p = fisherTest(one, other)
      expect(fisherTest(other, one)).toBeCloseTo(p, 8)
      const others = (side: typeof one) => ({ part: side.all - side.part, all: side.all })
      expect(fisherTest(others(one), others(other))).toBeCloseTo(p, 8)
    }),
  )
})

test('a test with 100,000 reviews on each side takes less than 2 ms', () => {
  const started = performance.now()
  for (let run = 0; run < 200; run++) {
    expect(fisherTest({ part: 11_000 + run, all: 100_000 }, { part: 10_000, all: 100_000 })).toBeLessThan(
      1e-8,
    )
  }
  expect((performance.now() - started) / 200).toBeLessThan(2)
})

test('discoveries are the tests up to the last one that is significant for its rank', () => {
  // The example of Benjamini & Hochberg 1995 at q = 0.05: four of fifteen.
  const values = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528,
    0.759, 1,
  ]
  const found = discoveries(
    values.toReversed().map((p) => ({ p })),
    0.05,
  )
  expect(found.map(({ p }) => p)).toEqual(values.slice(0, 4))
  expect(discoveries([], 0.1)).toEqual([])
  expect(discoveries([{ p: 0.2 }, { p: 0.3 }], 0.1)).toEqual([])
})
