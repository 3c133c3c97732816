import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import { PRODUCTION } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import {
  BILLING,
  customerOf,
  deliver,
  eventsOf,
  ownerApi,
  payFor,
  planOf,
  storedBilling,
  stripe,
} from './support.ts'

const { STRIPE_SECRET_KEY: _, ...WITHOUT_STRIPE } = BILLING

test('a paid checkout is applied once when the browser returns, without any webhook event', async ({
  account,
}) => {
  const { sessionId } = await payFor(account)
  expect(await planOf(account)).toBe('free')
  const api = await ownerApi(account)
  expect(await api.confirm({ sessionId })).toEqual({ outcome: 'paid', plan: 'pro' })
  const stored = await storedBilling(account)
  expect(stored.slice(0, 4)).toEqual([
    [{ plan_type: 'pro', seats_included: 3 }],
    [{ subscription_tier: 'pro', subscription_status: 'active' }],
    [{ plan_type: 'pro', status: 'active' }],
    [{ subscription_tier: 'pro' }],
  ])
  expect(await api.confirm({ sessionId })).toEqual({ outcome: 'paid', plan: 'pro' })
  // Later events change nothing.
  for (const event of await eventsOf(await customerOf(account)))
    expect((await deliver(event)).status).toBe(200)
  expect(await storedBilling(account)).toEqual(stored)
})

test('events that arrive before the browser returns already set the plan', async ({ account }) => {
  const { sessionId, customer } = await payFor(account, 'ai_insights')
  for (const event of await eventsOf(customer)) expect((await deliver(event)).status).toBe(200)
  expect(await planOf(account)).toBe('ai_insights')
  expect(await (await ownerApi(account)).confirm({ sessionId })).toEqual({
    outcome: 'paid',
    plan: 'ai_insights',
  })
})

test('confirming an unpaid checkout unlocks nothing', async ({ account }) => {
  const api = await ownerApi(account)
  const { url } = await api.checkout({ plan: 'pro' })
  const sessionId = url.split('/').at(-1) ?? ''
  expect(await api.confirm({ sessionId })).toEqual({ outcome: 'open', plan: 'free' })
  expect(await planOf(account)).toBe('free')
})

test('a checkout of another organization, or an unknown one, cannot be confirmed', async ({
  account,
  stranger,
}) => {
  const { sessionId } = await payFor(account)
  const other = await ownerApi(stranger)
  await expect(other.confirm({ sessionId })).rejects.toThrow('This checkout does not exist.')
  await other.checkout({ plan: 'pro' })
  await expect(other.confirm({ sessionId })).rejects.toThrow('This checkout does not exist.')
  await expect(other.confirm({ sessionId: 'cs_test_nobodys' })).rejects.toThrow(
    'This checkout does not exist.',
  )
  expect(await planOf(stranger)).toBe('free')
})

test('a key returns the same checkout, and is refused for another plan or after a day', async ({
  account,
}) => {
  const now = Date.now()
  const api = await ownerApi(account, () => now)
  const idempotencyKey = 'checkout-key-1'
  const first = await api.checkout({ plan: 'pro', idempotencyKey })
  expect(await api.checkout({ plan: 'pro', idempotencyKey })).toEqual(first)
  await expect(api.checkout({ plan: 'ai_insights', idempotencyKey })).rejects.toThrow('This key was used')
  const tomorrow = await ownerApi(account, () => now + 25 * 60 * 60 * 1_000)
  await expect(tomorrow.checkout({ plan: 'pro', idempotencyKey })).rejects.toThrow('This key was used')
})

test('concurrent calls with one key open one checkout', async ({ account }) => {
  const api = await ownerApi(account)
  const input = { plan: 'pro', idempotencyKey: 'checkout-key-2' } as const
  const answers = await Promise.all(Array.from({ length: 10 }, () => api.checkout(input)))
  expect(new Set(answers.map(({ url }) => url)).size).toBe(1)
})

test('only one of many checkouts opened at once can be paid', async ({ account }) => {
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const { billing } = apiFor(account, { plan: 'free', env: BILLING })
      return billing.checkout({ plan: 'pro' }).catch(() => null)
    }),
  )
  const paid = await Promise.all(
    answers
      .flatMap((answer) => (answer ? [answer.url.split('/').at(-1) ?? ''] : []))
      .map((session) =>
        stripe.payAtStripe(session).then(
          () => true,
          () => false,
        ),
      ),
  )
  expect(paid.filter(Boolean)).toHaveLength(1)
})

test('buying a second plan ends the first one and refunds it', async ({ account }) => {
  const { customer } = await payFor(account)
  // The first browser already had the page open.
  const api = await ownerApi(account)
  await env.DB.prepare('DELETE FROM billing_checkouts WHERE organization_id = ?')
    .bind(account.organizationId)
    .run()
  const { sessionId } = await payFor(account, 'ai_insights')
  expect(await api.confirm({ sessionId })).toEqual({ outcome: 'paid', plan: 'ai_insights' })
  const events = (await eventsOf(customer)).map(({ type }) => type)
  expect(events).toContain('customer.subscription.deleted')
  expect(events.filter((type) => type === 'charge.refunded')).toHaveLength(1)
  for (const event of await eventsOf(customer)) expect((await deliver(event)).status).toBe(200)
  expect(await planOf(account)).toBe('ai_insights')
  expect((await eventsOf(customer)).filter(({ type }) => type === 'charge.refunded')).toHaveLength(1)
})

test('a new checkout ends the previous one, and nobody can pay twice', async ({ account }) => {
  const api = await ownerApi(account)
  const first = await api.checkout({ plan: 'pro' })
  await api.checkout({ plan: 'ai_insights' })
  const sessionId = first.url.split('/').at(-1) ?? ''
  await expect(stripe.payAtStripe(sessionId)).rejects.toThrow('is not open')
  const { sessionId: paid } = await payFor(account)
  await expect(api.checkout({ plan: 'ai_insights' })).rejects.toThrow('You already have the Pro plan')
  expect(await api.confirm({ sessionId: paid })).toEqual({ outcome: 'paid', plan: 'pro' })
})

test.for(['admin', 'member', 'viewer'] as const)(
  'the role %s sees the plan and cannot pay or change it',
  async (role, { account }) => {
    await payFor(account)
    const { billing } = apiFor(account, { role, plan: 'pro', env: BILLING })
    expect(await billing.plan()).toEqual({
      plan: 'pro',
      mode: 'stripe',
      subscription: null,
      locations: [],
      widgets: 0,
      ownPlatforms: 0,
      newReviews: 0,
    })
    const calls = [
      billing.checkout({ plan: 'pro' }),
      billing.switchPlan({ plan: 'pro' }),
      billing.cancel(),
      billing.resume(),
      billing.portal(),
      billing.confirm({ sessionId: 'cs_test_1' }),
      billing.payLocally({ plan: 'pro', outcome: 'paid' }),
    ]
    for (const call of calls) await expect(call).rejects.toThrow('Insufficient permissions')
  },
)

test('production without a key sells nothing, and local payment is refused where Stripe is set up', async ({
  account,
}) => {
  const { STRIPE_SECRET_KEY: __, ...production } = PRODUCTION
  const closed = apiFor(account, { plan: 'free', env: production as typeof PRODUCTION }).billing
  expect(await closed.plan()).toMatchObject({ mode: 'off' })
  await expect(closed.checkout({ plan: 'pro' })).rejects.toThrow('Plans can’t be bought here yet')
  await expect(closed.payLocally({ plan: 'pro', outcome: 'paid' })).rejects.toThrow('can’t be bought')
  const open = await ownerApi(account)
  await expect(open.payLocally({ plan: 'pro', outcome: 'paid' })).rejects.toThrow('can’t be bought')
  expect(await planOf(account)).toBe('free')
})

test('previewing a plan switch states the amount due today and charges nothing', async ({
  account,
  stranger,
}) => {
  const { sessionId } = await payFor(account, 'pro')
  await (await ownerApi(account)).confirm({ sessionId })
  const api = await ownerApi(account)
  const { dueTodayCents } = await api.previewSwitch({ plan: 'ai_insights' })
  // The whole month remains.
  expect(dueTodayCents).toBeGreaterThanOrEqual(2_999)
  expect(dueTodayCents).toBeLessThanOrEqual(3_000)
  expect(await planOf(account)).toBe('pro')
  await api.switchPlan({ plan: 'ai_insights' })
  expect(await (await ownerApi(account)).previewSwitch({ plan: 'pro' })).toEqual({ dueTodayCents: 0 })
  await expect((await ownerApi(stranger)).previewSwitch({ plan: 'pro' })).rejects.toThrow(
    'There is no paid plan to change.',
  )
})

test('billing counts what a smaller plan would stop', async ({ account }) => {
  const api = apiFor(account, { plan: 'pro', env: BILLING })
  const [business, deleted] = await Promise.all([
    createBusiness(env.DB, account),
    createBusiness(env.DB, account),
  ])
  for (const { id: businessId } of [business, business, deleted])
    await api.widgets.create({ businessId, layout: 'list', sites: 'www.harbor-books.com' })
  await api.platforms.create({ name: 'Booking', color: 'blue' })
  await api.businesses.remove({ id: deleted.id })
  expect(await api.billing.plan()).toMatchObject({ widgets: 2, ownPlatforms: 1 })
})

test('each payment outcome can be tried on a local machine without a key', async ({ account }) => {
  const local = async () =>
    apiFor(account, { plan: await planOf(account), env: WITHOUT_STRIPE as typeof BILLING }).billing
  const api = await local()
  expect(await api.checkout({ plan: 'pro' })).toEqual({ url: '/checkout?plan=pro' })
  await expect(api.payLocally({ plan: 'pro', outcome: 'declined' })).rejects.toThrow('The card was declined')
  expect(await planOf(account)).toBe('free')
  await api.payLocally({ plan: 'pro', outcome: 'paid' })
  expect(await planOf(account)).toBe('pro')
  expect(await (await local()).previewSwitch({ plan: 'ai_insights' })).toEqual({ dueTodayCents: 3_000 })
  await (await local()).switchPlan({ plan: 'ai_insights' })
  expect(await planOf(account)).toBe('ai_insights')
  await (await local()).cancel()
  await expect((await local()).checkout({ plan: 'pro' })).rejects.toThrow('You already have')
  expect((await (await local()).plan()).subscription?.endsAt).not.toBeNull()
  await (await local()).resume()
  expect((await (await local()).plan()).subscription?.endsAt).toBeNull()
  await (await local()).payLocally({ plan: 'pro', outcome: 'refunded' })
  expect(await planOf(account)).toBe('free')
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toEqual([
    'Your payment for Pro was refunded',
  ])
})

test('changing the plan wakes sources, credits, reading and alarms; keeping it does not', async ({
  account,
}) => {
  const { organizationId } = account
  const business = await createBusiness(env.DB, account, {
    googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
  })
  const run = (sql: string) => env.DB.prepare(sql).bind(organizationId)
  const state = () =>
    run(`SELECT (SELECT next_due_at FROM business_sources WHERE organization_id = ?1) AS source,
      (SELECT due FROM credit_accounts WHERE organization_id = ?1) AS credits,
      (SELECT due_at FROM insight_readings WHERE organization_id = ?1) AS reading,
      (SELECT business_id FROM alarm_checks WHERE organization_id = ?1) AS watched`).first()
  const fallAsleep = () =>
    env.DB.batch([
      run('UPDATE business_sources SET next_due_at = NULL WHERE organization_id = ?'),
      run("UPDATE credit_accounts SET due = '9999-12' WHERE organization_id = ?"),
      run('DELETE FROM insight_readings WHERE organization_id = ?'),
      run('DELETE FROM alarm_checks WHERE organization_id = ?'),
    ])
  const local = async () =>
    apiFor(account, { plan: await planOf(account), env: WITHOUT_STRIPE as typeof BILLING }).billing
  const asleep = { source: null, credits: '9999-12', reading: null, watched: null }
  const awake = { source: expect.any(Number), credits: '', reading: 0, watched: business.id }
  await fallAsleep()
  await (await local()).payLocally({ plan: 'pro', outcome: 'paid' })
  expect(await state()).toEqual(awake)
  await fallAsleep()
  await (await local()).cancel()
  expect(await state()).toEqual(asleep)
  await (await local()).resume()
  expect(await state()).toEqual(asleep)
  await (await local()).switchPlan({ plan: 'ai_insights' })
  expect(await state()).toEqual(awake)
})

test('a checkout fails without a charge if Stripe is down', { meta: { expectsFaults: true } }, async ({
  account,
}) => {
  const broken = { ...BILLING, UPSTREAM_ORIGIN: 'http://127.0.0.1:9' }
  const { billing } = apiFor(account, { plan: 'free', env: broken })
  await expect(billing.checkout({ plan: 'pro' })).rejects.toThrow('You have not been charged')
  expect(await planOf(account)).toBe('free')
})

test('a plan granted by an operator is kept while a checkout is open', async () => {
  const account = await createAccount(env.DB, { plan: 'enterprise' })
  await (await ownerApi(account)).checkout({ plan: 'pro' })
  expect(await planOf(account)).toBe('enterprise')
})
