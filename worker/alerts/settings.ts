import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { alertRecipients, pushDevices } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireMail } from '../identity/accounts/mails.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import {
  type AlertSettings,
  type AlertsView,
  type RecipientView,
  type SaveAlertsInput,
  type TimeZoneInput,
  timeOfDay,
} from '../rules/alerts.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { can } from '../rules/permissions.ts'
import { hasFeature, planLimits } from '../rules/plans.ts'
import { deviceName } from '../rules/sessions.ts'
import { pushToDevices } from './push/devices.ts'
import { pushKey } from './push/vapid.ts'
import { nextDigestAt } from './schedule.ts'

/** Includes the recipients without an account only for admins. */
export async function getAlerts(ctx: MemberContext): Promise<AlertsView> {
  const { organization, session } = ctx
  const [[own], devices, recipients] = await ctx.db.batch([
    ctx.db.select().from(alertRecipients).where(isOwn(ctx)),
    ctx.db
      .select()
      .from(pushDevices)
      .where(and(eq(pushDevices.userId, session.user.id), eq(pushDevices.organizationId, organization.id)))
      .orderBy(desc(pushDevices.createdAt)),
    ctx.db
      .select()
      .from(alertRecipients)
      .where(and(eq(alertRecipients.organizationId, organization.id), isNull(alertRecipients.userId)))
      .orderBy(asc(alertRecipients.createdAt)),
  ])
  if (!own) throw new DomainError('not_found', 'You are no longer a member here.')
  return {
    settings: settingsView(ctx, own),
    isCollectedByPlan: planLimits(organization.plan).refreshHours !== null,
    hasAlarms: hasFeature(organization.plan, 'hasAIInsights'),
    pushKey: pushKey(ctx),
    devices: devices.map(({ id, userAgent, endpoint, createdAt }) => ({
      id,
      name: deviceName(userAgent),
      endpoint,
      createdAt: new Date(createdAt).toISOString(),
    })),
    recipients: can(organization.role, 'recipients.manage') ? recipients.map(recipientView) : null,
  }
}

function isOwn({ organization, session }: MemberContext) {
  return and(eq(alertRecipients.organizationId, organization.id), eq(alertRecipients.userId, session.user.id))
}

type Row = typeof alertRecipients.$inferSelect

function settingsView({ session }: MemberContext, row: Row): AlertSettings {
  const { alertStars, digest, digestWeekday, timeZone, takesMail, takesAlarms, isZoneChosen } = row
  return {
    email: session.user.email,
    isVerified: session.user.isVerified,
    alertStars,
    digest,
    digestWeekday,
    digestTime: timeOfDay(row.digestMinute),
    quietFrom: row.quietFrom === null ? null : timeOfDay(row.quietFrom),
    quietUntil: row.quietUntil === null ? null : timeOfDay(row.quietUntil),
    timeZone,
    takesMail,
    takesAlarms,
    isZoneChosen,
  }
}

function recipientView({ id, email, alertStars, digest, confirmedAt, takesMail }: Row): RecipientView {
  const state = confirmedAt === null ? 'asked' : takesMail ? 'active' : 'stopped'
  return { id, email: email ?? '', alertStars, digest, state }
}

/** Messages held during quiet hours are rescheduled by the next tick. */
export async function saveAlerts(ctx: MemberContext, input: SaveAlertsInput): Promise<void> {
  const { digestTime: digestMinute, ...choice } = input
  const now = ctx.now()
  const schedule = { ...choice, digestMinute }
  await ctx.db.batch([
    ctx.db
      .update(alertRecipients)
      .set({ ...schedule, isZoneChosen: true, nextDigestAt: nextDigestAt(schedule, now), updatedAt: now })
      .where(isOwn(ctx)),
    ctx.db
      .update(alertRecipients)
      .set({ nextAlertAt: now })
      .where(and(isOwn(ctx), isNotNull(alertRecipients.nextAlertAt))),
  ])
}

/** Does nothing if the caller has chosen a time zone. */
export async function tellTimeZone(ctx: MemberContext, { timeZone }: TimeZoneInput): Promise<void> {
  const [own] = await ctx.db.select().from(alertRecipients).where(isOwn(ctx))
  if (!own || own.isZoneChosen || own.timeZone === timeZone) return
  await ctx.db
    .update(alertRecipients)
    .set({ timeZone, nextDigestAt: nextDigestAt({ ...own, timeZone }, ctx.now()), updatedAt: ctx.now() })
    .where(and(isOwn(ctx), eq(alertRecipients.isZoneChosen, false)))
}

const TESTS: Limit = {
  name: 'test-mails-account',
  max: 5,
  windowMs: HOUR_MS,
  message: 'You have sent yourself 5 tests within an hour. Please wait a little.',
}

/**
 * Sends the caller a test email, and a test message to each of their devices.
 *
 * @throws DomainError `email_not_verified`, `too_many`
 */
export async function sendTest(ctx: MemberContext): Promise<void> {
  requireVerified(ctx)
  requireMail(ctx)
  const { user } = ctx.session
  await requireTry(ctx, TESTS, user.id)
  const mail = await ctx.mail.prepare({
    to: user.email,
    subject: 'Test: your review e-mails arrive',
    blocks: [
      'Hello,',
      'You asked for this e-mail to check that it arrives. Alerts and digests come from the same sender.',
      { label: 'Change what you get', url: `${ctx.settings.APP_ORIGIN}/app/notifications` },
    ],
    kind: 'test',
  })
  const message = {
    title: 'Test: messages arrive here',
    body: 'New reviews will be announced the same way.',
    path: '/app/notifications',
    tag: 'test',
  }
  const push = await pushToDevices(ctx, ctx.organization.id, user.id, message, sql`1`)
  await ctx.db.batch([mail.statement, push.statement])
}
