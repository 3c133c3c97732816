import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { PASSWORD, test } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { resolveSession } from '#worker/identity/sessions/resolve-session.ts'

/** Calls procedures with a cookie or a token; returns the status of each call. */
async function statusesOf(address: string, headers: Record<string, string>) {
  const answer = await ask(address, { headers })
  const body = [await answer.json<unknown>()].flat() as { error?: { data: { httpStatus: number } } }[]
  return {
    statuses: body.map(({ error }) => error?.data.httpStatus ?? 200),
    retryAfter: Number(answer.headers.get('retry-after')),
    text: JSON.stringify(body),
  }
}

function batchOf(count: number, comma = ',') {
  return `/trpc/${Array(count).fill('auth.session').join(comma)}?batch=1`
}

async function newToken(cookie: string): Promise<{ authorization: string }> {
  const answer = await askProcedure('auth.token', {}, { headers: { cookie } })
  const { result } = await answer.json<{ result: { data: { accessToken: string } } }>()
  return { authorization: `Bearer ${result.data.accessToken}` }
}

/** Spellings of the comma between the calls of a batch. */
const COMMAS = [',', '%2C', '%2c']

test.for(COMMAS)(
  'a session can call a hundred procedures a minute, in batches separated by %s',
  async (comma, { cookie }) => {
    for (let count = 0; count < 9; count += 1) {
      expect((await statusesOf(batchOf(10, comma), { cookie })).statuses).toEqual(Array(10).fill(200))
    }
    for (let count = 0; count < 5; count += 1) {
      expect((await statusesOf('/trpc/auth.session', { cookie })).statuses).toEqual([200])
    }
    // The fifth of these is the hundredth call.
    const last = await statusesOf(batchOf(10, comma), { cookie })
    expect(last.statuses).toEqual([...Array(5).fill(200), ...Array(5).fill(429)])
    expect(last.text).toContain("You've made too many requests. Please wait a moment and try again.")
    expect(last.retryAfter).toBeGreaterThan(0)
    expect((await statusesOf('/trpc/auth.session', { cookie })).statuses).toEqual([429])
    // Pages are still answered.
    expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
    const other = await signedIn(await createAccount(env.DB))
    expect((await statusesOf('/trpc/auth.session', { cookie: other })).statuses).toEqual([200])
  },
)

test.for(COMMAS)('a batch of more than ten calls is refused, separated by %s', async (comma, { cookie }) => {
  const { statuses } = await statusesOf(batchOf(11, comma), { cookie })
  expect(statuses).toEqual([400])
  // Without `batch` it is one call, of a procedure that does not exist.
  expect((await statusesOf(batchOf(11, comma).replace('?batch=1', ''), { cookie })).statuses).toEqual([404])
})

test('all tokens of a session share its limit', async ({ account, cookie }) => {
  const [one, other] = [await newToken(cookie), await newToken(cookie)]
  // The two tokens cost one call each.
  for (let round = 0; round < 3; round += 1) {
    for (const headers of [{ cookie }, one, other] as Record<string, string>[]) {
      expect((await statusesOf(batchOf(10), headers)).statuses).toEqual(Array(10).fill(200))
    }
  }
  expect((await statusesOf(batchOf(10), one)).statuses).toEqual([...Array(8).fill(200), 429, 429])
  for (const headers of [{ cookie }, one, other] as Record<string, string>[]) {
    expect((await statusesOf('/trpc/auth.session', headers)).statuses).toEqual([429])
  }
  const pushed = await ask('/api/v1/reviews', {
    method: 'POST',
    body: '{}',
    headers: { ...other, 'content-type': 'application/json', 'idempotency-key': 'one-too-many' },
  })
  await pushed.body?.cancel()
  expect(pushed.status).toBe(429)
  const elsewhere = await newToken(await signedIn(account))
  expect((await statusesOf('/trpc/auth.session', elsewhere)).statuses).toEqual([200])
})

test('only a hundred of many simultaneous calls pass, by cookie and by token', async ({ cookie }) => {
  const token = await newToken(cookie)
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, index) =>
      statusesOf(batchOf(10, COMMAS[index % COMMAS.length]), index % 2 === 0 ? { cookie } : token),
    ),
  )
  const statuses = answers.flatMap((answer) => answer.statuses)
  expect(statuses.filter((status) => status === 200)).toHaveLength(99)
  expect(statuses.filter((status) => status === 429)).toHaveLength(51)
})

test('counting takes no extra round trips, by cookie or by token, for one call or ten', async ({
  cookie,
}) => {
  for (const headers of [{ cookie }, await newToken(cookie)] as Record<string, string>[]) {
    for (const address of ['/trpc/auth.session', ...COMMAS.map((comma) => batchOf(10, comma))]) {
      const meter = createMeter()
      const answer = await ask(address, { headers, env: { ...env, DB: metered(env.DB, meter) } })
      await answer.body?.cancel()
      expect([address, meter.roundTrips]).toEqual([address, 1])
      expect(meter.rowsRead).toBeLessThan(30)
    }
  }
})

test('a procedure that was not counted in advance counts itself', async ({ account }) => {
  const token = (await signedIn(account)).slice('session='.length)
  const ctx = contextFor(account)
  const session = await resolveSession(ctx.db, token, Date.now(), 2)
  const api = createApi({ ...ctx, session })
  for (let call = 1; call <= 100; call += 1) expect(await api.auth.session()).not.toBeNull()
  await expect(api.auth.session()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  const after = await resolveSession(ctx.db, token, Date.now(), 1)
  expect(after?.calls?.count).toBe(102)
})

test('while calls cannot be counted, reads continue and changes are refused', {
  meta: { expectsFaults: true },
}, async ({ account, cookie }) => {
  const bindings = { ...env, DB: failing(env.DB, /into "?attempts"?/i) }
  for (const headers of [{ cookie }, await newToken(cookie)] as Record<string, string>[]) {
    const read = await ask('/trpc/businesses.count', { headers, env: bindings })
    await read.body?.cancel()
    expect(read.status).toBe(200)
    const changed = await askProcedure('businesses.create', { name: 'Shop' }, { headers, env: bindings })
    await changed.body?.cancel()
    expect(changed.status).toBe(503)
  }
  expect(await apiFor(account).businesses.count()).toEqual(0)
})

test.each([
  ['auth.signIn', { email: 'a@example.test', password: PASSWORD }],
  ['auth.signUp', { email: 'failing@example.test', password: PASSWORD, fullName: 'Robin Quill' }],
  ['auth.requestPasswordReset', { email: 'a@example.test' }],
])('%s is refused while tries cannot be counted', { meta: { expectsFaults: true } }, async (path, input) => {
  const bindings = { ...env, DB: failing(env.DB, /into "?attempts"?/i) }
  const answer = await askProcedure(path, input, { env: bindings })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).not.toContain('attempts')
})
