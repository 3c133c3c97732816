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

/** Short version of `npm run bench -- stories`. */
test.each([
  ['stars', 'one location'],
  ['complaints', 'one location'],
  ['stars', 'all locations'],
  ['complaints', 'all locations'],
] as const)(
  'the 90 percent interval for %s at %s is well calibrated, and false effects are rare',
  (measure, where) => {
    const { coverage, falselyWorked } = judgeEffects(volume(400, 2_000), 'short effects', measure, where)
    expect(coverage).toBeGreaterThanOrEqual(0.85)
    expect(coverage).toBeLessThanOrEqual(0.95)
    expect(falselyWorked).toBeLessThanOrEqual(0.05)
  },
)

type Stars = [number, number, number, number, number]

/** Location whose daily reviews change with an action; one-star reviews complain about waiting. */
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

test('a rise since the action at this location only is reported as working, with both averages', () => {
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

test('a rise shared by the other locations is not attributed to the action', () => {
  const rise = { before: MIXED, after: GOOD }
  const [finding] = said({ places: [place('here', rise), place('there', rise), place('elsewhere', rise)] })
  expect(finding?.kind).toBe('action_unclear')
  expect(finding?.method).toMatch(/^Compared with \d+ reviews from before and your 2 other locations\./)
})

test('a location with the same action at that time is not used for comparison', () => {
  const rise = { before: MIXED, after: GOOD }
  const actions = [marked(), marked({ id: 'other', businessId: 'there' })]
  const [finding] = said({ actions, places: [place('here', rise), place('there', rise)] })
  expect(finding?.kind).toBe('action_worked')
})

test('a rise on the same days a year ago is attributed to the season', () => {
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

test('an action on a topic is judged by complaints, and a clear drop lists all reviews since', () => {
  const fewer = place('here', { before: MIXED, after: GOOD })
  const [finding] = said({ actions: [marked({ topic: 'waiting' })], places: [fewer] })
  expect(finding?.kind).toBe('action_worked')
  expect(finding?.sentence).toBe(
    '“New chef” seems to have worked: nobody complained about waiting since Sep 21, usually about 61.',
  )
  // With no complaints to list, the reviews of that time are listed.
  expect(finding).toMatchObject({ n: 183, reviews: { visibility: 'public' } })
})

test('an unclear effect names the number of reviews still needed, which falls as reviews arrive', () => {
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

test('missing reviews before or since the action are stated, and a future action has no finding', () => {
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

test('an action taken after a fall is not blamed for it', () => {
  const fallen = place('here', { before: GOOD, after: MIXED, age: 85 })
  const [finding] = said({ places: [fallen] })
  expect(finding?.kind).toBe('action_unclear')
  expect(said({ actions: [marked({ day: dayAgo(85) })], places: [fallen] })[0]?.kind).toBe('action_harmed')
})

test('the next action with the same purpose ends the period of the previous one', () => {
  const actions = [marked(), marked({ id: 'next', day: dayAgo(20), name: 'New menu' })]
  const [first, second] = said({ actions, places: [place('here', { before: MIXED, after: GOOD })] })
  expect(first).toMatchObject({ from: dayAgo(60), to: dayAgo(21) })
  expect(second).toMatchObject({ from: dayAgo(20), to: TODAY })
})

test('an action at all locations is judged per location, each against its own past only', () => {
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

/** Location with reviews every 20th day. */
function quiet(id: string, change: { before: Stars; after: Stars }): PlaceDays {
  const { days, ...rest } = place(id, change)
  return { ...rest, days: days.filter((_, ago) => ago % 20 === 0), complaints: [] }
}

test('an effect too small at each location is found across all locations', () => {
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

test('more reviews at a good location do not count as an effect', () => {
  const better = place('better', { before: [0, 0, 0, 0, 1], after: [0, 0, 0, 0, 4] })
  const worse = place('worse', { before: [0, 0, 3, 0, 0], after: [0, 0, 1, 0, 0] })
  const found = together([better, worse])
  expect(found).toMatchObject({ kind: 'action_unclear', before: 4.6, after: 4.6 })
})

test('a location without reviews since the action is left out, and the sentence says so', () => {
  const rise = { before: MIXED, after: GOOD }
  const closed = place('closed', { before: MIXED, after: [0, 0, 0, 0, 0] })
  expect(together([place('here', rise), place('there', rise), closed])?.sentence).toMatch(
    /^2 of 3 locations together: /,
  )
})

test('an action on a topic at all locations is judged by all their complaints', () => {
  const fewer = { before: MIXED, after: GOOD }
  const action = marked({ businessId: null, topic: 'waiting' })
  const places = [place('here', fewer), place('there', fewer)]
  expect(togetherFinding(action, { today: TODAY, actions: [action], places })?.sentence).toBe(
    'Both locations together: “New chef” seems to have worked: nobody complained about waiting since Sep 21, usually about 122.',
  )
})

test('a single location, or one without earlier reviews, gets no combined finding', () => {
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
