import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { createTenant, nobodysObjects, type Tenant } from '#tests/edge/support/tenant.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { SPECIFIED_MESSAGES } from '#tests/specified-messages.ts'
import { SESSION_LIFETIME_MS } from '#worker/rules/sessions.ts'

const nobodys = nobodysObjects()

let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant('owner', Date.now())
})

/** The tenant's procedures on a database that fails for matching SQL. */
function faulty(matches: RegExp, plan = 'ai_insights') {
  return apiFor(tenant.account, { plan, env: { ...env, DB: failing(env.DB, matches) } })
}
const own = () => apiFor(tenant.account)
const broken = () => faulty(/businesses|review_responses|reviews/)

/** Calls a procedure over HTTP, with or without a cookie. */
async function asked(path: string, input: unknown, cookie?: string): Promise<never> {
  const answer = await askProcedure(path, input, { headers: cookie === undefined ? {} : { cookie } })
  const { error } = await answer.json<{ error: { message: string; data: { code: string } } }>()
  throw Object.assign(new Error(error.message), { code: error.data.code })
}

const NOT_FOUND = { code: 'NOT_FOUND', reason: 'not found' }
const UNAVAILABLE = { code: 'SERVICE_UNAVAILABLE', reason: 'temporarily unavailable' }
const NO_SESSION = { code: 'UNAUTHORIZED', reason: '' }

type Case = [
  message: string,
  cause: string,
  told: { code: string; reason: string },
  call: () => Promise<unknown>,
]

const BUSINESS_CASES: Case[] = [
  ['Failed to fetch businesses: {reason}', 'a fault', UNAVAILABLE, () => broken().businesses.list({})],
  [
    'Failed to search businesses: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.list({ search: 'x', isActive: true }),
  ],
  [
    'Failed to filter businesses: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.list({ isActive: false }),
  ],
  [
    'Failed to fetch business: {reason}',
    'an id that nobody has',
    NOT_FOUND,
    () => own().businesses.get({ id: nobodys.businessId }),
  ],
  [
    'Failed to fetch business: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.get({ id: tenant.businessId }),
  ],
  [
    'Failed to check current business count',
    'a fault',
    UNAVAILABLE,
    () => faulty(/^select count/, 'free').businesses.create({ name: 'One more' }),
  ],
  [
    'Failed to create business: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.create({ name: 'Harbor Books' }),
  ],
  [
    'Failed to create business: {reason}',
    'an address that is not proven',
    { code: 'FORBIDDEN', reason: 'permission denied' },
    () => apiFor(tenant.account, { isVerified: false }).businesses.create({ name: 'One more' }),
  ],
  [
    'Failed to update business: {reason}',
    'an id that nobody has',
    NOT_FOUND,
    () => own().businesses.update({ id: nobodys.businessId, name: 'X' }),
  ],
  [
    'Failed to update business: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.update({ id: tenant.businessId, name: 'X' }),
  ],
  [
    'Failed to delete business: {reason}',
    'an id that nobody has',
    NOT_FOUND,
    () => own().businesses.remove({ id: nobodys.businessId }),
  ],
  [
    'Failed to delete business: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.remove({ id: tenant.businessId }),
  ],
  ['Failed to get business count: {reason}', 'a fault', UNAVAILABLE, () => broken().businesses.count()],
  [
    'Failed to get business count: {reason}',
    'a fault under the statistics',
    UNAVAILABLE,
    () => broken().businesses.stats(),
  ],
  [
    'Failed to get active business count: {reason}',
    'a fault',
    UNAVAILABLE,
    () => broken().businesses.count({ isActive: true }),
  ],
  ['Failed to verify user profile', 'a fault', UNAVAILABLE, () => faulty(/profiles/).profile.get()],
  [
    'Failed to create user profile',
    'a fault',
    UNAVAILABLE,
    () =>
      apiFor(null, { env: { ...env, DB: failing(env.DB, /insert into "profiles"/) } }).auth.signUp({
        email: `new-${tenant.businessId}@example.test`,
        password: 'Harbor-Lantern-42',
        fullName: 'Robin Quill',
      }),
  ],
  [
    'User not authenticated',
    'no session',
    NO_SESSION,
    () => asked('businesses.create', { name: 'Harbor Books' }),
  ],
  [
    'User not authenticated',
    'no session for an answer',
    NO_SESSION,
    () => asked('responses.create', { reviewId: '1', text: 'Thanks' }),
  ],
]

const AUTH_CASES: Case[] = [
  [
    'Failed to load organizations',
    'a fault',
    UNAVAILABLE,
    () => faulty(/organization_users/).organizations.createDefault(),
  ],
  ['No session found', 'no session', NO_SESSION, () => asked('businesses.update', { id: 'x' })],
  [
    'Invalid or expired session',
    'a session that has ended',
    NO_SESSION,
    async () =>
      asked(
        'businesses.update',
        { id: 'x' },
        await signedIn(tenant.account, { createdAt: Date.now() - SESSION_LIFETIME_MS - 1 }),
      ),
  ],
]

const RESPONSE_CASES: Case[] = [
  [
    'Failed to create review response: ...',
    'a review that nobody has',
    NOT_FOUND,
    () => own().responses.create({ reviewId: nobodys.reviewId, text: 'Thanks' }),
  ],
  [
    'Failed to create review response: ...',
    'a review that has one',
    { code: 'CONFLICT', reason: 'invalid data' },
    () => own().responses.create({ reviewId: tenant.reviewId, text: 'Thanks' }),
  ],
  [
    'Failed to create review response: ...',
    'a fault',
    UNAVAILABLE,
    () => broken().responses.create({ reviewId: tenant.reviewId, text: 'Thanks' }),
  ],
  [
    'Failed to update review response: ...',
    'an id that nobody has',
    NOT_FOUND,
    () => own().responses.update({ id: nobodys.responseId, text: 'Thanks' }),
  ],
  [
    'Failed to update review response: ...',
    'a fault',
    UNAVAILABLE,
    () => broken().responses.update({ id: tenant.responseId, text: 'Thanks' }),
  ],
  [
    'Failed to fetch review response: ...',
    'a fault',
    UNAVAILABLE,
    () => broken().responses.forReview({ reviewId: tenant.reviewId }),
  ],
  [
    'Failed to fetch business responses: ...',
    'an id that nobody has',
    NOT_FOUND,
    () => own().responses.forBusiness({ businessId: nobodys.businessId }),
  ],
  [
    'Failed to fetch business responses: ...',
    'a fault',
    UNAVAILABLE,
    () => broken().responses.forBusiness({ businessId: tenant.businessId }),
  ],
  [
    'Failed to delete review response: ...',
    'an id that nobody has',
    NOT_FOUND,
    () => own().responses.remove({ id: nobodys.responseId }),
  ],
  [
    'Failed to delete review response: ...',
    'a fault',
    UNAVAILABLE,
    () => broken().responses.remove({ id: tenant.responseId }),
  ],
]

const CASES = [...BUSINESS_CASES, ...AUTH_CASES, ...RESPONSE_CASES]

/** Returned before any procedure runs, so it has its own test below. */
const BEFORE_PROCEDURES = 'Failed to check user session'

test('every specified message that is not tested elsewhere has a case here', () => {
  const heardHere = Object.values(SPECIFIED_MESSAGES)
    .flatMap((messages) => Object.entries(messages))
    .flatMap(([message, { heardIn }]) => (heardIn === undefined ? [message] : []))
  const cases = new Set([...CASES.map(([message]) => message), BEFORE_PROCEDURES])
  expect([...cases].toSorted()).toEqual(heardHere.toSorted())
})

describe('specified messages', { meta: { expectsFaults: true } }, () => {
  test.each(CASES)('%s – %s', async (message, _cause, { code, reason }, call) => {
    await expect(call()).rejects.toMatchObject({
      code,
      message: message.replace(/\{reason\}|\.\.\./, reason),
    })
  })

  test(`${BEFORE_PROCEDURES} – a fault`, async () => {
    const answer = await ask('/trpc/auth.session', {
      headers: { cookie: await signedIn(tenant.account) },
      env: { ...env, DB: failing(env.DB, /sessions/) },
    })
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      error: { message: BEFORE_PROCEDURES, data: { code: 'SERVICE_UNAVAILABLE', type: 'SERVER' } },
    })
  })
})

test('an error carries advice for people, and a form error names its field', async () => {
  const headers = { cookie: await signedIn(tenant.account) }
  const gone = await askProcedure('businesses.remove', { id: nobodys.businessId }, { headers })
  expect(await gone.json()).toMatchObject({
    error: {
      message: 'Failed to delete business: not found',
      data: { type: 'NOT_FOUND', advice: 'This business was not found. It may have been deleted.' },
    },
  })
  const address = { name: 'Harbor Books', yelpBusinessUrl: 'https://evil.example/biz/x' }
  const refused = await askProcedure('businesses.create', address, { headers })
  const { error } = await refused.json<{ error: { message: string; data: { fields: object } } }>()
  expect(error.data.fields).toEqual({ yelpBusinessUrl: error.message })
  expect(error.message).toContain('This is not a Yelp address.')
})

test('plan limit and permission errors keep their own specified messages', async () => {
  await expect(
    apiFor(tenant.account, { plan: 'free' }).businesses.create({ name: 'X' }),
  ).rejects.toMatchObject({
    message: expect.stringMatching(/^Location limit reached\. Your free plan allows 1 locations\./),
  })
  await expect(
    apiFor(tenant.account, { role: 'viewer' }).businesses.create({ name: 'X' }),
  ).rejects.toMatchObject({
    message: 'Insufficient permissions',
  })
})

test("another tenant's business gives the same error as one that does not exist", async () => {
  const stranger = await createTenant('stranger', Date.now())
  for (const id of [stranger.businessId, nobodys.businessId]) {
    await expect(own().businesses.get({ id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Failed to fetch business: not found',
    })
  }
})
