import * as v from 'valibot'
import { expect, test } from 'vitest'
import { collectionOptions, ListRunsInput, RunId, StartCollectionInput } from '#worker/rules/collection.ts'
import { messageOf } from './messages.ts'

const ID = '0199a3c4-7d1e-7c2b-9f00-0123456789ab'

test.each([
  ['google', 'free', 1, 2_000, true],
  ['google', 'pro', 5, 2_000, true],
  ['google', 'ai_insights', 20, 2_000, true],
  ['yelp', 'pro', 5, 3_000, false],
  ['facebook', 'pro', 5, 3_000, false],
  ['tripadvisor', 'enterprise', 20, 3_000, false],
  ['google', 'gold', 1, 2_000, true],
] as const)(
  "%s on %s uses the plan's %i pages, one every %i ms",
  (platform, plan, pages, rateLimitMs, rotates) => {
    expect(collectionOptions(platform, plan)).toEqual({
      pages,
      rateLimitMs,
      timeoutMs: 30_000,
      retryAttempts: 3,
      userAgentRotation: rotates,
    })
  },
)

test.each([
  [{ maxPages: 2 }, { pages: 2 }],
  [{ maxPages: 5 }, { pages: 5 }],
  [{ maxPages: 6 }, { pages: 5 }],
  [{ maxPages: 0 }, { pages: 1 }],
  [{ maxPages: -3 }, { pages: 1 }],
  [{ rateLimitMs: 999 }, { rateLimitMs: 1_000 }],
  [{ rateLimitMs: 1_000 }, { rateLimitMs: 1_000 }],
  [{ rateLimitMs: 60_001 }, { rateLimitMs: 60_000 }],
  [{ timeoutMs: 999 }, { timeoutMs: 1_000 }],
  [{ timeoutMs: 12_000 }, { timeoutMs: 12_000 }],
  [{ timeoutMs: 30_001 }, { timeoutMs: 30_000 }],
  [{ retryAttempts: -1 }, { retryAttempts: 0 }],
  [{ retryAttempts: 0 }, { retryAttempts: 0 }],
  [{ retryAttempts: 4 }, { retryAttempts: 3 }],
  [{ userAgentRotation: false }, { userAgentRotation: false }],
  [{ userAgentRotation: true }, { userAgentRotation: true }],
])('requesting %j on pro gives %j', (wish, given) => {
  expect(collectionOptions('google', 'pro', wish)).toMatchObject(given)
})

test('a collection needs a business and uses each platform once', () => {
  expect(v.parse(StartCollectionInput, { businessId: ID })).toEqual({ businessId: ID, options: {} })
  expect(
    v.parse(StartCollectionInput, {
      businessId: ID,
      platforms: ['yelp', 'google', 'yelp'],
      options: { maxPages: 99, userAgentRotation: true, proxyEnabled: true, captchaHandling: true, other: 1 },
    }),
  ).toEqual({
    businessId: ID,
    platforms: ['yelp', 'google'],
    options: { maxPages: 99, userAgentRotation: true, proxyEnabled: true, captchaHandling: true },
  })
})

test.each([
  [{ businessId: '1' }, 'Unknown business. Choose one from the list.'],
  [{ platforms: [] }, 'Choose at least one platform.'],
  [{ platforms: ['trustpilot'] }, 'Choose one of the platforms listed.'],
  [{ platforms: 'google' }, 'Choose the platforms to collect from.'],
  [{ platforms: Array(5).fill('google') }, 'Choose each platform once.'],
  [{ options: { maxPages: 1.5 } }, 'Options must be whole numbers.'],
  [{ options: { timeoutMs: '30000' } }, 'Options must be whole numbers.'],
  [{ options: { rateLimitMs: Number.POSITIVE_INFINITY } }, 'Options must be whole numbers.'],
  [{ options: { userAgentRotation: 1 } }, 'User agent rotation must be on or off.'],
  [{ options: { proxyEnabled: 'no' } }, 'Proxies must be on or off.'],
  [{ options: { captchaHandling: 0 } }, 'Captcha handling must be on or off.'],
])('starting a collection with %j gives %j', (change, message) => {
  expect(messageOf(StartCollectionInput, { businessId: ID, ...change })).toBe(message)
})

test('runs can be requested one by one or as a list', () => {
  expect(messageOf(RunId, { id: ID })).toBeNull()
  expect(messageOf(RunId, { id: 'x' })).toBe('Unknown collection run. Open it from the list.')
  expect(v.parse(ListRunsInput, undefined)).toEqual({ limit: 50 })
  expect(v.parse(ListRunsInput, { businessId: ID })).toEqual({ businessId: ID, limit: 50 })
})
