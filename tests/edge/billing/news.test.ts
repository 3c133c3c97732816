import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { syncBilling } from '#worker/billing/sync-billing.ts'
import { GRACE_DAYS, type LOCAL_OUTCOMES } from '#worker/rules/billing.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { BILLING } from './support.ts'

const { STRIPE_SECRET_KEY: _, ...LOCAL } = BILLING
const KEPT = 'Nothing is deleted: a paid plan brings everything back.'

const test = base
  .extend('pay', ({ account }) => async (outcome: (typeof LOCAL_OUTCOMES)[number]) => {
    const { billing } = apiFor(account, { env: LOCAL })
    await billing.payLocally({ plan: 'pro', outcome })
    return billing
  })
  /** Messages to the payer, in the app and by email, with the subjects sorted. */
  .extend('told', ({ account }) => async () => {
    const { results } = await env.DB.prepare(
      'SELECT message, link FROM notifications WHERE user_id = ? AND kind = ? ORDER BY created_at',
    )
      .bind(account.userId, 'billing')
      .all<{ message: string; link: string }>()
    const mails = await mailsTo(account.email)
    // Each email has the text and the link of a notification.
    for (const { message, link } of results) {
      expect(link).toBe('/app/billing')
      const of = ({ text }: { text: string }) => text.includes(message) && text.includes(link)
      expect(mails.filter(of)).toHaveLength(results.filter((other) => other.message === message).length)
    }
    expect(mails).toHaveLength(results.length)
    return {
      subjects: mails.map(({ subject }) => subject).sort(),
      messages: results.map((row) => row.message),
    }
  })
  /** Runs the billing check of the minute's tick some days later. */
  .extend('later', ({ account }) => async (days: number) => {
    const now = Date.now() + days * DAY_MS
    await syncBilling({ ...backgroundContext(LOCAL), now: () => now }, `local_${account.organizationId}`)
  })

test('a successful payment sends no message', async ({ pay, told }) => {
  await pay('paid')
  expect(await told()).toEqual({ subjects: [], messages: [] })
})

test('a refund is announced', async ({ pay, told }) => {
  await pay('refunded')
  expect(await told()).toEqual({
    subjects: ['Your payment for Pro was refunded'],
    messages: [`Your payment for Pro was refunded, so you are on the Free plan now. ${KEPT}`],
  })
})

test('a dispute is announced', async ({ pay, told }) => {
  await pay('disputed')
  expect(await told()).toEqual({
    subjects: ['Your payment for Pro is disputed'],
    messages: [
      `Your bank took back the payment for Pro, so you are on the Free plan until this is settled. ${KEPT}`,
    ],
  })
})

test('a failed renewal, the coming pause and the pause are each announced once', async ({
  pay,
  told,
  later,
}) => {
  const day = utcDay(Date.now() + 7 * DAY_MS)
  await pay('past_due')
  for (const days of [1, 5.5, 5.6, 7.5, 8]) await later(days)
  const late = `We could not collect the payment for Pro. Update your card; your plan stays active until ${day}.`
  expect(await told()).toEqual({
    subjects: ['Your Pro plan is paused', `Your Pro plan pauses on ${day}`, 'Your payment for Pro failed'],
    messages: [
      late,
      late,
      `We could not collect the payment for Pro, so you are on the Free plan now. Update your card to get it back. ${KEPT}`,
    ],
  })
})

test('the end of a cancelled plan is announced', async ({ pay, told, later }) => {
  const billing = await pay('paid')
  await billing.cancel()
  expect(await told()).toEqual({ subjects: [], messages: [] })
  await later(31)
  expect(await told()).toEqual({
    subjects: ['Your Pro plan has ended'],
    messages: [`Your Pro plan has ended, and you are on the Free plan now. ${KEPT}`],
  })
})

test('Billing names the end of the grace period until it has passed', async ({ account, pay }) => {
  await pay('past_due')
  for (const { days, isPaused } of [
    { days: 0, isPaused: false },
    { days: GRACE_DAYS - 1, isPaused: false },
    { days: GRACE_DAYS, isPaused: true },
  ]) {
    const { billing } = apiFor(account, { env: LOCAL, now: () => Date.now() + days * DAY_MS })
    expect((await billing.plan()).subscription).toMatchObject({ status: 'past_due', isPaused })
  }
})
