import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import {
  isMailed,
  MAX_STORE_BYTES,
  percentile75,
  type Setup,
  type State,
  settingFaults,
  stateFaults,
} from '#worker/rules/operation.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

/** An instance without faults. */
const SETUP: Setup = {
  variables: {
    ENVIRONMENT: 'production',
    APP_ORIGIN: 'https://reviews.example.com',
    SESSION_SECRET: 'k3yR4nd0m-and-long-enough-for-production',
    MFA_ENCRYPTION_KEY: 'an0th3r-and-long-enough-for-production',
    TOKEN_PRIVATE_JWK: '{"kid":"2026","kty":"EC"}',
    PUSH_PRIVATE_JWK: '{"kid":"2026","kty":"EC"}',
    MAIL_FROM: 'Reviews <no-reply@example.com>',
    SUPPORT_EMAIL: 'help@example.com',
    GOOGLE_CLIENT_ID: 'id',
    GOOGLE_CLIENT_SECRET: 'secret',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  },
  bindings: [
    ...['DB', 'ASSETS', 'COLLECT_GOOGLE', 'COLLECT_YELP', 'COLLECT_FACEBOOK', 'COLLECT_TRIPADVISOR'],
    ...['WEBHOOKS', 'READ_REVIEWS', 'COARSE_LIMIT', 'EMAIL'],
  ],
}
const STATE: State = {
  now: NOW,
  hasOperator: true,
  usesFacebook: true,
  tickAt: NOW - MINUTE_MS,
  tickFaults: [],
  probes: [{ name: 'yelp', problem: null }],
  probedAt: NOW,
  oldestStepDueAt: NOW - MINUTE_MS,
  waitingMails: 2,
  oldestMailAt: NOW - MINUTE_MS,
  waitingWebhooks: 0,
  oldestWebhookDueAt: null,
  storeBytes: 1_000_000,
}

const withVariables = (changes: Record<string, string | undefined>): Setup => ({
  ...SETUP,
  variables: { ...SETUP.variables, ...changes },
})
const without = (binding: string): Setup => ({
  ...SETUP,
  bindings: SETUP.bindings.filter((one) => one !== binding),
})

test('no faults are found in a correct setup and state', () => {
  expect([...settingFaults(SETUP), ...stateFaults(STATE)]).toEqual([])
})

/** Description, setup, id of the expected fault, part of its remedy. */
const PLANTED_SETTINGS: [string, Setup, id: string, remedy: string][] = [
  ['a missing queue', without('COLLECT_YELP'), 'binding:COLLECT_YELP', 'npm run deploy'],
  ['a missing database', without('DB'), 'binding:DB', 'npm run deploy'],
  [
    'a missing secret',
    withVariables({ SESSION_SECRET: undefined }),
    'secret:SESSION_SECRET',
    'npm run deploy',
  ],
  [
    'a short secret',
    withVariables({ SESSION_SECRET: 'short' }),
    'weak:SESSION_SECRET',
    'wrangler secret put SESSION_SECRET',
  ],
  [
    'a simple secret',
    withVariables({ MFA_ENCRYPTION_KEY: 'abcabc'.repeat(8) }),
    'weak:MFA_ENCRYPTION_KEY',
    'secret put MFA_ENCRYPTION_KEY',
  ],
  [
    'the example key',
    withVariables({ TOKEN_PRIVATE_JWK: '{"kid":"example"}' }),
    'weak:TOKEN_PRIVATE_JWK',
    'TOKEN_PRIVATE_JWK',
  ],
  [
    'one secret for two things',
    withVariables({ MFA_ENCRYPTION_KEY: 'k3yR4nd0m-and-long-enough-for-production' }),
    'same-secret',
    'Replace one',
  ],
  ['no address', withVariables({ APP_ORIGIN: '' }), 'origin', '[vars]'],
  [
    'an address without https',
    withVariables({ APP_ORIGIN: 'http://reviews.example.com' }),
    'origin-http',
    'https',
  ],
  ['a simulator', withVariables({ UPSTREAM_ORIGIN: 'http://127.0.0.1:1' }), 'upstream', 'secret delete'],
  ['cheap passwords', withVariables({ SCRYPT_COST: '16' }), 'scrypt', 'Remove'],
  ['no sender of mails', withVariables({ MAIL_FROM: undefined }), 'mail-from', 'docs/mail.md'],
  ['no mail service', without('EMAIL'), 'mail-service', 'docs/mail.md'],
  [
    'half of Google',
    withVariables({ GOOGLE_CLIENT_SECRET: undefined }),
    'half:GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
  ],
  ['half of Apple', withVariables({ APPLE_TEAM_ID: 'team' }), 'half:APPLE_CLIENT_ID', 'APPLE_PRIVATE_KEY'],
  [
    'no webhook secret of Stripe',
    withVariables({ STRIPE_WEBHOOK_SECRET: '' }),
    'half:STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
  ],
  [
    'a test key of Stripe',
    withVariables({ STRIPE_SECRET_KEY: 'sk_test_1' }),
    'stripe-test',
    'STRIPE_SECRET_KEY',
  ],
  [
    'no source of reviews',
    withVariables({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' }),
    'no-source',
    'docs/google.md',
  ],
  [
    'nothing on sale',
    withVariables({ STRIPE_SECRET_KEY: '', STRIPE_WEBHOOK_SECRET: '' }),
    'stripe',
    'docs/stripe.md',
  ],
  ['no push messages', withVariables({ PUSH_PRIVATE_JWK: '' }), 'push', 'npm run deploy'],
  ['no address for help', withVariables({ SUPPORT_EMAIL: '' }), 'support', 'SUPPORT_EMAIL'],
  [
    'an old secret',
    withVariables({ SESSION_SECRET_PREVIOUS: 'k3yR4nd0m-and-long-enough-before-that' }),
    'previous:SESSION_SECRET_PREVIOUS',
    'secret delete',
  ],
]

test.each(PLANTED_SETTINGS)('settings with %s give the fault and its remedy', (_, setup, id, remedy) => {
  const found = settingFaults(setup)
  expect(found.find((fault) => fault.id === id)?.remedy.toLowerCase()).toContain(remedy.toLowerCase())
  // Values must never be shown.
  for (const value of Object.values(setup.variables))
    if (typeof value === 'string' && value.length > 12) expect(JSON.stringify(found)).not.toContain(value)
})

const PLANTED_STATES: [string, Partial<State>, id: string, remedy: string][] = [
  ['no tick yet', { tickAt: null }, 'tick', '15 minutes'],
  ['a stopped tick', { tickAt: NOW - 11 * MINUTE_MS }, 'tick', 'cron trigger'],
  ['a failing part of the tick', { tickFaults: ['alerts'] }, 'tick-part', 'tick_part_failed'],
  ['a stopped queue', { oldestStepDueAt: NOW - HOUR_MS }, 'queue', 'queues'],
  ['mails that wait', { oldestMailAt: NOW - 2 * HOUR_MS }, 'mails', 'docs/mail.md'],
  ['webhooks that wait', { oldestWebhookDueAt: NOW - 2 * HOUR_MS }, 'webhooks', 'queue'],
  ['a full store', { storeBytes: 0.7 * MAX_STORE_BYTES }, 'storage', 'larger'],
  [
    'a version that ends',
    { now: Date.UTC(2026, 11, 1), tickAt: null },
    `version:${Date.UTC(2027, 0, 21)}`,
    'git pull',
  ],
  ['nobody who operates it', { hasOperator: false }, 'operator', 'operator_link'],
  ['a dead key', { probes: [{ name: 'yelp', problem: 'dead' }] }, 'probe:yelp', 'YELP_API_KEY'],
  ['a wrong price', { probes: [{ name: 'stripe', problem: 'no price' }] }, 'probe:stripe', 'docs/stripe.md'],
]

test.each(PLANTED_STATES)('a state with %s gives the fault and its remedy', (_, changes, id, remedy) => {
  const found = stateFaults({ ...STATE, ...changes })
  expect(found.find((fault) => fault.id === id)?.remedy.toLowerCase()).toContain(remedy.toLowerCase())
})

test('the planted faults have at least 25 different ids', () => {
  const ids = [...PLANTED_SETTINGS, ...PLANTED_STATES].map(([, , id]) => id)
  expect(new Set(ids).size).toBeGreaterThanOrEqual(25)
})

test('an email is sent about parts that stopped or run out, not about parts never set up', () => {
  const mailed = (changes: Partial<State>) =>
    stateFaults({ ...STATE, ...changes })
      .filter(isMailed)
      .map(({ id }) => id)
  expect(mailed({ tickAt: NOW - DAY_MS })).toEqual(['tick'])
  expect(mailed({ storeBytes: 0.71 * MAX_STORE_BYTES })).toEqual(['storage'])
  expect(mailed({ storeBytes: 0.69 * MAX_STORE_BYTES })).toEqual([])
  expect(mailed({ hasOperator: false, tickFaults: ['alerts'] })).toEqual([])
  const quiet = { tickAt: null, oldestStepDueAt: null }
  expect(mailed({ now: Date.UTC(2026, 11, 1), usesFacebook: false, ...quiet })).toEqual(['tick'])
})

test.each([
  [[], null],
  [[[100, 1]], 100],
  [
    [
      [100, 3],
      [200, 1],
    ],
    100,
  ],
  [
    [
      [200, 1],
      [100, 2],
    ],
    200,
  ],
  [
    [
      [50, 1],
      [100, 1],
      [200, 1],
      [400, 1],
    ],
    200,
  ],
] as [number[][], number | null][])('the 75th percentile of %j is %j', (classes, expected) => {
  expect(percentile75(classes.map(([upToMs = 0, count = 0]) => ({ upToMs, count })))).toBe(expected)
})
