import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { profiles, reportSchedules, users } from '#db/schema/index.ts'
import type { ActingContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { iso } from '../../rules/durations.ts'
import {
  MAX_SCHEDULES,
  nextDue,
  type ReportRequest,
  type ReportRhythm,
  type ReportSchedule,
  SCHEDULE_GONE,
  type ScheduleId,
  type SetScheduleInput,
} from '../../rules/reports.ts'
import { areAllInReach, MADE_BY } from './stored-reports.ts'

export type ScheduledSettings = Omit<ReportRequest, 'businessIds'>

/**
 * Schedules a report to be created regularly in the caller's name. Scheduling the same settings again only changes the
 * frequency.
 *
 * @throws DomainError `conflict` if there are too many
 */
export async function scheduleReport(
  ctx: ActingContext,
  about: { request: ReportRequest; businesses: readonly { id: string }[]; rhythm: ReportRhythm },
): Promise<void> {
  const organizationId = ctx.organization.id
  const { request, rhythm } = about
  const { title, period, sections, locale } = request
  const settings: ScheduledSettings = { title, period, sections, locale }
  const businessIds = JSON.stringify(about.businesses.map(({ id }) => id).sort())
  const now = ctx.now()
  const isTheSame = sql`organization_id = ${organizationId} AND settings = ${JSON.stringify(settings)} AND business_ids = ${businessIds}`
  const [stored] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO report_schedules (id, organization_id, user_id, business_ids, settings, rhythm, state, due_at, created_at)
      SELECT ${ctx.createId()}, ${organizationId}, ${ctx.session.user.id}, ${businessIds}, ${JSON.stringify(settings)}, ${rhythm}, 'on',
        ${nextDue(rhythm, now)}, ${now}
      WHERE (SELECT count(*) FROM report_schedules WHERE organization_id = ${organizationId}) < ${MAX_SCHEDULES}
        OR EXISTS (SELECT 1 FROM report_schedules WHERE ${isTheSame})
      ON CONFLICT (organization_id, settings, business_ids) DO UPDATE SET
        user_id = excluded.user_id, rhythm = excluded.rhythm, state = 'on', due_at = excluded.due_at, skipped_at = NULL`),
    recordAction(ctx, { organizationId, action: 'report_scheduled', subject: title }),
  ])
  if (stored.meta.changes === 0) {
    throw new DomainError(
      'conflict',
      `The report was created but not scheduled: ${MAX_SCHEDULES} are already scheduled. Delete one first.`,
    )
  }
}

/** Oldest first. */
export function schedulesQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      ...columns(reportSchedules, 'id', 'businessIds', 'settings', 'rhythm', 'state', 'dueAt', 'skippedAt'),
      by: MADE_BY,
    })
    .from(reportSchedules)
    .leftJoin(users, eq(users.id, reportSchedules.userId))
    .leftJoin(profiles, eq(profiles.id, reportSchedules.userId))
    .where(areOwn(ctx))
    .orderBy(asc(reportSchedules.id))
}

export function schedulesOf(rows: Awaited<ReturnType<typeof schedulesQuery>>): ReportSchedule[] {
  return rows.map(({ businessIds, settings, dueAt, skippedAt, ...row }) => {
    const { title, period } = settingsOf(settings)
    return {
      ...row,
      title,
      period,
      businessIds: idsOf(businessIds),
      nextAt: dueAt === null ? null : iso(dueAt),
      skippedAt: skippedAt === null ? null : iso(skippedAt),
    }
  })
}

/** Pauses a schedule, or resumes it in the caller's name. @throws DomainError `not_found` */
export async function setSchedule(ctx: MemberContext, { id, isOn }: SetScheduleInput): Promise<void> {
  const now = ctx.now()
  const due = sql`CASE rhythm WHEN 'weekly' THEN ${nextDue('weekly', now)} ELSE ${nextDue('monthly', now)} END`
  const change = isOn
    ? { state: 'on' as const, dueAt: due, skippedAt: null, userId: ctx.session.user.id }
    : { state: 'stopped' as const, dueAt: null }
  const organizationId = ctx.organization.id
  const isIt = and(areOwn(ctx), eq(reportSchedules.id, id))
  const [changed] = await ctx.db.batch([
    ctx.db.update(reportSchedules).set(change).where(isIt).returning({ id: reportSchedules.id }),
    recordAction(ctx, {
      organizationId,
      action: isOn ? 'report_scheduled' : 'report_unscheduled',
      subject: titleOf(isIt),
    }),
  ])
  if (changed.length === 0) throw scheduleNotFound()
}

/** Deletes a schedule; its reports stay. @throws DomainError `not_found` */
export async function removeSchedule(ctx: MemberContext, { id }: ScheduleId): Promise<void> {
  const organizationId = ctx.organization.id
  const isIt = and(areOwn(ctx), eq(reportSchedules.id, id))
  const subject = titleOf(isIt)
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'report_unscheduled', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(reportSchedules).where(isIt).returning({ id: reportSchedules.id }),
  ])
  if (removed.length === 0) throw scheduleNotFound()
}

/** Matches schedules all of whose locations the caller may see. */
function areOwn(ctx: MemberContext): SQL | undefined {
  return and(
    eq(reportSchedules.organizationId, ctx.organization.id),
    areAllInReach(ctx, reportSchedules.businessIds),
  )
}

function titleOf(isIt: SQL | undefined): SQL {
  return sql`(SELECT settings->>'title' FROM report_schedules WHERE ${isIt})`
}

/** The cast is safe: only scheduleReport writes the settings and the ids. */
export function settingsOf(text: string): ScheduledSettings {
  return JSON.parse(text) as ScheduledSettings
}

export function idsOf(text: string): string[] {
  return JSON.parse(text) as string[]
}

function scheduleNotFound(): DomainError {
  return new DomainError('not_found', SCHEDULE_GONE)
}
