import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, changePlan, createAccount } from '#tests/factories.ts'
import type { MemberContext } from '#worker/context.ts'
import { giveBack, grantDueCredits, type PaidWork, spend } from '#worker/credits/credits.ts'
import type { Env } from '#worker/env.ts'
import { CREDITS_LOW } from '#worker/rules/credits.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { PLANS, planLimits } from '#worker/rules/plans.ts'

const NOVEMBER = Date.UTC(2026, 10, 30, 23, 59)
const DECEMBER = Date.UTC(2026, 11, 1)

/** An account on a plan, with a settable clock. */
class Shop {
  now = NOVEMBER
  env: Env = env
  readonly account: Account
  plan: string

  constructor(account: Account, plan: string) {
    this.account = account
    this.plan = plan
  }

  get ctx(): MemberContext {
    const ctx = contextFor(this.account, { plan: this.plan, now: () => this.now, env: this.env })
    if (!ctx.session) throw new Error('the caller has a session')
    return { ...ctx, session: ctx.session, organization: ctx.session.organization }
  }

  get api() {
    return apiFor(this.account, { plan: this.plan, now: () => this.now })
  }

  spend(reference: string, kind: PaidWork['kind'] = 'draft') {
    return spend(this.ctx, { kind, reference })
  }

  giveBack(reference: string) {
    return giveBack(this.ctx, { organizationId: this.account.organizationId, reference })
  }

  async balance() {
    return (await this.api.credits.balance()).balance
  }

  /** Entries such as 'grant 10' and 'spend -1', oldest first. */
  async ledger() {
    const { items } = await this.api.credits.ledger()
    return items.map(({ kind, amount }) => `${kind} ${amount}`).toReversed()
  }

  async change(plan: string) {
    await changePlan(env.DB, this.account, plan)
    this.plan = plan
  }
}

const createShop = async (plan: string) => new Shop(await createAccount(env.DB, { plan }), plan)

const test = base.extend('free', () => createShop('free')).extend('pro', () => createShop('pro'))

describe('the monthly grant', () => {
  test.for(PLANS)("on %s equals the plan's credits and can be spent before it is booked", async (plan) => {
    const shop = await createShop(plan)
    const { aiCredits } = planLimits(plan)
    expect(await shop.balance()).toBe(aiCredits)
    expect(await shop.ledger()).toEqual([])
    await shop.spend('first')
    expect(await shop.ledger()).toEqual([`grant ${aiCredits}`, 'spend -1'])
    expect(await shop.balance()).toBe(aiCredits - 1)
  })

  test('is booked once, however many ticks and calls run at once', async ({ free, pro }) => {
    const ticks = Array.from({ length: 5 }, () => grantDueCredits(free.ctx))
    await Promise.all([...ticks, free.spend('a'), free.spend('b'), pro.spend('a')])
    await grantDueCredits(free.ctx)
    expect((await free.ledger()).toSorted()).toEqual(['grant 10', 'spend -1', 'spend -1'])
    expect((await pro.ledger()).toSorted()).toEqual(['grant 100', 'spend -1'])
  })

  test('expires at the start of the next month, even for idle accounts', async ({ free, pro }) => {
    await free.spend('a')
    await grantDueCredits(free.ctx)
    free.now = pro.now = DECEMBER
    expect(await free.balance()).toBe(10)
    await grantDueCredits(free.ctx)
    await grantDueCredits(free.ctx)
    expect(await free.ledger()).toEqual(['grant 10', 'spend -1', 'expiry -9', 'grant 10'])
    expect(await pro.ledger()).toEqual(['grant 100', 'expiry -100', 'grant 100'])
    expect([await free.balance(), await pro.balance()]).toEqual([10, 100])
  })

  test('grows at once with a larger plan and is not reduced by a smaller one', async ({ free }) => {
    await free.spend('a', 'report')
    await free.change('pro')
    expect(await free.balance()).toBe(95)
    await grantDueCredits(free.ctx)
    expect(await free.ledger()).toEqual(['grant 10', 'spend -5', 'grant 90'])
    for (const plan of ['free', 'pro', 'free']) {
      await free.change(plan)
      await grantDueCredits(free.ctx)
    }
    expect(await free.balance()).toBe(95)
    expect(await free.api.credits.balance()).toMatchObject({ granted: 100, monthly: 10 })
    free.now = DECEMBER
    await grantDueCredits(free.ctx)
    expect(await free.balance()).toBe(10)
  })

  test('writes nothing if none is due', async ({ free }) => {
    await grantDueCredits(free.ctx)
    const rows = () => env.DB.prepare('SELECT count(*) AS rows FROM credit_entries').first('rows')
    const before = await rows()
    await grantDueCredits(free.ctx)
    expect(await rows()).toBe(before)
  })
})

describe('spending', () => {
  test('by many callers at once never exceeds the balance', async ({ free }) => {
    free.env = { ...env, DB: barrier(env.DB, /INSERT INTO credit_entries/, AT_ONCE) }
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => free.spend(`work-${index}`)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await free.balance()).toBe(0)
  })

  test('on many reports at once never exceeds the balance', async ({ free }) => {
    await free.spend('a')
    free.env = { ...env, DB: barrier(env.DB, /INSERT INTO credit_entries/, AT_ONCE) }
    const outcomes = await Promise.allSettled(
      Array.from({ length: AT_ONCE }, (_, index) => free.spend(`work-${index}`, 'report')),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await free.balance()).toBe(4)
  })

  test('on the same work happens once', async ({ free }) => {
    await Promise.all(Array.from({ length: 20 }, () => free.spend('same')))
    expect(await free.balance()).toBe(9)
  })

  test('on a cheaper piece of work does not pay for a more expensive one', async ({ free }) => {
    await free.spend('same')
    await expect(free.spend('same', 'report')).rejects.toMatchObject({ code: 'conflict' })
    expect(await free.balance()).toBe(9)
  })

  test('without enough credits is refused with the time of the next grant', async ({ free }) => {
    for (const reference of ['a', 'b']) await free.spend(reference, 'report')
    await expect(free.spend('c')).rejects.toMatchObject({
      code: 'plan_limit',
      message:
        'This month’s AI credits are used up. New ones arrive at the start of next month. A larger plan includes more.',
    })
    free.now = DECEMBER
    await free.spend('c')
    expect(await free.balance()).toBe(9)
  })

  test('under one reference is separate in each organization', async ({ free, pro }) => {
    await free.spend('same')
    await pro.spend('same')
    await free.giveBack('same')
    expect([await free.balance(), await pro.balance()]).toEqual([10, 99])
  })
})

describe('returning credits', () => {
  test('happens once, and the same work cannot be paid for again', async ({ free }) => {
    await free.spend('report', 'report')
    await Promise.all(Array.from({ length: 20 }, () => free.giveBack('report')))
    expect(await free.balance()).toBe(10)
    await expect(free.spend('report', 'report')).rejects.toMatchObject({ code: 'conflict' })
    expect(await free.ledger()).toEqual(['grant 10', 'spend -5', 'return 5'])
  })

  test('does nothing for work that was never paid for', async ({ free }) => {
    await free.giveBack('nothing')
    expect(await free.ledger()).toEqual([])
  })

  test('restores nothing from an earlier month', async ({ free }) => {
    await free.spend('late')
    free.now = DECEMBER
    await free.giveBack('late')
    await grantDueCredits(free.ctx)
    expect(await free.ledger()).toEqual(['grant 10', 'spend -1', 'expiry -9', 'grant 10'])
  })
})

test('an organization with few credits left is notified once a month', async ({ free }) => {
  const told = async () => (await free.api.notifications.list()).items.map(({ message }) => message)
  await free.spend('a', 'report')
  for (const reference of ['b', 'c', 'd']) await free.spend(reference)
  expect(await told()).toEqual([])
  await free.spend('e')
  await free.spend('f')
  expect(await told()).toEqual([CREDITS_LOW])
  free.now = DECEMBER + MINUTE_MS
  for (const reference of ['g', 'h']) await free.spend(reference, 'report')
  expect(await told()).toEqual([CREDITS_LOW, CREDITS_LOW])
})

test('ledger entries cannot be changed', async ({ free }) => {
  await free.spend('a')
  const { organizationId } = free.account
  for (const change of ['amount = 1000', 'month = "2026-12"', 'reference = "b"']) {
    const raise = env.DB.prepare(`UPDATE credit_entries SET ${change} WHERE organization_id = ?`)
    await expect(raise.bind(organizationId).run()).rejects.toThrow('append-only')
  }
})

test('the ledger names who spent, and the entry survives their account', async ({ free }) => {
  await free.spend('a')
  const spender = async () => (await free.api.credits.ledger()).items[0]?.by
  expect(await spender()).toBe('Robin Quill')
  await env.DB.prepare('UPDATE credit_entries SET user_id = NULL').run()
  expect(await spender()).toBeNull()
})

test.for([
  ['free', false],
  ['pro', false],
  ['ai_insights', true],
] as const)('the screen offers reports only with a plan that has them: %s', async ([plan, isOffered]) => {
  const account = await createAccount(env.DB, { plan })
  const page = await (await ask('/app/credits', { headers: { cookie: await signedIn(account) } })).text()
  expect(page).toContain('A draft of a reply')
  expect(page.includes('A report')).toBe(isOffered)
  expect(page.includes('href="/app/ai-insights/reports"')).toBe(isOffered)
})
