import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { accountDeletions } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { leaveCredits } from '#tests/edge/support/credits.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { createAccount, createBusiness, joinOrganization } from '#tests/factories.ts'
import { createDueReports } from '#worker/insights/reports/create-due.ts'
import { cleanUpReports, makeReport } from '#worker/insights/reports/create-report.ts'
import { requireMembership } from '#worker/organizations/membership.ts'
import { DAY_MS, iso, MINUTE_MS } from '#worker/rules/durations.ts'
import {
  type CreateReportInput,
  MAX_SCHEDULES,
  SCHEDULE_ENDED,
  SCHEDULE_SKIPPED,
} from '#worker/rules/reports.ts'
import { type Diner, test } from './diner.ts'

/** A Wednesday. */
const BEGIN = Date.UTC(2030, 0, 9, 12)
const MONDAY = Date.UTC(2030, 0, 14, 6)
const WEEK = 7 * DAY_MS

const REQUEST: CreateReportInput = {
  title: 'Week by week',
  period: 'last_7_days',
  sections: ['facts', 'ratings'],
  locale: 'en-US',
  schedule: 'weekly',
}

beforeEach<{ diner: Diner }>(({ diner }) => {
  diner.now = BEGIN
})

function apiOf(diner: Diner, options: Parameters<typeof apiFor>[1] = {}) {
  return apiFor(diner.account, { now: () => diner.now, ...options })
}

/** Ticks until nothing is due, including schedules of other tests. */
async function tickAt(diner: Diner, now: number): Promise<void> {
  diner.now = now
  while ((await createDueReports(diner.ctx)) > 0);
}

async function seen(diner: Diner) {
  const { schedules, reports, credits } = await apiOf(diner).screens.reports()
  return { schedules, reports: reports.items.length, balance: credits.balance }
}

const mails = async ({ account }: Diner) =>
  (await mailsTo(account.email)).filter(({ kind }) => kind === 'report')

async function news(diner: Diner, message: string): Promise<number> {
  const { items } = await apiOf(diner).notifications.list()
  return items.filter((item) => item.message === message).length
}

describe('a schedule', () => {
  test('makes its report once when it is due, even under concurrent ticks, and emails its content', async ({
    diner,
  }) => {
    const { id } = await apiOf(diner).reports.create(REQUEST)
    expect(await seen(diner)).toMatchObject({
      schedules: [
        { title: 'Week by week', rhythm: 'weekly', state: 'on', nextAt: iso(MONDAY), by: 'Robin Quill' },
      ],
      reports: 1,
      balance: 995,
    })
    await tickAt(diner, MONDAY - 1)
    expect(await mails(diner)).toEqual([])

    diner.now = MONDAY
    await Promise.all(Array.from({ length: 5 }, () => createDueReports(diner.ctx)))
    await tickAt(diner, MONDAY + MINUTE_MS)
    expect(await seen(diner)).toMatchObject({
      schedules: [{ state: 'on', nextAt: iso(MONDAY + WEEK), skippedAt: null }],
      reports: 2,
      balance: 990,
    })
    const { items } = await apiOf(diner).reports.list()
    expect(items[1]?.id).toBe(id)
    const [mail, ...others] = await mails(diner)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Nothing unusual. No reviews were posted in this period – Week by week')
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain('No reviews were posted in this period.')
      expect(part).toContain('Jan 7 – 13, 2030')
      expect(part).toContain(`/app/ai-insights/reports/${items[0]?.id}`)
      expect(part).toContain('Review Dashboard creates this report for you every Monday.')
    }
  })

  test('is created once however often it is requested, and its rhythm can be changed', async ({ diner }) => {
    await Promise.all(Array.from({ length: 5 }, () => apiOf(diner).reports.create(REQUEST)))
    await apiOf(diner).reports.create({ ...REQUEST, schedule: 'monthly' })
    const { schedules, balance } = await seen(diner)
    expect(schedules).toMatchObject([{ rhythm: 'monthly', nextAt: '2030-02-01T06:00:00.000Z' }])
    expect(balance).toBe(995)
  })

  test('is limited to twenty, even under concurrent requests', async ({ diner }) => {
    const made = await Promise.allSettled(
      Array.from({ length: MAX_SCHEDULES + 3 }, (_, index) =>
        apiOf(diner).reports.create({ ...REQUEST, title: `Report ${index}` }),
      ),
    )
    const refused = made.filter(({ status }) => status === 'rejected')
    expect(refused).toHaveLength(3)
    expect(refused[0]).toMatchObject({ reason: { cause: { code: 'conflict' } } })
    const { schedules } = await seen(diner)
    expect(schedules).toHaveLength(MAX_SCHEDULES)
    await apiOf(diner).reports.create({ ...REQUEST, title: schedules[0]?.title ?? '', schedule: 'monthly' })
    expect((await seen(diner)).schedules[0]).toMatchObject({ rhythm: 'monthly' })
    // Removed so that ticks of other tests don't make these reports.
    for (const { id } of schedules) await apiOf(diner).reports.removeSchedule({ id })
  })

  test('can be stopped, started again and deleted', async ({ diner }) => {
    const api = apiOf(diner)
    await api.reports.create(REQUEST)
    const [schedule] = (await seen(diner)).schedules
    const id = schedule?.id ?? ''
    await api.reports.setSchedule({ id, isOn: false })
    await tickAt(diner, MONDAY)
    expect(await seen(diner)).toMatchObject({ schedules: [{ state: 'stopped', nextAt: null }], reports: 1 })
    await api.reports.setSchedule({ id, isOn: true })
    expect((await seen(diner)).schedules).toMatchObject([{ state: 'on', nextAt: iso(MONDAY + WEEK) }])
    await api.reports.removeSchedule({ id })
    await expect(api.reports.removeSchedule({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
    await tickAt(diner, MONDAY + WEEK)
    expect(await seen(diner)).toMatchObject({ schedules: [], reports: 1 })
    expect((await api.organizations.auditLog()).items.map(({ action }) => action)).toEqual([
      'report_unscheduled',
      'report_scheduled',
      'report_unscheduled',
      'report_scheduled',
      'report_made',
    ])
  })

  test('sends no email to an unverified address', async ({ diner }) => {
    await apiOf(diner).reports.create(REQUEST)
    await diner.run('UPDATE users SET email_verified_at = NULL WHERE id = ?', diner.account.userId)
    await tickAt(diner, MONDAY)
    expect(await seen(diner)).toMatchObject({ reports: 2 })
    expect(await mails(diner)).toEqual([])
  })

  test('is seen and changed only by members who see all of its locations', async ({ diner }) => {
    const second = await createBusiness(env.DB, diner.account, { name: 'Zebra' })
    await apiOf(diner).reports.create(REQUEST)
    await apiOf(diner).reports.create({ ...REQUEST, title: 'Zebra', businessIds: [second.id] })
    const { schedules } = await seen(diner)
    const limited = apiOf(diner, { role: 'member', businessIds: [second.id] })
    expect((await limited.screens.reports()).schedules.map(({ title }) => title)).toEqual(['Zebra'])
    const id = schedules.find(({ title }) => title !== 'Zebra')?.id ?? ''
    await expect(limited.reports.setSchedule({ id, isOn: false })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    })
    await expect(limited.reports.removeSchedule({ id })).rejects.toMatchObject({
      cause: { code: 'not_found' },
    })
  })
})

describe('without credits', () => {
  test('a scheduled report is skipped with one notice a month, until there are new ones', async ({
    diner,
  }) => {
    await apiOf(diner).reports.create(REQUEST)
    await leaveCredits(diner.account, 4, diner.now)
    await tickAt(diner, MONDAY)
    await tickAt(diner, MONDAY + MINUTE_MS)
    expect(await seen(diner)).toMatchObject({
      schedules: [{ state: 'on', nextAt: iso(MONDAY + WEEK), skippedAt: iso(MONDAY) }],
      reports: 1,
      balance: 4,
    })
    await tickAt(diner, MONDAY + WEEK)
    expect(await news(diner, SCHEDULE_SKIPPED)).toBe(1)
    expect(await mails(diner)).toEqual([])
    await tickAt(diner, MONDAY + 4 * WEEK)
    expect(await seen(diner)).toMatchObject({ schedules: [{ skippedAt: null }], reports: 2, balance: 995 })
  })
})

describe('the end of a schedule', () => {
  test.for([
    [
      'no_member',
      'who scheduled it has left',
      'UPDATE organization_users SET is_active = 0 WHERE user_id = ?1',
    ],
    ['no_member', 'they only read now', "UPDATE organization_users SET role = 'viewer' WHERE user_id = ?1"],
    [
      'no_access',
      'they lost one of its locations',
      "UPDATE organization_users SET role = 'member', business_ids = '[]' WHERE user_id = ?1",
    ],
    ['no_access', 'one of its locations is deleted', 'DELETE FROM businesses WHERE user_id = ?1'],
    [
      'no_plan',
      'the plan has no reports',
      `UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id =
        (SELECT organization_id FROM organization_users WHERE user_id = ?1)`,
    ],
  ])('is stored as %s and announced: %s', async ([state, , change], { diner }) => {
    await apiOf(diner).reports.create(REQUEST)
    await diner.run(change ?? '', diner.account.userId)
    await tickAt(diner, MONDAY)
    await tickAt(diner, MONDAY + WEEK)
    expect(await seen(diner)).toMatchObject({
      schedules: [{ state, nextAt: null }],
      reports: 1,
      balance: 995,
    })
    expect(await news(diner, SCHEDULE_ENDED)).toBe(1)
    expect(await mails(diner)).toEqual([])
  })

  test('on whole months is not weekly, and one that is creates no report twice', async ({ diner }) => {
    const month = { ...REQUEST, period: 'last_month' } as const
    await expect(apiOf(diner).reports.create(month)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await apiOf(diner).reports.create({ ...month, schedule: 'monthly' })
    await diner.run("UPDATE report_schedules SET rhythm = 'weekly', due_at = ?", MONDAY)
    await tickAt(diner, MONDAY)
    expect(await seen(diner)).toMatchObject({ schedules: [{ nextAt: iso(MONDAY + WEEK) }], reports: 1 })
    for (let weeks = 1; weeks <= 5; weeks += 1) await tickAt(diner, MONDAY + weeks * WEEK)
    // December's report and, since February, January's.
    expect(await seen(diner)).toMatchObject({ schedules: [{ state: 'on' }], reports: 2 })
  })

  test("is not reached while its creator's account awaits deletion, and it resumes if that is kept", async ({
    diner,
  }) => {
    await apiOf(diner).reports.create(REQUEST)
    const { userId } = diner.account
    await databaseOf(env)
      .insert(accountDeletions)
      .values({ userId, requestedAt: BEGIN, eraseAt: MONDAY + WEEK, dueAt: MONDAY + WEEK })
    await tickAt(diner, MONDAY)
    expect(await seen(diner)).toMatchObject({ schedules: [{ state: 'on' }], reports: 1, balance: 995 })
    expect(await mails(diner)).toEqual([])
    await diner.run('DELETE FROM account_deletions WHERE user_id = ?', userId)
    await tickAt(diner, MONDAY)
    expect(await seen(diner)).toMatchObject({ reports: 2, balance: 990 })
  })

  test('can be undone by a colleague, who continues it in their own name', async ({ diner }) => {
    const other = await createAccount(env.DB)
    await joinOrganization(env.DB, diner.account, other, 'admin', BEGIN)
    await apiOf(diner).reports.create(REQUEST)
    await diner.run('UPDATE organization_users SET is_active = 0 WHERE user_id = ?', diner.account.userId)
    await tickAt(diner, MONDAY)
    const colleague = apiFor(
      { ...other, organizationId: diner.account.organizationId },
      { now: () => diner.now, role: 'admin' },
    )
    const [schedule] = (await colleague.screens.reports()).schedules
    await colleague.reports.setSchedule({ id: schedule?.id ?? '', isOn: true })
    await tickAt(diner, MONDAY + WEEK)
    expect((await mailsTo(other.email)).map(({ kind }) => kind)).toEqual(['report'])
    expect(await mails(diner)).toEqual([])
    expect((await colleague.reports.list()).items).toHaveLength(2)
  })
})

describe('an interrupted report', () => {
  test('that fails when it is due is made ten minutes later and paid for once', {
    meta: { expectsFaults: true },
  }, async ({ diner }) => {
    await apiOf(diner).reports.create(REQUEST)
    diner.now = MONDAY
    const db = databaseOf({ DB: failing(env.DB, /UPDATE reports SET delivered_at/) })
    await createDueReports({ ...diner.ctx, db })
    expect(await seen(diner)).toMatchObject({ reports: 1, balance: 995 })
    expect(await mails(diner)).toEqual([])
    await tickAt(diner, MONDAY + 10 * MINUTE_MS)
    expect(await seen(diner)).toMatchObject({
      schedules: [{ nextAt: iso(MONDAY + WEEK) }],
      reports: 2,
      balance: 990,
    })
    expect(await mails(diner)).toHaveLength(1)
  })

  test('that was paid for but never delivered is deleted after ten minutes and refunded', async ({
    diner,
  }) => {
    const { id } = await apiOf(diner).reports.create({ ...REQUEST, schedule: 'none' })
    const stored = () => env.DB.prepare('SELECT id FROM reports WHERE id = ?').bind(id).first()
    await diner.run('UPDATE reports SET delivered_at = NULL WHERE id = ?', id)
    diner.now = BEGIN + 10 * MINUTE_MS - 1
    await cleanUpReports(diner.ctx)
    expect(await stored()).not.toBeNull()
    diner.now = BEGIN + 10 * MINUTE_MS
    await Promise.all([cleanUpReports(diner.ctx), cleanUpReports(diner.ctx)])
    expect(await stored()).toBeNull()
    expect((await seen(diner)).balance).toBe(1_000)
    const { items } = await apiOf(diner).credits.ledger()
    expect(items.filter(({ kind }) => kind === 'return')).toHaveLength(1)
  })

  test('that was given up meanwhile is neither delivered nor announced', async ({ diner }) => {
    const { organizationId, userId } = diner.account
    const ctx = { ...diner.ctx, session: { user: { id: userId } } }
    const acting = { ...ctx, organization: await requireMembership(ctx, organizationId) }
    const { schedule: _, ...request } = REQUEST
    const made = makeReport(acting, request, async ({ id }) => {
      await diner.run('DELETE FROM reports WHERE id = ?', id)
      return [ctx.db.statement(sql`DELETE FROM businesses WHERE organization_id = ${organizationId}`)]
    })
    await expect(made).rejects.toMatchObject({ code: 'conflict' })
    expect((await apiOf(diner).screens.reports()).businesses).toHaveLength(1)
  })

  test('is completed when it is requested again, and then kept', async ({ diner }) => {
    const request = { ...REQUEST, schedule: 'none' as const }
    const { id } = await apiOf(diner).reports.create(request)
    await diner.run('UPDATE reports SET delivered_at = NULL WHERE id = ?', id)
    diner.now = BEGIN + 9 * MINUTE_MS
    expect(await apiOf(diner).reports.create(request)).toEqual({ id })
    diner.now = BEGIN + DAY_MS
    await cleanUpReports(diner.ctx)
    expect(await seen(diner)).toMatchObject({ reports: 1, balance: 995 })
  })
})
