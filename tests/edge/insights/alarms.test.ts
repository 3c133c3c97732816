import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { alarmChecks } from '#db/schema/index.ts'
import { CHOICE } from '#tests/edge/alerts/support.ts'
import { inOrganization, joined } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { changePlan, createBusiness } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { checkDueAlarms } from '#worker/insights/alarms/check-due.ts'
import { notifyAndAlert } from '#worker/notifications/notify.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { type Diner, test } from './diner.ts'

/** A tick handles everybody, so what earlier tests left is made not due. */
beforeEach(async () => {
  await env.DB.batch([
    env.DB.prepare('DELETE FROM alarm_checks'),
    env.DB.prepare('UPDATE alert_recipients SET next_alert_at = NULL, next_digest_at = NULL'),
  ])
})

const PLAN = { plan: 'ai_insights' }

/** Every day praises the food; the last eight full days blame the staff. */
async function fill(diner: Diner) {
  const lately = Array.from({ length: 8 }, (_, index) => ({
    text: 'The staff was rude and unfriendly.',
    rating: 1,
    daysAgo: 1 + index,
  }))
  const before = Array.from({ length: 170 }, (_, index) => ({
    text: 'The food was delicious and the staff friendly, a wonderful place.',
    rating: index % 12 === 0 ? 2 : 5,
    daysAgo: 20 + index,
  }))
  await diner.store(...lately, ...before)
  await diner.read()
}

/** Makes the business due. */
function watch(diner: Diner) {
  const { id: businessId, organizationId } = diner.business
  return databaseOf(env)
    .insert(alarmChecks)
    .values({ businessId, organizationId, dueAt: 0 })
    .onConflictDoUpdate({ target: alarmChecks.businessId, set: { dueAt: 0 } })
}

async function toldOf(diner: Diner) {
  const { items } = await apiFor(diner.account, PLAN).notifications.list()
  return items.filter(({ kind }) => kind === 'alarm').map(({ message, link }) => ({ message, link }))
}

const alarmMails = async (address: string) =>
  (await mailsTo(address)).filter(({ text }) => text.includes('when something unusual happens'))

describe('an alarm', () => {
  test('is sent once, with links to exactly the reviews it counts', async ({ diner }) => {
    await fill(diner)
    await watch(diner)
    expect(await checkDueAlarms(diner.ctx)).toBe(1)
    const told = await toldOf(diner)
    expect(told.map(({ message }) => message).toSorted()).toEqual([
      'Corner Shop: 8 guests complained about the staff in two weeks, hardly any before.',
      'Corner Shop: 8 of 8 reviews in two weeks have one or two stars, usually about 1.',
    ])
    for (const { link } of told) expect(await diner.countAt(link)).toBe(8)

    await sendAlerts(diner.ctx)
    const [mail, ...others] = await alarmMails(diner.account.email)
    expect(others).toEqual([])
    expect(mail?.subject).toMatch(
      /^Corner Shop: 8 (?:guests complained about the staff in two weeks|of 8 reviews in two weeks have one or two stars), .* – and 1 more$/,
    )
    for (const { message, link } of told) {
      expect(mail?.text).toContain(message)
      expect(mail?.text).toContain(link)
    }
  })

  test('is sent once by overlapping ticks and over the following days', async ({ diner }) => {
    await fill(diner)
    await watch(diner)
    await Promise.all([checkDueAlarms(diner.ctx), checkDueAlarms(diner.ctx)])
    expect(await toldOf(diner)).toHaveLength(2)
    // A tick whose lease has expired checks the same day again.
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    for (let day = 0; day < 3; day += 1) {
      diner.now += DAY_MS
      expect(await checkDueAlarms(diner.ctx)).toBe(1)
    }
    expect(await toldOf(diner)).toHaveLength(2)
  })

  test('is checked once per UTC day', async ({ diner }) => {
    await watch(diner)
    expect(await checkDueAlarms(diner.ctx)).toBe(1)
    diner.now += 60_000
    expect(await checkDueAlarms(diner.ctx)).toBe(0)
  })
})

test('a silence raises an alarm only if every source was read in the last two days', async ({ diner }) => {
  await apiFor(diner.account, PLAN).insights.setAlarmLevel({ level: 'all' })
  await diner.store(
    ...Array.from({ length: 160 }, (_, index) => ({ text: 'Fine.', rating: 5, daysAgo: 20 + index })),
  )
  const readAt = async (platform: string, at: number) => {
    await env.DB.prepare(
      `INSERT OR REPLACE INTO business_sources (business_id, platform, organization_id, source, listing_url, last_succeeded_at)
        VALUES (?1, ?2, ?3, 'import', '', ?4)`,
    )
      .bind(diner.business.id, platform, diner.business.organizationId, at)
      .run()
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    return toldOf(diner)
  }
  expect(await readAt('google', diner.now - 3 * DAY_MS)).toEqual([])
  await readAt('google', diner.now)
  const { length } = await toldOf(diner)
  expect(length).toBe(1)
})

test('an alarm email leads with a specific statement, not with a count of reviews', async ({ diner }) => {
  const { id: businessId, organizationId } = diner.business
  const alarms = [
    ['many_reviews', 'Corner Shop: Many more reviews than usual: 9 in two weeks, usually about 3.'],
    ['alike_reviews', 'Corner Shop: 3 reviews look copied. Check whether these guests were with you.'],
  ] as const
  for (const [kind, message] of alarms) {
    const id = crypto.randomUUID()
    await diner.run(
      `INSERT INTO alarms (id, organization_id, business_id, key, kind, from_day, to_day, part, all_count, expected, chance,
        review_ids, created_at) VALUES (?1, ?2, ?3, ?4, ?4, '2026-01-01', '2026-01-14', 3, 3, 1, 0.001, '[]', ?5)`,
      id,
      organizationId,
      businessId,
      kind,
      diner.now,
    )
    const news = { organizationId, businessId, kind: 'alarm', message, link: '/app' } as const
    await diner.ctx.db.batch(notifyAndAlert(diner.ctx, { ...news, dedupeKey: `alarm:${id}` }, sql`true`))
  }
  await sendAlerts(diner.ctx)
  const [mail] = await alarmMails(diner.account.email)
  expect(mail?.subject).toBe('Corner Shop: 3 reviews look copied – and 1 more')
})

describe('an alarm is not sent', () => {
  test('to another organization', async ({ diner, stranger }) => {
    await fill(diner)
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    expect((await apiFor(stranger, PLAN).notifications.list()).items).toEqual([])
  })

  test('while the plan has no AI Insights, and is sent once it has', async ({ diner }) => {
    await fill(diner)
    await watch(diner)
    const change = (plan: string) => changePlan(env.DB, diner.account, plan)
    await change('pro')
    expect(await checkDueAlarms(diner.ctx)).toBe(0)
    expect(await toldOf(diner)).toEqual([])
    await change('ai_insights')
    expect(await checkDueAlarms(diner.ctx)).toBe(1)
    expect(await toldOf(diner)).toHaveLength(2)
  })

  test('to a member limited to other businesses, neither in the app nor by email', async ({ diner }) => {
    const other = await createBusiness(env.DB, diner.account, { name: 'Other' })
    const limited = async (businessId: string) => {
      const member = await joined(diner.account, 'member')
      await diner.run(
        'UPDATE organization_users SET business_ids = json_array(?) WHERE user_id = ? AND organization_id = ?',
        businessId,
        member.userId,
        diner.account.organizationId,
      )
      return member
    }
    const member = await limited(other.id)
    const reaching = await limited(diner.business.id)
    await fill(diner)
    await diner.run('DELETE FROM alarm_checks')
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    await sendAlerts(diner.ctx)
    const api = apiFor(inOrganization(member, diner.account), {
      ...PLAN,
      role: 'member',
      businessIds: [other.id],
    })
    expect((await api.notifications.list()).items).toEqual([])
    expect(await alarmMails(member.email)).toEqual([])
    expect(await alarmMails(reaching.email)).toHaveLength(1)
  })

  test('to members without alarms or emails, or during quiet hours', async ({ diner }) => {
    diner.now = Date.UTC(2026, 5, 15, 23)
    const api = apiFor(diner.account, { ...PLAN, now: () => diner.now })
    await diner.store(
      ...Array.from({ length: 60 }, (_, index) => ({ text: 'Fine.', rating: 5, daysAgo: index })),
    )
    const { id: businessId, organizationId } = diner.business
    const tell = (message: string) => {
      const news = {
        organizationId,
        businessId,
        kind: 'alarm',
        message,
        link: '/app',
        dedupeKey: message,
      } as const
      return diner.ctx.db.batch(notifyAndAlert(diner.ctx, news, sql`true`))
    }
    const mails = async () => {
      await sendAlerts(diner.ctx)
      return (await alarmMails(diner.account.email)).length
    }
    await api.alerts.save({ ...CHOICE, takesAlarms: false })
    await tell('one')
    expect(await mails()).toBe(0)
    await api.alerts.save({ ...CHOICE, takesMail: false })
    await tell('two')
    expect(await mails()).toBe(0)
    await api.alerts.save({ ...CHOICE, quietFrom: '22:00', quietUntil: '07:00' })
    await tell('three')
    expect(await mails()).toBe(0)
    diner.now += 9 * 3_600_000
    expect(await mails()).toBe(1)
    expect((await alarmMails(diner.account.email))[0]?.text).toContain('three')
  })
})

describe('the alarm level', () => {
  /** Two bad reviews of four: a change, but not an important one. */
  const store = (diner: Diner) =>
    diner.store(
      ...[1, 1, 5, 5].map((rating, index) => ({ text: 'So.', rating, daysAgo: 1 + index })),
      ...Array.from({ length: 80 }, (_, index) => ({
        text: 'So.',
        rating: index % 40 ? 5 : 1,
        daysAgo: 16 + 2 * index,
      })),
    )

  test('allows all alarms by default, and only important ones from the next check if chosen', async ({
    diner,
  }) => {
    await store(diner)
    const api = apiFor(diner.account, PLAN)
    expect((await api.insights.overview()).alarmLevel).toBe('all')
    await api.insights.setAlarmLevel({ level: 'important' })
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    expect(await toldOf(diner)).toEqual([])
    expect((await api.insights.overview()).alarmLevel).toBe('important')
    await api.insights.setAlarmLevel({ level: 'all' })
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    expect(await toldOf(diner)).toHaveLength(1)
  })

  test('silences all alarms when off, until the first check at another level', async ({ diner }) => {
    await fill(diner)
    const api = apiFor(diner.account, PLAN)
    await api.insights.setAlarmLevel({ level: 'off' })
    await watch(diner)
    expect(await checkDueAlarms(diner.ctx)).toBe(1)
    // The check is done for today.
    expect(await checkDueAlarms(diner.ctx)).toBe(0)
    expect(await toldOf(diner)).toEqual([])
    await api.insights.setAlarmLevel({ level: 'important' })
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    expect(await toldOf(diner)).toHaveLength(2)
  })

  test('is recorded in the audit log when it changes', async ({ diner }) => {
    const api = apiFor(diner.account, PLAN)
    await api.insights.setAlarmLevel({ level: 'important' })
    const { log } = await api.screens.auditLog()
    expect(log.items.map(({ action, subject }) => [action, subject])).toContainEqual([
      'alarms_changed',
      'important only',
    ])
  })
})

describe('a possible attack', () => {
  const SAME = '=The waiter was rude to my mother and the soup was cold when it came.'
  /** A quiet half year, then a burst of bad reviews, three of them with the same text. */
  async function attack(diner: Diner) {
    await diner.store(
      ...Array.from({ length: 40 }, (_, index) => ({ text: '', rating: 5, daysAgo: 16 + 4 * index })),
      ...Array.from({ length: 14 }, (_, index) => ({ text: '', rating: 1, daysAgo: 1 + (index % 10) })),
      ...[1, 2, 3].map((daysAgo) => ({ text: SAME, rating: 1, daysAgo })),
    )
    await watch(diner)
    await checkDueAlarms(diner.ctx)
  }
  const suspicionsOf = async (diner: Diner) =>
    (await apiFor(diner.account, PLAN).insights.overview()).suspicions
  const evidence = (diner: Diner, id: string) =>
    signedIn(diner.account).then((cookie) => ask(`/export/evidence.csv?alarm=${id}`, { headers: { cookie } }))

  test('is reported as one alarm instead of its signs, and never as a verdict', async ({ diner }) => {
    await attack(diner)
    const told = await toldOf(diner)
    expect(told.map(({ message }) => message).toSorted()).toEqual([
      'Corner Shop: 3 reviews look copied. Check whether these guests were with you.',
      'Corner Shop: Many more reviews than usual, and 17 of 17 reviews in two weeks have one or two stars. Check whether these guests were with you.',
    ])
    for (const { message } of told) expect(message).not.toMatch(/fake/i)
    expect(await diner.countAt(told.find(({ message }) => /many more/i.test(message))?.link ?? '')).toBe(17)
    const same = told.find(({ message }) => /copied/.test(message))?.link ?? ''
    expect(new URL(same, 'http://app').searchParams.get('ids')?.split(',')).toHaveLength(3)
    diner.now += DAY_MS
    await checkDueAlarms(diner.ctx)
    expect(await toldOf(diner)).toHaveLength(2)
  })

  test('keeps the numbers it was raised with, whatever happens to the reviews', async ({ diner }) => {
    await attack(diner)
    const before = [await toldOf(diner), await suspicionsOf(diner)]
    await diner.run('UPDATE reviews SET rating = 5 WHERE business_id = ? AND rating = 1', diner.business.id)
    expect([await toldOf(diner), await suspicionsOf(diner)]).toEqual(before)
  })

  test('opens one case for each of its reviews and stops automatic replies', async ({ diner }) => {
    const businessId = diner.business.id
    const api = apiFor(diner.account, PLAN)
    await api.insights.saveDraftStyle({ businessId, tone: 'formal', isAutomatic: true })
    await attack(diner)
    const { cases } = await api.screens.cases()
    const counted = new Set((await suspicionsOf(diner)).flatMap(({ reviewIds }) => reviewIds).map(String))
    expect(cases.map(({ reviewId }) => reviewId).sort()).toEqual([...counted].sort())
    expect(cases.every(({ isAttack, state, rule }) => isAttack && state === 'open' && rule === 'spam')).toBe(
      true,
    )
    expect(cases[0]?.report).toContain('look like an attack')
    expect((await api.insights.draftStyle({ businessId })).isAutomatic).toBe(false)
    const { items } = await api.notifications.list()
    expect(items.filter(({ message }) => message.includes('because of a suspected attack'))).toHaveLength(1)
    await watch(diner)
    await checkDueAlarms(diner.ctx)
    expect((await api.screens.cases()).cases).toHaveLength(counted.size)
  })

  test('exports its evidence as a file safe for spreadsheets, with removed reviews', async ({ diner }) => {
    await attack(diner)
    await diner.run(
      'UPDATE reviews SET removed_at = 1 WHERE business_id = ? AND rating = 1',
      diner.business.id,
    )
    const counts = []
    for (const { id, reviewIds, kind } of await suspicionsOf(diner)) {
      const answer = await evidence(diner, id)
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="evidence-/)
      const lines = (await answer.text()).trim().split('\r\n')
      expect(lines[0]).toContain('"Author","Posted","Rating","Text","First seen"')
      expect(lines.length - 1).toBe(reviewIds.length)
      counts.push([kind, reviewIds.length])
      if (kind === 'alike_reviews') expect(lines[1]).toContain(`"'${SAME}"`)
    }
    expect(counts.toSorted()).toEqual([
      ['alike_reviews', 3],
      ['possible_attack', 17],
    ])
  })

  test('shows its evidence to no other organization, limited member or smaller plan', async ({
    diner,
    stranger,
  }) => {
    await attack(diner)
    const [suspicion] = await suspicionsOf(diner)
    const alarm = suspicion?.id ?? ''
    const gone = { code: 'NOT_FOUND' }
    await expect(apiFor(stranger, PLAN).insights.exportEvidence({ alarm })).rejects.toMatchObject(gone)
    const limited = apiFor(diner.account, { ...PLAN, role: 'member', businessIds: [crypto.randomUUID()] })
    await expect(limited.insights.exportEvidence({ alarm })).rejects.toMatchObject(gone)
    await expect(
      apiFor(diner.account, { plan: 'pro' }).insights.exportEvidence({ alarm }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
