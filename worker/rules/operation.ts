import * as v from 'valibot'
import { DAY_MS, HOUR_MS, MINUTE_MS } from './durations.ts'
import { ENDING_VERSIONS } from './graph-api.ts'

// The faults that an instance can have, each with its remedy. The operator's screen, the mails to the operator and `npm
// run doctor` all use these texts.

/** Time since the last tick (a cron trigger, every minute) after which ticks count as stopped. */
export const TICK_LATE_MS = 10 * MINUTE_MS
/**
 * Age of a queue's oldest step after which the queue counts as stopped. A lost message is sent again within 21 minutes.
 */
const QUEUE_LATE_MS = 45 * MINUTE_MS
const MAIL_LATE_MS = HOUR_MS
const WEBHOOK_LATE_MS = HOUR_MS
/** Largest database on the paid plan (https://developers.cloudflare.com/d1/platform/limits/). */
export const MAX_STORE_BYTES = 10 * 1000 ** 3
const STORE_WARNING_SHARE = 0.7
const VERSION_NOTICE_MS = 60 * DAY_MS

export const ClaimInput = v.object({ token: v.pipe(v.string(), v.maxLength(100)) })
export type ClaimInput = v.InferOutput<typeof ClaimInput>

/**
 * Severity of a fault. `broken`: nothing works. `wrong`: something doesn't work. `missing`: something that an owner may
 * want is missing.
 */
export type Severity = 'broken' | 'wrong' | 'missing'

export interface Fault {
  id: string
  severity: Severity
  text: string
  remedy: string
}

const SET_SECRET = (name: string) => `npx wrangler secret put ${name}`

/** Bindings of wrangler.toml that the worker needs. */
const BINDINGS = [
  'DB',
  'ASSETS',
  'COLLECT_GOOGLE',
  'COLLECT_YELP',
  'COLLECT_FACEBOOK',
  'COLLECT_TRIPADVISOR',
  'WEBHOOKS',
  'READ_REVIEWS',
  'COARSE_LIMIT',
] as const

const REQUIRED_SECRETS = ['SESSION_SECRET', 'MFA_ENCRYPTION_KEY', 'TOKEN_PRIVATE_JWK'] as const
const MIN_SECRET_CHARS = 32
const MIN_DIFFERENT_CHARS = 12

/** A group only works if all its settings are set. */
const GROUPS: readonly { name: string; settings: readonly string[] }[] = [
  { name: 'Sign-in with Google', settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'] },
  { name: 'Sign-in with GitHub', settings: ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'] },
  {
    name: 'Sign-in with Apple',
    settings: ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'],
  },
  { name: 'Connecting Facebook pages', settings: ['FACEBOOK_CLIENT_ID', 'FACEBOOK_CLIENT_SECRET'] },
  { name: 'Payment', settings: ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] },
]

export interface Setup {
  variables: Readonly<Record<string, unknown>>
  bindings: readonly string[]
}

/** Lists faults of the settings. Their texts name settings, but contain no values. */
export function settingFaults({ variables, bindings }: Setup): Fault[] {
  const given = (name: string) => {
    const value = variables[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const isProduction = given('ENVIRONMENT') === 'production'
  const faults: Fault[] = []
  const found = (id: string, severity: Severity, text: string, remedy: string) =>
    faults.push({ id, severity, text, remedy })

  for (const name of BINDINGS) {
    if (bindings.includes(name)) continue
    found(
      `binding:${name}`,
      'broken',
      `The binding ${name} is missing.`,
      'Take it from wrangler.toml again, and run `npm run deploy`.',
    )
  }
  for (const name of REQUIRED_SECRETS) {
    const value = given(name)
    if (!value)
      found(`secret:${name}`, 'broken', `${name} isn’t set.`, 'Run `npm run deploy`, which makes it.')
    else if (isProduction && isWeak(name, value))
      found(
        `weak:${name}`,
        'broken',
        `${name} is short, simple or an example.`,
        `Make another one: ${SET_SECRET(name)}; docs/operations.md says how to replace it without a gap.`,
      )
  }
  if (given('SESSION_SECRET') && given('SESSION_SECRET') === given('MFA_ENCRYPTION_KEY'))
    found(
      'same-secret',
      'wrong',
      'SESSION_SECRET and MFA_ENCRYPTION_KEY are the same.',
      'Replace one of them, as docs/operations.md says.',
    )
  const origin = URL.parse(given('APP_ORIGIN'))
  if (!origin)
    found(
      'origin',
      'broken',
      'APP_ORIGIN isn’t set, or isn’t an address.',
      'Set it under [vars] in wrangler.toml to the address people open.',
    )
  else if (isProduction && origin.protocol !== 'https:')
    found(
      'origin-http',
      'broken',
      'APP_ORIGIN doesn’t begin with https://.',
      'Set it to the https address under [vars] in wrangler.toml.',
    )
  if (isProduction && given('UPSTREAM_ORIGIN'))
    found(
      'upstream',
      'broken',
      'UPSTREAM_ORIGIN is set, which is for local machines.',
      'Remove it: npx wrangler secret delete UPSTREAM_ORIGIN',
    )
  if (isProduction && given('SCRYPT_COST') && Number(given('SCRYPT_COST')) < 16_384)
    found('scrypt', 'broken', 'SCRYPT_COST makes passwords easy to guess.', 'Remove it.')
  if (isProduction && !given('MAIL_FROM'))
    found(
      'mail-from',
      'wrong',
      'No mail is sent: MAIL_FROM isn’t set.',
      'Follow docs/mail.md. Mails that wait are sent then.',
    )
  else if (isProduction && !given('MAIL_API_KEY') && !bindings.includes('EMAIL'))
    found(
      'mail-service',
      'wrong',
      'No mail is sent: there is neither the EMAIL binding nor MAIL_API_KEY.',
      'Take the binding from wrangler.toml again, or set a key as docs/mail.md says.',
    )
  for (const { name, settings } of GROUPS) {
    const missing = settings.filter((one) => !given(one))
    if (missing.length === 0 || missing.length === settings.length) continue
    found(
      `half:${settings[0]}`,
      'wrong',
      `${name} is off: ${missing.join(', ')} isn’t set.`,
      missing.map(SET_SECRET).join('; '),
    )
  }
  if (isProduction && /^(sk|rk)_test_/.test(given('STRIPE_SECRET_KEY')))
    found(
      'stripe-test',
      'wrong',
      'STRIPE_SECRET_KEY is a test key: nobody really pays.',
      SET_SECRET('STRIPE_SECRET_KEY'),
    )
  const canCollect =
    given('PUBLIC_COLLECTION') === 'on' ||
    [
      'GOOGLE_PLACES_API_KEY',
      'YELP_API_KEY',
      'TRIPADVISOR_API_KEY',
      'GOOGLE_CLIENT_ID',
      'FACEBOOK_CLIENT_ID',
    ].some(given)
  if (!canCollect)
    found(
      'no-source',
      'missing',
      'Reviews can only be imported: no platform can be asked.',
      'Set up Google (docs/google.md), or another source (docs/sources.md).',
    )
  if (!given('GOOGLE_CLIENT_ID') && !given('GOOGLE_CLIENT_SECRET'))
    found('google', 'missing', 'Owners can’t connect Google or sign in with it.', 'docs/google.md')
  if (!given('STRIPE_SECRET_KEY') && !given('STRIPE_WEBHOOK_SECRET'))
    found('stripe', 'missing', 'Nothing is on sale.', 'docs/stripe.md')
  if (!given('PUSH_PRIVATE_JWK'))
    found(
      'push',
      'missing',
      'No messages are sent to phones: PUSH_PRIVATE_JWK isn’t set.',
      'Run `npm run deploy`, which makes it.',
    )
  if (!given('SUPPORT_EMAIL'))
    found(
      'support',
      'missing',
      'No screen says where people get help: SUPPORT_EMAIL isn’t set.',
      'Set SUPPORT_EMAIL under [vars] in wrangler.toml.',
    )
  for (const name of Object.keys(variables).filter((one) => one.endsWith('_PREVIOUS') && given(one)))
    found(
      `previous:${name}`,
      'missing',
      `${name} is still set: the old secret still works.`,
      `Once it isn’t needed any more: npx wrangler secret delete ${name}`,
    )
  return faults
}

function isWeak(name: string, value: string): boolean {
  if (name.endsWith('_JWK')) return /"kid"\s*:\s*"example"/.test(value)
  return (
    value.length < MIN_SECRET_CHARS ||
    value.startsWith('example') ||
    new Set(value).size < MIN_DIFFERENT_CHARS
  )
}

export interface Probe {
  name: ProbeName
  problem: string | null
}

/** Each key is tried with one harmless call. */
const PROBES = {
  'google-places': { title: 'Google’s Places API', remedy: SET_SECRET('GOOGLE_PLACES_API_KEY') },
  yelp: { title: 'Yelp’s API', remedy: SET_SECRET('YELP_API_KEY') },
  tripadvisor: { title: 'TripAdvisor’s API', remedy: SET_SECRET('TRIPADVISOR_API_KEY') },
  stripe: {
    title: 'Stripe',
    remedy: `Set it up as docs/stripe.md says; another key: ${SET_SECRET('STRIPE_SECRET_KEY')}`,
  },
} as const
export type ProbeName = keyof typeof PROBES

/** Times are Unix ms; null if unknown. */
export interface State {
  now: number
  hasOperator: boolean
  usesFacebook: boolean
  tickAt: number | null
  tickFaults: readonly string[]
  probes: readonly Probe[]
  probedAt: number | null
  /** Due time of the step that has waited longest, over all queues. */
  oldestStepDueAt: number | null
  waitingMails: number
  oldestMailAt: number | null
  waitingWebhooks: number
  oldestWebhookDueAt: number | null
  storeBytes: number
}

export function stateFaults(state: State): Fault[] {
  const { now, storeBytes } = state
  const faults: Fault[] = []
  const found = (id: string, severity: Severity, text: string, remedy: string) =>
    faults.push({ id, severity, text, remedy })
  const isLate = (at: number | null, limitMs: number) => at !== null && now - at > limitMs

  if (state.tickAt === null)
    found(
      'tick',
      'broken',
      'The tick hasn’t run yet.',
      'On a fresh account it takes up to 15 minutes. After that, look at the cron trigger in Cloudflare’s dashboard and deploy again.',
    )
  else if (isLate(state.tickAt, TICK_LATE_MS))
    found(
      'tick',
      'broken',
      'The tick has stopped: nothing is collected and no mail is sent.',
      'Look at the worker’s cron trigger and its errors in Cloudflare’s dashboard, then run `npm run deploy`.',
    )
  if (state.tickFaults.length > 0)
    found(
      'tick-part',
      'wrong',
      `Part of the last tick failed: ${state.tickFaults.join(', ')}.`,
      'The log says why, at tick_part_failed. It’s tried again every minute.',
    )
  if (isLate(state.oldestStepDueAt, QUEUE_LATE_MS))
    found(
      'queue',
      'broken',
      'A queue has stopped: collections wait for more than 45 minutes.',
      'Look at the queues in Cloudflare’s dashboard: is delivery paused, is the consumer there? `npm run deploy` makes what is missing.',
    )
  if (isLate(state.oldestMailAt, MAIL_LATE_MS))
    found(
      'mails',
      'wrong',
      `${state.waitingMails} mails wait, the oldest for more than an hour.`,
      'Look at docs/mail.md; the log says why, at mail_not_delivered.',
    )
  if (isLate(state.oldestWebhookDueAt, WEBHOOK_LATE_MS))
    found(
      'webhooks',
      'wrong',
      `${state.waitingWebhooks} webhook endpoints wait for more than an hour.`,
      'Look at the queue webhooks in Cloudflare’s dashboard.',
    )
  if (storeBytes >= STORE_WARNING_SHARE * MAX_STORE_BYTES)
    found(
      'storage',
      storeBytes >= 0.95 * MAX_STORE_BYTES ? 'broken' : 'wrong',
      `The database is ${Math.round((100 * storeBytes) / MAX_STORE_BYTES)} % full.`,
      'Ask Cloudflare for a larger one before it is full, or start a second instance for new organizations (docs/operations.md).',
    )
  const ending = ENDING_VERSIONS.find(
    ({ lastDayMs }) => lastDayMs - VERSION_NOTICE_MS <= now && now < lastDayMs + VERSION_NOTICE_MS,
  )
  if (ending && state.usesFacebook)
    found(
      `version:${ending.lastDayMs}`,
      'wrong',
      `${ending.name} ends on ${new Date(ending.lastDayMs).toISOString().slice(0, 10)}.`,
      'Upgrade this product: `git pull`, then `npm run deploy`. docs/sources.md says what a version gives.',
    )
  if (!state.hasOperator)
    found(
      'operator',
      'missing',
      'Nobody operates this instance, so nobody is notified of faults.',
      'Open the link in the log’s operator_link line.',
    )
  for (const { name, problem } of state.probes) {
    if (problem === null) continue
    const { title, remedy } = PROBES[name]
    found(`probe:${name}`, 'wrong', `${title}: ${problem}`, remedy)
  }
  return faults
}

/** True for faults that are reported by email, once until they are resolved. */
export function isMailed({ id }: Fault): boolean {
  return ['tick', 'queue', 'webhooks', 'storage'].includes(id) || id.startsWith('version:')
}

/**
 * Histogram buckets of page speed, by their upper bounds in ms; the last one is open-ended. Two buckets per doubling
 * are enough for a 75th percentile.
 */
export const SPEED_CLASSES_MS = [
  50, 100, 150, 200, 300, 400, 500, 700, 1000, 1400, 2000, 2500, 3000, 4000, 6000, 10_000, 60_000,
] as const

/** The 75th percentile of bucketed measurements, as the upper bound of its bucket; null without any. */
export function percentile75(classes: readonly { upToMs: number; count: number }[]): number | null {
  const all = classes.reduce((sum, { count }) => sum + count, 0)
  let passed = 0
  for (const { upToMs, count } of [...classes].sort((a, b) => a.upToMs - b.upToMs)) {
    passed += count
    if (passed >= 0.75 * all && all > 0) return upToMs
  }
  return null
}

export interface OperatorView {
  faults: Fault[]
  version: string
  /** ISO 8601, UTC. */
  tickAt: string | null
  probedAt: string | null
  probes: readonly Probe[]
  runs: { source: string; succeeded: number; failed: number; open: number; kinds: string[] }[]
  oldestStepDueAt: string | null
  waitingMails: number
  waitingWebhooks: number
  storeBytes: number
  maxStoreBytes: number
  /** 75th percentiles of the last 7 days, ms. */
  speed: { metric: 'LCP' | 'INP'; p75: number | null; count: number }[]
}
