import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import {
  type ActiveLevel,
  type AlarmInput,
  alarmsOf,
  BASE_DAYS,
  RECENT_DAYS,
  SILENT_DAYS,
} from '#worker/insights/alarms/alarms.ts'
import { NO_STARS, type StarCounts } from '#worker/insights/ratings.ts'

const FIVE: StarCounts = [0, 0, 0, 0, 1]
const ONE: StarCounts = [1, 0, 0, 0, 0]
const usualDays = Array.from({ length: BASE_DAYS }, (_, day) =>
  day % 10 === 0 ? ONE : day % 2 ? FIVE : NO_STARS,
)
const recentDays = (stars: StarCounts, count: number) =>
  Array.from({ length: RECENT_DAYS }, (_, day) => (day < count ? stars : NO_STARS))

function kindsOf(input: Partial<AlarmInput> & Pick<AlarmInput, 'days'>): string[] {
  const found = alarmsOf({ isUpToDate: true, topics: [], level: 'all', former: [], ...input })
  return found.known ? found.alarms.map(({ kind }) => kind) : [`${found.needed} missing`]
}

test('runs of bad reviews, bursts, silences and attacks raise an alarm; normal activity does not', () => {
  expect(kindsOf({ days: [...usualDays, ...recentDays(ONE, 8)] })).toEqual(['bad_reviews'])
  expect(kindsOf({ days: [...usualDays, ...recentDays(FIVE, 8)] })).toEqual([])
  expect(kindsOf({ days: [...usualDays, ...recentDays([0, 0, 0, 0, 3], 10)] })).toEqual(['many_reviews'])
  expect(kindsOf({ days: [...usualDays, ...recentDays(FIVE, 0)] })).toEqual(['few_reviews'])
  expect(kindsOf({ days: [...usualDays, ...recentDays([3, 0, 0, 0, 0], 10)] })).toEqual(['possible_attack'])
})

test('a silence raises no alarm while reviews of the last days may be missing', () => {
  expect(kindsOf({ days: [...usualDays, ...recentDays(FIVE, 0)], isUpToDate: false })).toEqual([])
})

test('at a busy location, a burst raises an alarm only from two thirds above normal', () => {
  const each = (count: number, reviews: number): StarCounts[] =>
    Array.from({ length: count }, () => [0, 0, 0, 0, reviews])
  expect(kindsOf({ days: [...each(BASE_DAYS, 10), ...each(RECENT_DAYS, 16)] })).toEqual([])
  expect(kindsOf({ days: [...each(BASE_DAYS, 10), ...each(RECENT_DAYS, 17)] })).toEqual(['many_reviews'])
  expect(kindsOf({ days: [...each(BASE_DAYS, 10), ...each(RECENT_DAYS, 7)] })).toEqual([])
  expect(kindsOf({ days: [...each(BASE_DAYS, 10), ...each(RECENT_DAYS, 5)] })).toEqual(['few_reviews'])
})

test('too short a history gives the number of missing reviews instead of an alarm', () => {
  expect(kindsOf({ days: [...recentDays(FIVE, 4), ...recentDays(ONE, 9)] })).toEqual(['6 missing'])
})

test('an alarm has its count, the expected count and the probability', () => {
  const found = alarmsOf({
    days: [...usualDays, ...recentDays(ONE, 6)],
    isUpToDate: true,
    topics: [],
    level: 'all',
    former: [],
  })
  const [alarm] = found.known ? found.alarms : []
  expect(alarm).toMatchObject({ part: 6, all: 6, topic: null })
  expect(alarm?.expected).toBeGreaterThan(0.9)
  expect(alarm?.expected).toBeLessThan(1.4)
  expect(alarm?.chance).toBeLessThan(0.001)
})

test('an alarm is raised once, and again if ten times less likely or after the silent period', () => {
  const days = [...usualDays, ...recentDays(ONE, 6)]
  const found = alarmsOf({ days, isUpToDate: true, topics: [], level: 'all', former: [] })
  const chance = (found.known ? found.alarms[0]?.chance : undefined) ?? 0
  const former = (daysAgo: number, before: number) => [{ key: 'bad_reviews', daysAgo, chance: before }]
  expect(kindsOf({ days, former: former(3, chance) })).toEqual([])
  expect(kindsOf({ days, former: former(3, chance * 20) })).toEqual(['bad_reviews'])
  expect(kindsOf({ days, former: former(SILENT_DAYS + 1, chance) })).toEqual(['bad_reviews'])
})

test('only a topic that clearly turned bad raises an alarm', () => {
  const usual = { base: { all: 60, negative: 6 }, recent: { all: 9, negative: 1 } }
  const topics = [
    ...(['food', 'price', 'staff', 'menu'] as const).map((topic) => ({ topic, ...usual })),
    { topic: 'waiting' as const, base: { all: 60, negative: 6 }, recent: { all: 9, negative: 7 } },
    { topic: 'parking' as const, base: { all: 4, negative: 0 }, recent: { all: 4, negative: 4 } },
  ]
  const found = alarmsOf({
    days: [...usualDays, ...recentDays(FIVE, 8)],
    isUpToDate: true,
    topics,
    level: 'all',
    former: [],
  })
  expect(found.known && found.alarms.map(({ topic, part, all }) => [topic, part, all])).toEqual([
    ['waiting', 7, 9],
  ])
})

test('a burst of bad reviews is one alarm, unless its signs began more than 72 hours apart', () => {
  const days = [...usualDays, ...recentDays([3, 0, 0, 0, 0], 10)]
  const former = (key: string, daysAgo: number) => [{ key, daysAgo, chance: 0 }]
  expect(kindsOf({ days, former: former('bad_reviews', 3) })).toEqual(['possible_attack'])
  expect(kindsOf({ days, former: former('many_reviews', 3) })).toEqual(['possible_attack'])
  expect(kindsOf({ days, former: former('bad_reviews', 4) })).toEqual(['many_reviews'])
  expect(kindsOf({ days, former: former('possible_attack', 1) })).toEqual([])
  expect(kindsOf({ days, former: former('possible_attack', SILENT_DAYS + 1) })).toEqual(['possible_attack'])
})

const YEARS = 20
/** Share of one- and two-star reviews when nothing is wrong. */
const BAD_SHARE = 0.11

/** Upper limit, with up to 1.2 reviews a day. */
const FALSE_ALARMS_A_YEAR: Record<ActiveLevel, number> = { important: 0.6, all: 1 }

/** Alarms of all kinds per year when nothing changes, checked daily. */
function falseAlarms(level: ActiveLevel, perDay: number): number {
  const random = randomFrom(`${level === 'all' ? 'normal' : 'quiet'} ${perDay}`)
  const wait = () => -Math.log(1 - random.next()) / perDay
  let alarms = 0
  for (let year = 0; year < YEARS; year++) {
    const days = Array.from({ length: BASE_DAYS + RECENT_DAYS + 365 }, (): StarCounts => {
      const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
      // Intervals between reviews are exponentially distributed.
      for (let time = wait(); time < 1; time += wait()) stars[random.chance(BAD_SHARE) ? 0 : 4] += 1
      return stars
    })
    let former: { key: string; day: number; chance: number }[] = []
    for (let day = BASE_DAYS + RECENT_DAYS; day <= days.length; day += 1) {
      const found = alarmsOf({
        days: days.slice(day - BASE_DAYS - RECENT_DAYS, day),
        isUpToDate: true,
        topics: [],
        level,
        former: former.map((alarm) => ({ ...alarm, daysAgo: day - alarm.day })),
      })
      const told = found.known ? found.alarms : []
      alarms += told.length
      former = [...former, ...told.map(({ key, chance }) => ({ key, chance, day }))].slice(-10)
    }
  }
  return alarms / YEARS
}

test.each(
  (['important', 'all'] as const).flatMap((level) => [0.15, 0.4, 1.2].map((perDay) => ({ level, perDay }))),
)(
  'if nothing changes, $level has no more false alarms than stated at $perDay reviews a day',
  ({ level, perDay }) => {
    expect(falseAlarms(level, perDay)).toBeLessThanOrEqual(FALSE_ALARMS_A_YEAR[level])
  },
)
