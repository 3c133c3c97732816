import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, joinOrganization } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { checkDueBilling } from '#worker/billing/sync-billing.ts'
import { DAY_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { BILLING, customerOf, eventsOf, payFor, planOf, stripe } from './support.ts'

/** An organization whose former owner bought Pro and made a colleague the owner. */
const owners = test.extend('owners', async ({ account }) => {
  const { sessionId, customer } = await payFor(account)
  const former = (plan = 'pro') => apiFor(account, { plan, env: BILLING })
  await former().billing.confirm({ sessionId })
  const colleague = await createAccount(env.DB)
  await joinOrganization(env.DB, account, colleague, 'admin')
  await former().organizations.transfer({ userId: colleague.userId })
  const inOrganization = { ...colleague, organizationId: account.organizationId }
  const next = async () => apiFor(inOrganization, { plan: await planOf(account), env: BILLING }).billing
  return { account, customer, next, email: colleague.email }
})

owners("the former owner's subscription ends with its period, and only then the plan", async ({ owners }) => {
  const { account, customer, next } = owners
  expect((await eventsOf(customer)).at(-1)?.body).toContain('"cancel_at_period_end":true')
  expect(await planOf(account)).toBe('pro')
  expect((await (await next()).plan()).subscription).toMatchObject({
    isOwn: false,
    renewsAt: null,
    endsAt: expect.any(String),
  })
})

owners("the new owner cannot use or change the former owner's subscription", async ({ owners }) => {
  const { customer, next } = owners
  const before = await eventsOf(customer)
  const changes = (api: Awaited<ReturnType<typeof next>>) => [
    () => api.cancel(),
    () => api.resume(),
    () => api.switchPlan({ plan: 'ai_insights' }),
  ]
  const first = await next()
  for (const change of [() => first.portal(), ...changes(first)])
    await expect(change()).rejects.toThrow('Somebody else pays')
  // Not even with an unpaid checkout of their own.
  await (await next()).checkout({ plan: 'pro' })
  expect(await customerOf(owners.account)).not.toBe(customer)
  for (const change of changes(await next())) await expect(change()).rejects.toThrow('no paid plan')
  expect(await eventsOf(customer)).toEqual(before)
  expect(await planOf(owners.account)).toBe('pro')
})

owners('the new owner can buy a subscription of their own', async ({ owners }) => {
  const { account, customer, next } = owners
  const { url } = await (await next()).checkout({ plan: 'ai_insights' })
  const sessionId = url.split('/').at(-1) ?? ''
  await stripe.payAtStripe(sessionId)
  expect(await (await next()).confirm({ sessionId })).toEqual({ outcome: 'paid', plan: 'ai_insights' })
  expect(await customerOf(account)).not.toBe(customer)
  expect((await (await next()).plan()).subscription).toMatchObject({ isOwn: true, plan: 'ai_insights' })
  expect(await (await next()).portal()).toEqual({ url: expect.stringContaining('/p/session/') })
})

owners(
  'a checkout abandoned by the new owner keeps the plan until its end, and no longer',
  async ({ owners }) => {
    const { account, next, email } = owners
    await (await next()).checkout({ plan: 'pro' })
    const at = (days: number) => ({ ...backgroundContext(BILLING), now: () => Date.now() + days * DAY_MS })
    await checkDueBilling(at(29))
    expect(await planOf(account)).toBe('pro')
    await checkDueBilling(at(31))
    expect(await planOf(account)).toBe('free')
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Pro plan has ended'])
  },
)

test('an account with an unverified address cannot buy anything', async () => {
  const account = await createAccount(env.DB, { isVerified: false })
  const { billing } = apiFor(account, { isVerified: false, env: BILLING })
  const refused = { message: expect.stringContaining('confirm your e-mail address') }
  await expect(billing.checkout({ plan: 'pro' })).rejects.toMatchObject(refused)
  await expect(billing.payLocally({ plan: 'pro', outcome: 'paid' })).rejects.toMatchObject(refused)
  expect(await customerOf(account)).toBe('none')
})

test('an organization can be handed over only shortly after a sign-in', async ({ account }) => {
  const colleague = await createAccount(env.DB)
  await joinOrganization(env.DB, account, colleague, 'admin')
  const cookie = await signedIn(account, { createdAt: Date.now() - 11 * MINUTE_MS })
  const answer = await askProcedure(
    'organizations.transfer',
    { userId: colleague.userId },
    { headers: { cookie } },
  )
  expect(await answer.json()).toMatchObject({ error: { data: { reason: 'recent_login_needed' } } })
})
