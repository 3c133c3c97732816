import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { inOrganization, invited, joined, roleOf } from '#tests/edge/organizations/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { interrupted } from '#tests/edge/support/faults.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { createTenant } from '#tests/edge/support/tenant.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, changePlan, createAccount, joinOrganization } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { openSession } from '#worker/identity/sessions/session-store.ts'
import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { DAY_MS, iso, MINUTE_MS } from '#worker/rules/durations.ts'

const PASSWORD = 'Harbor-Lantern-42'

function withPassword(): Promise<Account> {
  return createAccount(env.DB, {
    plan: 'pro',
    password: { text: PASSWORD, settings: contextFor(null).settings },
  })
}

/** Token of the link in the last email to an address. */
async function keepToken(email: string): Promise<string> {
  const text = (await mailsTo(email)).at(-1)?.text ?? ''
  return /keep-account\?token=(\S+)/.exec(text)?.[1] ?? ''
}

async function tableOf(name: string, { userId }: Account) {
  const { results } = await env.DB.prepare(`SELECT * FROM ${name} WHERE user_id = ?`).bind(userId).all()
  return results
}

test('deleting an account without a recently entered credential is refused', async () => {
  const account = await createAccount(env.DB)
  const context = contextFor(account)
  if (context.session) context.session.authenticatedAt = Date.now() - 11 * MINUTE_MS
  await expect(createApi(context).account.delete()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await tableOf('account_deletions', account)).toEqual([])
})

test('deleting an account ends its sessions, keys, feeds, invitations and collection at once', async () => {
  const now = Date.now()
  const { account, businessId } = await createTenant('canarygoes', now)
  const cookie = await signedIn(account)
  const { key } = await newKey(account)
  const feed = await apiFor(account).apiKeys.createFeed({ name: 'Feed' })
  const authorization = `Bearer ${key}`
  expect((await ask('/api/v1/businesses', { headers: { authorization } })).status).toBe(200)
  await env.DB.prepare('UPDATE business_sources SET next_due_at = 1 WHERE business_id = ?')
    .bind(businessId)
    .run()

  const { eraseAt } = await apiFor(account, { now: () => now }).account.delete()

  expect(eraseAt).toBe(iso(now + UNDO_DAYS * DAY_MS))
  expect((await ask('/app', { headers: { cookie } })).headers.get('location')).toContain('/login')
  expect((await ask('/api/v1/businesses', { headers: { authorization } })).status).toBe(401)
  expect((await ask(`/feeds/reviews.atom?key=${feed.key}`)).status).toBe(401)
  for (const table of ['sessions', 'access_tokens', 'mfa_challenges', 'email_links'])
    expect(await tableOf(table, account), table).toEqual([])
  const { results: invitations } = await env.DB.prepare(
    'SELECT 1 FROM organization_invitations WHERE organization_id = ?',
  )
    .bind(account.organizationId)
    .all()
  expect(invitations).toEqual([])
  const { results: due } = await env.DB.prepare(
    'SELECT next_due_at FROM business_sources WHERE business_id = ? AND next_due_at IS NOT NULL',
  )
    .bind(businessId)
    .all()
  expect(due).toEqual([])
  // A plan change meanwhile wakes nothing.
  await changePlan(env.DB, account, 'pro', 5)
  expect(
    await env.DB.prepare(
      'SELECT count(*) AS n FROM business_sources WHERE business_id = ? AND next_due_at = 5',
    )
      .bind(businessId)
      .first(),
  ).toEqual({ n: 0 })
})

test('signing in to a deleted account opens no session but offers to restore it', async () => {
  const account = await withPassword()
  await apiFor(account).account.delete()
  const visitor = contextFor(null)
  const answer = await createApi(visitor).auth.signIn({ email: account.email, password: PASSWORD })
  const token = await keepToken(account.email)
  expect(answer.keepAt).toBe(`/keep-account?token=${token}`)
  expect(visitor.answerHeaders.getSetCookie().filter((one) => one.includes('session'))).toEqual([])
  expect(await tableOf('sessions', account)).toEqual([])

  expect(await apiFor(null).account.deletion({ token })).toMatchObject({ email: account.email })
  await apiFor(null).account.keep({ token })
  expect((await mailsTo(account.email)).at(-1)?.subject).toBe('Your account is kept')
  const kept = await apiFor(null).auth.signIn({ email: account.email, password: PASSWORD })
  expect(kept.keepAt).toBeUndefined()
  expect(await tableOf('sessions', account)).toHaveLength(1)
  // The link works once.
  await expect(apiFor(null).account.keep({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a sign-in in progress opens no session after the deletion', async () => {
  const account = await createAccount(env.DB)
  const context = contextFor(null)
  const session = await openSession(context, { ...account, aal: 'aal1', amr: ['pwd'] })
  await apiFor(account).account.delete()
  await expect(context.db.batch([...session.statements])).rejects.toThrow()
  expect(await tableOf('sessions', account)).toEqual([])
})

test('only the current link keeps the account, and only in time', async () => {
  const start = Date.now()
  const account = await createAccount(env.DB)
  const other = await createAccount(env.DB)
  await apiFor(account, { now: () => start }).account.delete()
  const first = await keepToken(account.email)
  await apiFor(null).account.keep({ token: first })
  await apiFor(account, { now: () => start + MINUTE_MS }).account.delete()
  await apiFor(other, { now: () => start }).account.delete()
  const second = await keepToken(account.email)
  const proof = (await keepToken(other.email)).split('.')[1]
  const late = () => start + MINUTE_MS + UNDO_DAYS * DAY_MS
  for (const token of [first, `${account.userId}.${proof}`, account.userId, '', `${second}x`])
    await expect(apiFor(null).account.keep({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(apiFor(null, { now: late }).account.keep({ token: second })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await tableOf('account_deletions', account)).toHaveLength(1)
})

test('a deletion that is refused because somebody joins leaves no organization', async () => {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const employer = await createAccount(env.DB, { plan: 'ai_insights' })
  await joinOrganization(env.DB, employer, account, 'member')
  const DB = interrupted(env.DB, /insert into "account_deletions"/, async () => {
    await joined(account, 'member')
  })
  await expect(apiFor(account, { env: { ...env, DB } }).account.delete()).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('have just changed'),
  })
  expect(await roleOf(employer, account)).toBe('member')
  expect(await tableOf('account_deletions', account)).toEqual([])
})

test('an invitation can no longer be accepted while the plan is being cancelled', async () => {
  const account = await createAccount(env.DB)
  const { STRIPE_SECRET_KEY: _, ...local } = env
  await apiFor(account, { env: local }).billing.payLocally({ plan: 'pro', outcome: 'paid' })
  const guest = await createAccount(env.DB)
  const token = await invited(account, guest.email)
  const DB = interrupted(env.DB, /UPDATE organization_billing/, async () => {
    const accept = apiFor(guest).organizations.acceptInvitation({ token })
    await expect(accept).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
  await apiFor(account, { plan: 'pro', env: { ...local, DB } }).account.delete()
  expect(await roleOf(account, guest)).toBeNull()
  expect(await tableOf('account_deletions', account)).toHaveLength(1)
})

test('the last owner of a team must appoint another owner first', async () => {
  const owner = await createAccount(env.DB, { plan: 'ai_insights' })
  const member = await joined(owner, 'member')
  await expect(apiFor(owner).account.delete()).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await tableOf('account_deletions', owner)).toEqual([])
  const { deletion } = await apiFor(owner).screens.dataManagement()
  expect(deletion).toMatchObject({ goes: [], needsOwner: [{ id: owner.organizationId }] })
  // A member can go alone, and what they share stays.
  await apiFor(inOrganization(member, owner), { role: 'member' }).account.delete()
  expect(await roleOf(owner, member)).toBeNull()
  await apiFor(owner).account.delete()
  expect(await tableOf('account_deletions', owner)).toHaveLength(1)
})

test('two concurrent deletions count as one, and the emailed link undoes it', async () => {
  const account = await createAccount(env.DB)
  await Promise.all([apiFor(account).account.delete(), apiFor(account).account.delete()])
  expect(await mailsTo(account.email)).toHaveLength(1)
  await apiFor(null).account.keep({ token: await keepToken(account.email) })
  expect(await tableOf('account_deletions', account)).toEqual([])
})
