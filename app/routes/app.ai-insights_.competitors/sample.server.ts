import type { BenchmarkView } from '#worker/rules/competitors.ts'
import { DAY_MS, iso, utcDay } from '#worker/rules/durations.ts'

/** Sample of the screen with two invented competitors, for plans without the feature. */
export function sampleView(now: number): BenchmarkView {
  const dayBack = (days: number) => utcDay(now - days * DAY_MS)
  const place = { link: '', needed: 0, problem: null, dueAt: iso(now + 5 * DAY_MS) }
  return {
    businesses: [{ id: 'harbor', name: 'Harbor Street' }],
    businessId: 'harbor',
    own: [{ platform: 'google', average: 4.5, count: 412, expected: { mean: 4.5, low: 4.42, high: 4.57 } }],
    competitors: [
      {
        ...place,
        id: 'lantern',
        name: 'Lantern Kitchen',
        platform: 'google',
        totals: [
          { day: dayBack(2), average: 4.2, count: 958, isTyped: false },
          { day: dayBack(9), average: 4.3, count: 941, isTyped: false },
        ],
        expected: { mean: 4.2, low: 4.14, high: 4.26 },
        verdict: 'better',
      },
      {
        ...place,
        id: 'pier',
        name: 'The Old Pier',
        platform: 'google',
        totals: [
          { day: dayBack(3), average: 4.5, count: 287, isTyped: false },
          { day: dayBack(10), average: 4.5, count: 280, isTyped: true },
        ],
        expected: { mean: 4.5, low: 4.4, high: 4.59 },
        verdict: 'no_difference',
      },
    ],
  }
}
