import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import {
  type BridgePeriod,
  bridge,
  type Cause,
  type ChangedReview,
} from '#worker/insights/findings/bridge.ts'
import { TOPICS } from '#worker/rules/review-features.ts'

const BUSINESS = 'a1b2'

function period(month: number, figures: Partial<BridgePeriod>): BridgePeriod {
  return {
    from: `2026-0${month}-01`,
    to: `2026-0${month}-28`,
    shown: { count: 0, stars: 0 },
    causes: [],
    changed: [],
    ...figures,
  }
}

const complaints = (count: number, stars: number, n = count): Cause => ({
  kind: 'complaints',
  topic: 'waiting',
  count,
  stars,
  n,
})

test('new complaints lower the average by the stars they cost', () => {
  // Ten reviews with four stars; then twenty, ten of which complain about waiting and give one star.
  const before = period(1, { shown: { count: 10, stars: 40 } })
  const after = period(2, { shown: { count: 20, stars: 50 }, causes: [complaints(10, 10)] })
  expect(bridge(BUSINESS, before, after)).toMatchObject({
    before: 4,
    after: 2.5,
    parts: [
      {
        kind: 'complaints',
        topic: 'waiting',
        stars: -1.5,
        n: 10,
        reviews: {
          businessId: BUSINESS,
          topic: 'waiting',
          opinion: 'negative',
          from: '2026-02-01',
          to: '2026-02-28',
        },
      },
    ],
  })
})

test('a constant share of complaints explains nothing', () => {
  const before = period(1, { shown: { count: 10, stars: 40 }, causes: [complaints(2, 2)] })
  const after = period(2, { shown: { count: 20, stars: 80 }, causes: [complaints(4, 4)] })
  expect(bridge(BUSINESS, before, after)?.parts).toEqual([])
})

test('edited, removed and returned reviews are separate parts with their own lists', () => {
  const changed: ChangedReview[] = [
    { id: 1, day: '2026-02-03', firstRating: 5, rating: 1, isRemoved: false, isReturned: false },
    { id: 2, day: '2026-02-04', firstRating: 1, rating: 1, isRemoved: true, isReturned: false },
    { id: 3, day: '2026-02-05', firstRating: 2, rating: 2, isRemoved: false, isReturned: true },
  ]
  const before = period(1, { shown: { count: 10, stars: 40 } })
  const after = period(2, { shown: { count: 10, stars: 35 }, changed })
  const parts = bridge(BUSINESS, before, after)?.parts ?? []
  const part = (kind: string) => parts.find((one) => one.kind === kind)
  expect(part('edited')).toMatchObject({ n: 1, reviews: { ids: ['1'] } })
  expect(part('edited')?.stars).toBeLessThan(0)
  expect(part('removed')).toMatchObject({ n: 1, reviews: { ids: ['2'] } })
  expect(part('removed')?.stars).toBeGreaterThan(0)
  expect(part('returned')).toMatchObject({ n: 1, reviews: { ids: ['3'] } })
  expect(part('returned')?.stars).toBeLessThan(0)
})

test('there is no bridge from a period without reviews', () => {
  expect(bridge(BUSINESS, period(1, {}), period(2, { shown: { count: 1, stars: 5 } }))).toBeNull()
})

test('the parts always add up to the exact change', () => {
  const random = randomFrom('bridges')
  const any = (month: number): BridgePeriod => {
    const count = random.int(1, 400)
    const ratings = Array.from({ length: count }, () => random.int(1, 5))
    const stars = ratings.reduce((sum, rating) => sum + rating, 0)
    let left = count
    const causes = TOPICS.slice(0, random.int(0, 8)).flatMap((topic): Cause[] => {
      const share = Math.min(left, random.next() * 40)
      left -= share
      const kind = random.pick(['complaints', 'praise'] as const)
      return [{ kind, topic, count: share, stars: share * (1 + 4 * random.next()), n: Math.ceil(share) }]
    })
    const changed = Array.from(
      { length: random.int(0, Math.min(count, 6)) },
      (_, id): ChangedReview => ({
        id: id + 1,
        day: `2026-0${month}-02`,
        firstRating: random.int(1, 5),
        rating: ratings[id] ?? 3,
        isRemoved: false,
        isReturned: false,
        ...(random.chance(0.3) ? { isRemoved: true } : random.chance(0.3) && { isReturned: true }),
      }),
    )
    return period(month, { shown: { count, stars }, causes, changed })
  }
  for (let round = 0; round < 300; round += 1) {
    const found = bridge(BUSINESS, any(1), any(2))
    if (!found) throw new Error('both have reviews')
    const cents = found.parts.reduce((sum, { stars }) => sum + Math.round(stars * 100), 0)
    expect([round, cents]).toEqual([round, Math.round((found.after - found.before) * 100)])
  }
})
