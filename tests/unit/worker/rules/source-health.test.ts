import { describe, expect, test } from 'vitest'
import { FAILURE_KINDS, type FailureKind } from '#worker/rules/failures.ts'
import {
  healthStatus,
  historyText,
  type PlatformHealth,
  type SourceHealth,
} from '#worker/rules/source-health.ts'

const AT = '2026-03-18T09:30:00.000Z'
const ON = { isActive: true, aboveLimit: false }

function source(given: Partial<SourceHealth> = {}): SourceHealth {
  return {
    platform: 'google',
    source: 'google-public',
    listingUrl: 'https://www.google.com/maps?cid=1',
    keeps: 'reviews',
    statedTotal: 10,
    statedRating: null,
    storedTotal: 10,
    backfilling: false,
    lastAttemptAt: AT,
    lastSucceededAt: AT,
    nextDueAt: AT,
    limit: null,
    trouble: null,
    refusal: null,
    latestRun: null,
    ...given,
  }
}

function entry(given: Partial<SourceHealth> | null, plan: string | null = null): PlatformHealth {
  return {
    platform: given?.platform ?? 'google',
    unlockedBy: plan,
    source: given && source(given),
  }
}

const inTrouble = (kind: FailureKind, given: Partial<SourceHealth> = {}) =>
  healthStatus(entry({ trouble: { kind, message: 'It said so.', since: AT }, ...given }), ON)

describe('a platform', () => {
  test('locked by the plan names the plan that unlocks it and says that reviews are kept', () => {
    const empty = healthStatus({ platform: 'facebook', unlockedBy: 'Pro', source: null }, ON)
    expect(empty).toMatchObject({ headline: 'Part of the Pro plan', remedy: 'see_plans' })
    const stored = healthStatus(entry({}, 'Pro'), ON)
    expect(stored.text).toContain('Reviews collected so far are kept.')
  })

  test.each([
    ['google', 'connect'],
    ['yelp', 'add_link'],
    ['facebook', 'connect'],
    ['tripadvisor', 'add_link'],
  ] as const)('%s without a source suggests %s', (platform, remedy) => {
    const words = healthStatus({ platform, unlockedBy: null, source: null }, ON)
    expect(words).toMatchObject({ headline: 'Not set up', remedy })
  })

  test('of a paused business or one above the limit reports that first', () => {
    const failing = entry({ trouble: { kind: 'blocked', message: 'No.', since: AT } })
    expect(healthStatus(failing, { isActive: false, aboveLimit: true }).remedy).toBe('resume')
    expect(healthStatus(failing, { isActive: true, aboveLimit: true }).remedy).toBe('see_plans')
  })
})

describe('a source', () => {
  test('that was never collected is shown as not checked yet', () => {
    const words = healthStatus(entry({ lastSucceededAt: null, lastAttemptAt: null, storedTotal: 0 }), ON)
    expect(words).toMatchObject({ headline: 'Not checked yet', remedy: null })
  })

  test('without reviews is reported as having no reviews yet', () => {
    for (const none of [
      entry({ storedTotal: 0, statedTotal: 0 }),
      entry({ platform: 'yelp', source: 'yelp-public', storedTotal: 0, statedTotal: null }),
      entry({ source: 'google-business-profile', storedTotal: 0, statedTotal: null }),
    ]) {
      expect(healthStatus(none, ON)).toMatchObject({ tone: 'good', headline: 'No reviews yet' })
    }
  })

  test("of Google's public pages without a stated total is not reported as empty", () => {
    const words = healthStatus(entry({ storedTotal: 0, statedTotal: null }), ON)
    expect(words).toMatchObject({ tone: 'warning', remedy: 'connect' })
    expect(words.text).toContain('this does not mean that there are none')
  })

  test('without problems is reported as up to date', () => {
    expect(healthStatus(entry({}), ON)).toMatchObject({ tone: 'good', headline: 'Up to date' })
  })

  test('closed by the operator states the reason and the alternative, if any', () => {
    const refusal = { reason: 'It is switched off here.', until: null }
    expect(healthStatus(entry({ refusal }), ON)).toMatchObject({
      text: 'It is switched off here.',
      remedy: 'connect',
    })
    const yelp = entry({ refusal, platform: 'yelp', source: 'yelp-public' })
    expect(healthStatus(yelp, ON).remedy).toBe('import')
  })

  test('with only a short wait is reported as up to date', () => {
    const refusal = { reason: 'Asked a moment ago.', until: AT }
    expect(healthStatus(entry({ refusal }), ON).headline).toBe('Up to date')
  })

  test('that gives only numbers points to one that gives all reviews, if there is one', () => {
    const places = healthStatus(entry({ source: 'google-places', keeps: 'numbers' }), ON)
    expect(places).toMatchObject({ headline: 'Up to date', remedy: 'connect' })
    expect(places.text).toContain('Your Google Business Profile gives you all reviews')
    const yelp = entry({ source: 'yelp-fusion', platform: 'yelp', keeps: 'numbers' })
    expect(healthStatus(yelp, ON).remedy).toBeNull()
  })

  test("whose reviews can't be stored is reported as shown live", () => {
    const live = {
      source: 'tripadvisor',
      platform: 'tripadvisor',
      keeps: 'nothing',
      lastSucceededAt: null,
    } as const
    expect(healthStatus(entry(live), ON)).toMatchObject({
      tone: 'good',
      headline: 'Shown live',
      remedy: null,
    })
  })
})

describe('a failing source', () => {
  test.each(FAILURE_KINDS)("with %s shows the source's message and no codes", (kind) => {
    const { headline, text } = inTrouble(kind)
    expect(text).toContain('It said so.')
    expect(`${headline} ${text}`).not.toMatch(/_|undefined|null/)
    expect(text).toMatch(/\.$/)
  })

  test('with a limited view says so and points to the alternative', () => {
    const words = inTrouble('limited_view')
    expect(words).toMatchObject({
      tone: 'bad',
      headline: 'A limited view without reviews',
      remedy: 'connect',
    })
    expect(words.text).toContain('That does not mean that there are none.')
    expect(words.text).toContain('Your Google Business Profile')
  })

  test.each([
    ['blocked', 'google-public', 'connect'],
    ['consent', 'google-public', 'connect'],
    ['blocked', 'yelp-public', 'import'],
    ['not_found', 'google-public', 'correct_link'],
    ['wrong_listing', 'yelp-public', 'correct_link'],
    ['not_found', 'google-business-profile', 'connect'],
    ['reconnect', 'google-business-profile', 'reconnect'],
    ['reconnect', 'facebook', 'reconnect'],
    ['not_allowed', 'google-business-profile', 'connect'],
    ['not_allowed', 'yelp-fusion', null],
    ['not_allowed', 'google-places', 'connect'],
    ['not_offered', 'yelp-fusion', 'import'],
    ['not_offered', 'google-business-profile', 'import'],
    ['not_offered', 'facebook', 'import'],
    ['ended', 'facebook', 'import'],
    ['not_offered', 'google-places', 'connect'],
    ['unavailable', 'google-public', null],
    ['rate_limited', 'yelp-public', null],
    ['quota', 'yelp-fusion', null],
    ['format_changed', 'yelp-public', null],
    ['own_fault', 'google-public', null],
  ] as const)('with %s at %s suggests %s', (kind, name, remedy) => {
    const [platform = ''] = name.split('-')
    expect(inTrouble(kind, { source: name, platform: platform as 'google' }).remedy).toBe(remedy)
  })

  test('with a temporary error says whether a retry is automatic', () => {
    expect(inTrouble('unavailable').text).toContain('We’ll try again automatically.')
    expect(inTrouble('unavailable', { nextDueAt: null }).text).toContain('Press Collect now')
  })
})

test.each([
  ['older ones are to come', { backfilling: true }, 'Older reviews come with the next checks.'],
  [
    'older ones come by hand',
    { backfilling: true, nextDueAt: null },
    'Older reviews come each time you collect.',
  ],
  ['fewer than stated', { storedTotal: 8 }, 'Google counts reviews that its list does not show.'],
  ['all', {}, 'Everything the list shows is here.'],
  ['never collected', { lastSucceededAt: null }, null],
  ['not stored', { keeps: 'numbers' }, null],
] as const)('the history text is correct: %s', (_, given, text) => {
  expect(historyText(source(given))).toBe(text)
})

test.each([
  [1, null, '1 new review waits until Dec 1.'],
  [12, 'Pro', '12 new reviews wait until Dec 1, or come now with Pro.'],
])(
  'a monthly limit with %i waiting reviews is a warning and names a larger plan, if any',
  (waiting, moreWith, text) => {
    const limit = { kind: 'month', waiting, until: '2026-12-01T00:00:00.000Z', moreWith } as const
    expect(healthStatus(entry({ limit }), ON)).toEqual({
      tone: 'warning',
      headline: 'Limit reached: new reviews from Dec 1',
      text,
      remedy: moreWith && 'see_plans',
    })
  },
)
