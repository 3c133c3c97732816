import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { failing, interrupted } from '#tests/edge/support/faults.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'

const AUTHOR = 'Wilhelmina Okonkwo'
const SCREENS = ['/app', '/app/reviews', '/app/businesses', '/app/analytics']

/** An account whose screens this isolate has shown before. */
async function knownVisitor() {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const business = await createBusiness(env.DB, account, { name: 'Harbor Books' })
  await storeReviews(env.DB, [
    {
      business,
      platform: 'google',
      platformReviewId: 'r1',
      authorName: AUTHOR,
      rating: 2,
      text: 'Cold soup',
    },
  ])
  const cookie = await signedIn(account)
  await view('/app/reviews', cookie)
  return { account, cookie }
}

/** Views a screen on the given database. */
async function view(path: string, cookie: string, DB = env.DB) {
  const answer = await ask(path, { headers: { cookie }, env: { ...env, DB } })
  return { answer, text: await answer.text() }
}

/** Runs SQL right before the screen is read. */
function meanwhile(sql: string, ...values: unknown[]) {
  return interrupted(env.DB, /sessions/, () =>
    env.DB.prepare(sql)
      .bind(...values)
      .run(),
  )
}

test.each(SCREENS)('%s takes two round trips on the first visit and one afterwards', async (path) => {
  const cookie = await signedIn(await createAccount(env.DB, { plan: 'ai_insights' }))
  const roundTrips: number[] = []
  const texts: string[] = []
  for (let visit = 0; visit < 3; visit += 1) {
    const meter = createMeter()
    const { answer, text } = await view(`${path}.data`, cookie, metered(env.DB, meter))
    expect(answer.status).toBe(200)
    roundTrips.push(meter.roundTrips)
    texts.push(text)
  }
  expect(roundTrips).toEqual([2, 1, 1])
  expect(new Set(texts).size).toBe(1)
})

const ENDS: [string, (account: Account) => [string, string]][] = [
  ['the session is ended', ({ userId }) => ['DELETE FROM sessions WHERE user_id = ?', userId]],
  [
    'the session has run out',
    ({ userId }) => ['UPDATE sessions SET expires_at = 1 WHERE user_id = ?', userId],
  ],
  [
    'the member is taken out',
    ({ userId }) => ['UPDATE organization_users SET is_active = 0 WHERE user_id = ?', userId],
  ],
]

test.each(ENDS)('nothing is shown once %s', async (_name, endOf) => {
  for (const isMeanwhile of [false, true]) {
    const { account, cookie } = await knownVisitor()
    const [sql, value] = endOf(account)
    const database = isMeanwhile ? meanwhile(sql, value) : env.DB
    if (!isMeanwhile) await env.DB.prepare(sql).bind(value).run()
    const { answer, text } = await view('/app/reviews', cookie, database)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toBe('/login?redirectTo=%2Fapp%2Freviews&notice=session-ended')
    expect(answer.headers.get('set-cookie')).toContain('session=;')
    expect(text).not.toContain(AUTHOR)
    // Later views are refused too.
    expect((await view('/app', cookie)).answer.status).toBe(302)
  }
})

test('a changed plan applies at once', async () => {
  const { account, cookie } = await knownVisitor()
  const open = (await view('/app/analytics', cookie)).text
  const change = 'UPDATE organization_subscriptions SET plan_type = ? WHERE organization_id = ?'
  const locked = await view('/app/analytics', cookie, meanwhile(change, 'free', account.organizationId))
  expect(locked.answer.status).toBe(200)
  expect(locked.text).not.toBe(open)
  expect(locked.text).toContain('Upgrade')
  const data = (await view('/app/reviews.data', cookie)).text
  expect(data).toContain('"plan","free"')
  await env.DB.prepare(change).bind('pro', account.organizationId).run()
  expect((await view('/app/reviews.data', cookie)).text).toContain('"plan","pro"')
})

test('a changed role applies at once', async () => {
  const { account, cookie } = await knownVisitor()
  expect((await view('/app/reviews.data', cookie)).text).toContain('"role","owner"')
  const change = 'UPDATE organization_users SET role = ? WHERE user_id = ?'
  const { text } = await view('/app/reviews.data', cookie, meanwhile(change, 'viewer', account.userId))
  expect(text).toContain('"role","viewer"')
})

test('a required password change redirects to the profile at once', async () => {
  const { account, cookie } = await knownVisitor()
  await env.DB.prepare('UPDATE users SET must_change_password = 1 WHERE id = ?').bind(account.userId).run()
  const { answer, text } = await view('/app/reviews', cookie)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/profile'])
  expect(text).not.toContain(AUTHOR)
})

test('a session that cannot be looked up shows nothing', { meta: { expectsFaults: true } }, async () => {
  const { cookie } = await knownVisitor()
  const { answer, text } = await view('/app/reviews', cookie, failing(env.DB, /sessions/))
  expect(answer.status).toBe(503)
  expect(text).not.toContain(AUTHOR)
  expect((await view('/app/reviews', cookie)).text).toContain(AUTHOR)
})

test('session activity is recorded once a minute', async () => {
  const { account, cookie } = await knownVisitor()
  const used = () =>
    env.DB.prepare('SELECT last_activity_at AS at FROM sessions WHERE user_id = ?')
      .bind(account.userId)
      .first<number>('at')
  const before = Date.now() - 90_000
  await env.DB.prepare('UPDATE sessions SET last_activity_at = ? WHERE user_id = ?')
    .bind(before, account.userId)
    .run()
  // The first view loads the time that was just set.
  await view('/app/reviews', cookie)
  await view('/app/reviews', cookie)
  const recorded = await used()
  expect(recorded).toBeGreaterThan(before)
  await view('/app/reviews', cookie)
  expect(await used()).toBe(recorded)
})

test('a second view within a minute writes nothing', async () => {
  const { cookie } = await knownVisitor()
  const { answer, text } = await view('/app/reviews', cookie, failing(env.DB, /^update/im))
  expect(answer.status).toBe(200)
  expect(text).toContain(AUTHOR)
})
