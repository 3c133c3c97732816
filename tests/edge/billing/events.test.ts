import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier, interrupted } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test } from '#tests/edge/support/test.ts'
import type { Account } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { checkDueBilling } from '#worker/billing/sync-billing.ts'
import { actionText, doerText } from '#worker/rules/audit-log.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { signatureOf } from './sign.ts'
import { BILLING, deliver, eventsOf, ownerApi, payFor, planOf, storedBilling, stripe } from './support.ts'

const FAULTY = { meta: { expectsFaults: true } }

async function buy(account: Account, plan: 'pro' | 'ai_insights' = 'pro') {
  const { sessionId, customer } = await payFor(account, plan)
  await (await ownerApi(account)).confirm({ sessionId })
  return customer
}

async function deliverAll(customer: string, times = 1): Promise<void> {
  const events = await eventsOf(customer)
  for (let time = 0; time < times; time += 1)
    for (const event of events) expect((await deliver(event)).status).toBe(200)
}

async function eventRows(): Promise<number> {
  return (await env.DB.prepare('SELECT count(*) AS n FROM billing_events').first<{ n: number }>())?.n ?? 0
}

test('an event delivered many times at once is applied and announced once', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('fail-renewal', customer)
  const failed = (await eventsOf(customer)).at(-1)
  const before = await eventRows()
  const bindings = { ...BILLING, DB: barrier(env.DB, /insert into "billing_events"/, AT_ONCE) }
  const answers = await Promise.all(
    Array.from({ length: AT_ONCE }, () => deliver(failed ?? { body: '', signature: '' }, bindings)),
  )
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await eventRows()).toBe(before + 1)
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toEqual([
    'Your payment for Pro failed',
  ])
})

test('events delivered repeatedly and in any order end in the same state', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('fail-renewal', customer, { daysAgo: 1 })
  await stripe.changeAtStripe('pay-renewal', customer)
  await stripe.changeAtStripe('refund', customer)
  const events = await eventsOf(customer)
  await deliverAll(customer, 10)
  const stored = await storedBilling(account)
  for (const event of [...events].reverse()) {
    const again = JSON.parse(event.body)
    expect((await deliver(event)).status).toBe(200)
    expect(await storedBilling(account)).toEqual(stored)
    expect(again.id).toBe(event.id)
  }
  expect(await planOf(account)).toBe('free')
})

test('an older answer from Stripe never replaces a newer one, even of the same second', async ({
  account,
}) => {
  const customer = await buy(account)
  const [event] = await eventsOf(customer)
  const DB = interrupted(env.DB, /UPDATE organization_billing/, async () => {
    await stripe.changeAtStripe('end', customer)
    const ended = (await eventsOf(customer)).at(-1)
    expect((await deliver(ended ?? { body: '', signature: '' })).status).toBe(200)
  })
  const answer = await deliver(event ?? { body: '', signature: '' }, { ...BILLING, DB })
  expect(answer.status).toBe(200)
  expect(await planOf(account)).toBe('free')
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toEqual(['Your Pro plan has ended'])
})

describe('a failed renewal', () => {
  test('keeps the plan during the grace period, and a later payment repairs it', async ({ account }) => {
    const customer = await buy(account)
    await stripe.changeAtStripe('fail-renewal', customer, { daysAgo: 1 })
    await deliverAll(customer)
    expect(await planOf(account)).toBe('pro')
    expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
      status: 'past_due',
      renewsAt: null,
    })
    await stripe.changeAtStripe('pay-renewal', customer)
    await deliverAll(customer)
    expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
      status: 'active',
      graceEndsAt: null,
      isPaused: false,
    })
  })

  test('pauses the plan after a reminder and the grace period, without any event', async ({ account }) => {
    const customer = await buy(account)
    await stripe.changeAtStripe('fail-renewal', customer)
    await deliverAll(customer)
    const started = Date.now()
    const at = (days: number) => ({ ...backgroundContext(BILLING), now: () => started + days * DAY_MS })
    // Only this organization; the database has rows of other tests.
    await env.DB.prepare('UPDATE organization_billing SET check_at = NULL WHERE customer_id <> ?')
      .bind(customer)
      .run()
    expect(await checkDueBilling(at(4))).toBe(0)
    expect(await checkDueBilling(at(5.5))).toBe(1)
    expect(await planOf(account)).toBe('pro')
    expect(await checkDueBilling(at(7.5))).toBe(1)
    expect(await planOf(account)).toBe('free')
    const subjects = (await mailsTo(account.email)).map(({ subject }) => subject)
    expect(subjects).toHaveLength(3)
    expect(subjects).toContain('Your payment for Pro failed')
    expect(subjects).toContain('Your Pro plan is paused')
  })
})

test.for(['refund', 'dispute'] as const)(
  'a %s takes the plan away when its event arrives',
  async (what, { account }) => {
    const customer = await buy(account)
    await stripe.changeAtStripe(what, customer, { status: 'needs_response' })
    const event = (await stripe.stripeEvents()).at(-1)
    expect((await deliver(event ?? { body: '', signature: '' })).status).toBe(200)
    expect(await planOf(account)).toBe('free')
    expect((await (await ownerApi(account)).plan()).subscription?.payment).toBe(
      what === 'refund' ? 'refunded' : 'disputed',
    )
    if (what === 'refund') return
    await stripe.changeAtStripe('dispute', customer, { status: 'won' })
    const won = (await stripe.stripeEvents()).at(-1)
    await deliver(won ?? { body: '', signature: '' })
    expect(await planOf(account)).toBe('pro')
  },
)

test.for(['refund', 'dispute'] as const)(
  'a %s of a former subscription leaves a new one as it is',
  async (what, { account }) => {
    const customer = await buy(account, 'ai_insights')
    await stripe.changeAtStripe(what, customer, { status: 'needs_response' })
    await stripe.changeAtStripe('end', customer)
    await deliverAll(customer)
    expect(await planOf(account)).toBe('free')
    await buy(account, 'pro')
    await deliverAll(customer)
    expect(await planOf(account)).toBe('pro')
    await stripe.changeAtStripe('refund', customer)
    await deliverAll(customer)
    expect(await planOf(account)).toBe('free')
  },
)

describe('the plan is unchanged by', () => {
  test.for<[string, Parameters<typeof stripe.changeAtStripe>[0], object]>([
    ['a small refund beside it', 'charge-more', {}],
    ['an inquiry of the bank', 'dispute', { status: 'warning_needs_response' }],
    ['a dispute that we won', 'dispute', { status: 'won' }],
    ['something else that is paid with it', 'add-item', {}],
    ['a pause, until what is paid has ended', 'pause', {}],
  ])('%s', async ([_, change, fields], { account }) => {
    const customer = await buy(account)
    await stripe.changeAtStripe(change, customer, fields)
    if (change === 'charge-more') await stripe.changeAtStripe('refund', customer)
    await deliverAll(customer)
    expect(await planOf(account)).toBe('pro')
  })
})

test('a paused subscription ends the plan with the paid period', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('pause', customer)
  await deliverAll(customer)
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
    renewsAt: null,
    endsAt: expect.any(String),
  })
  await stripe.changeAtStripe('pause', customer, { days: 30 })
  await deliverAll(customer)
  expect(await planOf(account)).toBe('free')
})

test('a paused subscription is not paid by a charge for something else', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('fail-renewal', customer)
  await stripe.changeAtStripe('pause', customer)
  await stripe.changeAtStripe('charge-more', customer)
  await deliverAll(customer)
  expect(await planOf(account)).toBe('free')
})

test('a disputed payment outlasts a later small charge and blocks a plan switch', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('dispute', customer, { status: 'needs_response' })
  await stripe.changeAtStripe('charge-more', customer)
  await deliverAll(customer)
  expect(await planOf(account)).toBe('free')
  await expect((await ownerApi(account)).switchPlan({ plan: 'ai_insights' })).rejects.toThrow('disputed')
})

test('a plan whose payment was refunded can be ended at once and bought again', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('refund', customer)
  await deliverAll(customer)
  await (await ownerApi(account)).cancel()
  expect((await eventsOf(customer)).at(-1)?.type).toBe('customer.subscription.deleted')
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({ status: 'ended' })
  await buy(account)
  expect(await planOf(account)).toBe('pro')
})

test.for(['refund', 'dispute'] as const)(
  'after a %s, buying a plan ends the former one, even a larger one',
  async (what, { account }) => {
    const customer = await buy(account, 'ai_insights')
    await stripe.changeAtStripe(what, customer, { status: 'needs_response' })
    await deliverAll(customer)
    expect(await planOf(account)).toBe('free')
    await buy(account, 'pro')
    await deliverAll(customer)
    expect(await planOf(account)).toBe('pro')
    const types = (await eventsOf(customer)).map(({ type }) => type)
    expect(types.filter((type) => type === 'customer.subscription.deleted')).toHaveLength(1)
    expect(types.filter((type) => type === 'charge.refunded')).toHaveLength(what === 'refund' ? 1 : 0)
  },
)

test('an abandoned checkout ends no plan, and a dispute that was won blocks another purchase', async ({
  account,
}) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('dispute', customer, { status: 'needs_response' })
  await deliverAll(customer)
  await (await ownerApi(account)).checkout({ plan: 'ai_insights' })
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
    status: 'active',
    payment: 'disputed',
  })
  await stripe.changeAtStripe('dispute', customer, { status: 'won' })
  await expect((await ownerApi(account)).checkout({ plan: 'pro' })).rejects.toThrow(
    'already have the Pro plan',
  )
  expect(await planOf(account)).toBe('pro')
})

test('ending a contested plan succeeds if it has already ended at Stripe', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('dispute', customer, { status: 'needs_response' })
  await deliverAll(customer)
  await stripe.changeAtStripe('end', customer)
  await (await ownerApi(account)).cancel()
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({ status: 'ended' })
})

test('a change of a plan that has ended at Stripe says that there is none', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('end', customer)
  await expect((await ownerApi(account)).switchPlan({ plan: 'ai_insights' })).rejects.toThrow(
    'There is no paid plan to change.',
  )
})

test('ending a contested plan does not end one that is bought meanwhile', async ({ account }) => {
  const customer = await buy(account)
  await stripe.changeAtStripe('refund', customer)
  await deliverAll(customer)
  const { url } = await (await ownerApi(account)).checkout({ plan: 'pro' })
  const sessionId = url.split('/').at(-1) ?? ''
  const DB = interrupted(env.DB, /insert into "attempts"/, async () => {
    await stripe.payAtStripe(sessionId)
    await (await ownerApi(account)).confirm({ sessionId })
  })
  await apiFor(account, { plan: 'free', env: { ...BILLING, DB } }).billing.cancel()
  expect(await planOf(account)).toBe('pro')
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
    status: 'active',
    renewsAt: null,
  })
})

test('the active subscription is found among many ended ones', async ({ account }) => {
  const customer = await buy(account)
  await stripe.endedSubscriptions(customer, 120)
  await deliverAll(customer)
  expect(await planOf(account)).toBe('pro')
})

test('a dispute without a customer and 200 KiB is accepted, a larger event refused', async () => {
  const dispute = { object: 'dispute', charge: 'ch_nobodys', customer: null, text: 'x'.repeat(200 * 1024) }
  const body = JSON.stringify({ id: 'evt_large', type: 'charge.dispute.created', data: { object: dispute } })
  expect((await deliver({ body, signature: await signatureOf(body) })).status).toBe(200)
  const larger = JSON.stringify({ ...dispute, text: 'x'.repeat(300 * 1024) })
  expect((await deliver({ body: larger, signature: await signatureOf(larger) })).status).toBe(413)
})

test('a plan can be switched both ways, cancelled, resumed and ended', async ({ account }) => {
  const customer = await buy(account)
  await (await ownerApi(account)).switchPlan({ plan: 'ai_insights' })
  expect(await planOf(account)).toBe('ai_insights')
  await (await ownerApi(account)).switchPlan({ plan: 'pro' })
  expect(await planOf(account)).toBe('pro')
  await (await ownerApi(account)).cancel()
  expect((await (await ownerApi(account)).plan()).subscription).toMatchObject({
    status: 'active',
    renewsAt: null,
  })
  await (await ownerApi(account)).resume()
  expect((await (await ownerApi(account)).plan()).subscription?.endsAt).toBeNull()
  await stripe.changeAtStripe('end', customer)
  await deliverAll(customer)
  expect(await planOf(account)).toBe('free')
  expect((await mailsTo(account.email)).map(({ subject }) => subject)).toEqual(['Your Pro plan has ended'])
  await expect((await ownerApi(account)).cancel()).rejects.toThrow('There is no paid plan to change.')
  const { items } = await apiFor(account).organizations.auditLog()
  expect(items.map((entry) => `${doerText(entry)} ${actionText(entry)}`).toReversed()).toEqual([
    'Robin Quill changed the plan to Pro',
    'Robin Quill changed the plan to AI Insights',
    'Robin Quill changed the plan to Pro',
    'The payment service changed the plan to Free',
  ])
})

test('events of unknown types or customers are accepted and change nothing', async ({ account }) => {
  const customer = await buy(account)
  const before = await storedBilling(account)
  for (const [type, object] of [
    ['customer.created', { customer }],
    ['invoice.paid', { customer: 'cus_nobodys' }],
    ['invoice.paid', {}],
  ] as const) {
    const body = JSON.stringify({ id: 'evt_unknown', type, data: { object } })
    expect((await deliver({ body, signature: await signatureOf(body) })).status).toBe(200)
  }
  expect(await storedBilling(account)).toEqual(before)
})

test('a failed event gets a 5xx response and is applied when redelivered', FAULTY, async ({ account }) => {
  const { customer } = await payFor(account)
  const [event = { body: '', signature: '' }] = await eventsOf(customer)
  const broken = { ...BILLING, UPSTREAM_ORIGIN: 'http://127.0.0.1:9' }
  expect((await deliver(event, broken)).status).toBeGreaterThanOrEqual(500)
  expect(await planOf(account)).toBe('free')
  expect((await deliver(event)).status).toBe(200)
  expect(await planOf(account)).toBe('pro')
})
