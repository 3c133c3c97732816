import { expect, test } from 'vitest'
import { judgeEffects } from '#tests/bench/stories/effects.ts'
import { volume } from '#tests/volume.ts'
import {
  type ActionsInput,
  actionFindings,
  type PlaceDays,
  togetherFinding,
} from '#worker/insights/findings/action-findings.ts'
import type { MarkedAction } from '#worker/rules/actions.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'

const TODAY = '2026-11-20'
const dayAgo = (days: number) => utcDay(Date.parse(TODAY) - days * DAY_MS)

/** The short form of `npm run bench -- stories`. */
test.each([
  ['stars', 'one location'],
  ['complaints', 'one location'],
  ['stars', 'all locations'],
  ['complaints', 'all locations'],
] as const)(
  'the 90 percent interval of an effect in %s at %s covers what was planted, and nothing planted seldom worked',
  (measure, where) => {
    const { coverage, falselyWorked } = judgeEffects(volume(400, 2_000), 'short effects', measure, where)
    expect(coverage).toBeGreaterThanOrEqual(0.85)
    expect(coverage).toBeLessThanOrEqual(0.95)
    expect(falselyWorked).toBeLessThanOrEqual(0.05)
  },
)

type Stars = [number, number, number, number, number]

/** A location with the same reviews every day, and others since an action; of bad ones half blame the waiting. */
function place(
  id: string,
  { before, after, age = 60 }: { before: Stars; after: Stars; age?: number },
): PlaceDays {
  const days = Array.from({ length: 240 }, (_, ago) => ({
    day: dayAgo(ago),
    stars: ago > age ? before : after,
  }))
  return {
    id,
    name: id,
    days,
    complaints: days.map(({ day, stars }) => ({ topic: 'waiting' as const, day, count: stars[0] })),
  }
}

const marked = (more: Partial<MarkedAction> = {}): MarkedAction => ({
  id: 'action',
  day: dayAgo(60),
  name: 'New chef',
  topic: null,
  businessId: 'here',
  ...more,
})

function said(input: Partial<ActionsInput>) {
  return actionFindings({ today: TODAY, actions: [marked()], places: [], ...input })
}

const MIXED: Stars = [1, 0, 0, 1, 1]
const GOOD: Stars = [0, 0, 0, 1, 2]

test('a rise since the action, and only here, worked; with the figures of both times', () => {
  const [finding] = said({ places: [place('here', { before: MIXED, after: GOOD })] })
  expect(finding).toMatchObject({ kind: 'action_worked', n: 183, isGood: true })
  expect(finding?.sentence).toBe('“New chef” seems to have worked: 4.7 stars since Sep 21, 3.3 before.')
  expect(finding?.reviews).toEqual({
    businessId: 'here',
    visibility: 'public',
    from: '2026-09-21',
    to: TODAY,
  })
})

test('what rose at the other locations alike is none of its doing', () => {
  const rise = { before: MIXED, after: GOOD }
  const [finding] = said({ places: [place('here', rise), place('there', rise), place('elsewhere', rise)] })
  expect(finding?.kind).toBe('action_unclear')
  expect(finding?.method).toMatch(/^Compared with \d+ reviews from before and your 2 other locations\./)
})

test('a location where the same was done at that time says nothing of what would have been', () => {
  const rise = { before: MIXED, after: GOOD }
  const actions = [marked(), marked({ id: 'other', businessId: 'there' })]
  const [finding] = said({ actions, places: [place('here', rise), place('there', rise)] })
  expect(finding?.kind).toBe('action_worked')
})

test('a rise of every year is the season', () => {
  const rising = place('here', { before: MIXED, after: GOOD })
  const lastYear = rising.days.map(({ day, stars }) => ({
    day: utcDay(Date.parse(day) - 365 * DAY_MS),
    stars,
  }))
  const [alone] = said({ places: [rising] })
  const [seasonal] = said({ places: [{ ...rising, days: [...rising.days, ...lastYear] }] })
  expect(seasonal?.interval?.high).toBeLessThan(alone?.interval?.high ?? 0)
  expect(seasonal?.method).toContain('the same days a year ago')
})

test('of a topic complaints count, and a certain fall of them is told with its few', () => {
  const fewer = place('here', { before: MIXED, after: GOOD })
  const [finding] = said({ actions: [marked({ topic: 'waiting' })], places: [fewer] })
  expect(finding?.kind).toBe('action_worked')
  expect(finding?.sentence).toBe(
    '“New chef” seems to have worked: nobody complained about waiting since Sep 21, usually about 61.',
  )
  // Nobody's complaints can't be listed: the reviews of that time are.
  expect(finding).toMatchObject({ n: 183, reviews: { visibility: 'public' } })
})

test('too early to tell names how many more reviews it takes, fewer the more there are', () => {
  const steady: Stars = [0, 0, 1, 0, 1]
  const needed = [2, 5].map((age) => {
    const [finding] = said({
      actions: [marked({ day: dayAgo(age) })],
      places: [place('here', { before: steady, after: steady, age })],
    })
    return finding?.sentence
  })
  expect(needed).toEqual([
    'No clear effect of “New chef” yet: 4.0 stars since Nov 18, 4.0 before. About 30 more reviews are needed.',
    'No clear effect of “New chef” yet: 4.0 stars since Nov 15, 4.0 before. About 25 more reviews are needed.',
  ])
})

test('nothing before or nothing since is said as that', () => {
  const none: Stars = [0, 0, 0, 0, 0]
  const since = said({ places: [place('here', { before: MIXED, after: none })] })
  expect(since[0]?.sentence).toMatch(/^No reviews yet since “New chef” on Sep 21\./)
  const before = said({ places: [place('here', { before: none, after: GOOD })] })
  expect(before[0]?.sentence).toBe(
    'There are too few reviews from before Sep 21 to tell what “New chef” changed.',
  )
  expect(
    said({
      actions: [marked({ day: '2026-12-01' })],
      places: [place('here', { before: MIXED, after: GOOD })],
    }),
  ).toEqual([])
})

test('who acts because of a fall has not caused it', () => {
  const fallen = place('here', { before: GOOD, after: MIXED, age: 85 })
  const [finding] = said({ places: [fallen] })
  expect(finding?.kind).toBe('action_unclear')
  expect(said({ actions: [marked({ day: dayAgo(85) })], places: [fallen] })[0]?.kind).toBe('action_harmed')
})

test('the next action for the same purpose ends the time it is judged by', () => {
  const actions = [marked(), marked({ id: 'next', day: dayAgo(20), name: 'New menu' })]
  const [first, second] = said({ actions, places: [place('here', { before: MIXED, after: GOOD })] })
  expect(first).toMatchObject({ from: dayAgo(60), to: dayAgo(21) })
  expect(second).toMatchObject({ from: dayAgo(20), to: TODAY })
})

test('at all locations it is told of each, against its own past alone', () => {
  const rise = { before: MIXED, after: GOOD }
  const found = said({
    actions: [marked({ businessId: null })],
    places: [place('here', rise), place('there', rise)],
  })
  expect(found.map(({ businessId, kind }) => `${businessId} ${kind}`)).toEqual([
    'here action_worked',
    'there action_worked',
  ])
  expect(
    said({
      actions: [marked({ businessId: null })],
      places: [place('here', rise), place('there', rise)],
      only: 'there',
    }),
  ).toHaveLength(1)
})

const everywhere = marked({ businessId: null })
const together = (places: PlaceDays[]) =>
  togetherFinding(everywhere, { today: TODAY, actions: [everywhere], places })

/** A location with reviews every twentieth day. */
function quiet(id: string, change: { before: Stars; after: Stars }): PlaceDays {
  const { days, ...rest } = place(id, change)
  return { ...rest, days: days.filter((_, ago) => ago % 20 === 0), complaints: [] }
}

test('what is too little to tell at each location is told of all together', () => {
  const rise = { before: [0, 1, 0, 1, 1], after: [0, 0, 0, 1, 1] } satisfies Record<string, Stars>
  const places = ['one', 'two', 'three', 'four'].map((id) => quiet(id, rise))
  expect(said({ actions: [everywhere], places }).map(({ kind }) => kind)).toEqual(
    Array(4).fill('action_unclear'),
  )
  const found = together(places)
  expect(found).toMatchObject({ kind: 'action_worked', n: 32, isGood: true })
  expect(found?.sentence).toBe(
    'All 4 locations together: “New chef” seems to have worked: 4.5 stars since Sep 21, 3.7 before.',
  )
  expect(found?.reviews).toEqual({ visibility: 'public', from: '2026-09-21', to: TODAY })
})

test('a good location that only gets more reviews than before changes nothing', () => {
  const better = place('better', { before: [0, 0, 0, 0, 1], after: [0, 0, 0, 0, 4] })
  const worse = place('worse', { before: [0, 0, 3, 0, 0], after: [0, 0, 1, 0, 0] })
  const found = together([better, worse])
  expect(found).toMatchObject({ kind: 'action_unclear', before: 4.6, after: 4.6 })
})

test('a location without reviews since is named as left out', () => {
  const rise = { before: MIXED, after: GOOD }
  const closed = place('closed', { before: MIXED, after: [0, 0, 0, 0, 0] })
  expect(together([place('here', rise), place('there', rise), closed])?.sentence).toMatch(
    /^2 of 3 locations together: /,
  )
})

test('of a topic the complaints at all locations count', () => {
  const fewer = { before: MIXED, after: GOOD }
  const action = marked({ businessId: null, topic: 'waiting' })
  const places = [place('here', fewer), place('there', fewer)]
  expect(togetherFinding(action, { today: TODAY, actions: [action], places })?.sentence).toBe(
    'Both locations together: “New chef” seems to have worked: nobody complained about waiting since Sep 21, usually about 122.',
  )
})

test('one location, or one without reviews from before, is not taken together', () => {
  const rise = { before: MIXED, after: GOOD }
  expect(together([place('here', rise)])).toBeNull()
  const opened = place('new', { before: [0, 0, 0, 0, 0], after: GOOD })
  expect(together([place('here', rise), place('there', rise), opened])).toBeNull()
  expect(
    togetherFinding(marked(), {
      today: TODAY,
      actions: [],
      places: [place('here', rise), place('there', rise)],
    }),
  ).toBeNull()
})
