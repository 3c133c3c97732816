import { and, eq, isNotNull, not, sql } from 'drizzle-orm'
import { reportSchedules, users } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { notify } from '../../notifications/notify.ts'
import { actingFor, awaitsErasure } from '../../organizations/membership.ts'
import { type DueWork, doDue, every, isUnmoved } from '../../platform/due.ts'
import type { MailBlock } from '../../platform/mail-layout.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { MINUTE_MS, utcMonth } from '../../rules/durations.ts'
import type { Locale } from '../../rules/locales.ts'
import { can } from '../../rules/permissions.ts'
import { hasFeature } from '../../rules/plans.ts'
import {
  nextDue,
  type ReportSentence,
  RHYTHM_NAMES,
  SCHEDULE_ENDED,
  SCHEDULE_SKIPPED,
  type ScheduleState,
  SECTION_NAMES,
} from '../../rules/reports.ts'
import { BRAND_NAME } from '../../rules/titles.ts'
import { type MadeReport, makeReport } from './create-report.ts'
import { hasSameDaysAsLastWeek } from './read-input.ts'
import { idsOf, settingsOf } from './schedules.ts'

const SCREEN = '/app/ai-insights/reports'

type DueSchedule = typeof reportSchedules.$inferSelect

const SCHEDULES: DueWork<typeof reportSchedules> = {
  table: reportSchedules,
  key: 'id',
  dueAt: 'dueAt',
  // An interrupted report is started again.
  backOff: every(10 * MINUTE_MS),
  limit: 20,
  of: not(awaitsErasure(reportSchedules.organizationId)),
  fault: 'scheduled_report_failed',
  about: ({ id }) => ({ scheduleId: id }),
}

/**
 * Creates due reports and emails their findings to the members who scheduled them. A schedule that is no longer
 * possible ends with a notice; one without credits is skipped.
 *
 * @returns number of schedules examined
 */
export function createDueReports(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, SCHEDULES, (schedule) => createDue(ctx, schedule))
}

async function createDue(ctx: BackgroundContext, schedule: DueSchedule): Promise<void> {
  if (isDoneForThisMonth(ctx, schedule)) return void (await moveOn(ctx, schedule, null))
  const acting = await whoScheduledIt(ctx, schedule)
  if (typeof acting === 'string') return end(ctx, schedule, acting)
  const request = { ...settingsOf(schedule.settings), businessIds: idsOf(schedule.businessIds) }
  try {
    await makeReport(acting, request, async (made) => [
      ...(await factsMail(acting, schedule, made)),
      moveOn(ctx, schedule, null),
    ])
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    if (error.code === 'plan_limit') await skip(ctx, schedule)
    else if (error.code === 'not_found') await end(ctx, schedule, 'no_access')
    else throw error
  }
}

/** True if last week's report was on the same days, because the period consists of whole months. */
function isDoneForThisMonth(ctx: BackgroundContext, { rhythm, settings, skippedAt }: DueSchedule): boolean {
  const { period } = settingsOf(settings)
  return rhythm === 'weekly' && skippedAt === null && hasSameDaysAsLastWeek(period, ctx.now())
}

/** Context of the member who scheduled the report, or the reason why their reports aren't created any more. */
async function whoScheduledIt(
  ctx: BackgroundContext,
  { organizationId, userId }: DueSchedule,
): Promise<ActingContext | ScheduleState> {
  if (userId === null) return 'no_member'
  const acting = await actingFor(ctx, organizationId, userId)
  if (!acting || !can(acting.organization.role, 'reports.make')) return 'no_member'
  return hasFeature(acting.organization.plan, 'hasCustomReports') ? acting : 'no_plan'
}

/** Sets the next time in the future, even if several were missed. */
function moveOn(ctx: BackgroundContext, schedule: DueSchedule, skippedAt: number | null) {
  const dueAt = nextDue(schedule.rhythm, ctx.now())
  return ctx.db.update(reportSchedules).set({ dueAt, skippedAt }).where(isUnmoved(SCHEDULES, schedule))
}

/** Skips a report for lack of credits; notifies the organization once a month, because credits are monthly. */
async function skip(ctx: BackgroundContext, schedule: DueSchedule): Promise<void> {
  const { organizationId } = schedule
  await ctx.db.batch([
    moveOn(ctx, schedule, ctx.now()),
    notify(
      ctx,
      {
        organizationId,
        kind: 'credits_low',
        message: SCHEDULE_SKIPPED,
        link: '/app/credits',
        dedupeKey: `report-skipped:${utcMonth(ctx.now())}`,
      },
      sql`changes() > 0`,
    ),
  ])
}

async function end(ctx: BackgroundContext, schedule: DueSchedule, state: ScheduleState): Promise<void> {
  const { id, organizationId, dueAt } = schedule
  await ctx.db.batch([
    ctx.db.update(reportSchedules).set({ state, dueAt: null }).where(isUnmoved(SCHEDULES, schedule)),
    notify(
      ctx,
      {
        organizationId,
        kind: 'system_update',
        message: SCHEDULE_ENDED,
        link: SCREEN,
        dedupeKey: `report-ended:${id}:${dueAt}`,
      },
      sql`changes() > 0`,
    ),
  ])
}

const SENTENCES_A_SECTION = 5

/** Null if the address isn't verified. */
async function factsMail(ctx: ActingContext, schedule: DueSchedule, made: MadeReport) {
  const [member] = await ctx.db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.id, ctx.session.user.id), isNotNull(users.emailVerifiedAt)))
  if (!member) return []
  const { title, locale } = settingsOf(schedule.settings)
  const span = spanText(made.days, locale)
  const { APP_ORIGIN } = ctx.settings
  const [facts] = made.sections.filter(({ name }) => name === 'facts')
  const news = facts?.sentences[0]
  const blocks: MailBlock[] = [
    { heading: news ? news.text.replace(/\.$/, '') : title },
    ...quoteOf(news),
    `${title}: ${made.businesses.map(({ name }) => name).join(', ')}, ${span}`,
    ...made.sections
      .map(({ name, sentences }) => ({ name, sentences: sentences.filter((one) => one !== news) }))
      .filter(({ sentences }) => sentences.length > 0)
      .map(({ name, sentences }) =>
        [SECTION_NAMES[name], ...sentences.slice(0, SENTENCES_A_SECTION).map(({ text }) => `- ${text}`)].join(
          '\n',
        ),
      ),
    { label: 'Open the report', url: `${APP_ORIGIN}${SCREEN}/${made.id}` },
    {
      footer: `${BRAND_NAME} creates this report for you ${RHYTHM_NAMES[schedule.rhythm]}.`,
      links: [{ label: 'Change or stop it', url: APP_ORIGIN + SCREEN }],
    },
  ]
  const subject = news ? `${news.text.replace(/\.$/, '')} – ${title}` : `${title}: ${span}`
  const isDue = sql`EXISTS (SELECT 1 FROM report_schedules WHERE ${isUnmoved(SCHEDULES, schedule)})`
  const mail = { to: member.email, subject, blocks, kind: 'report', isBulk: true } as const
  return [(await ctx.mail.prepare(mail, isDue)).statement]
}

function quoteOf(sentence: ReportSentence | undefined): string[] {
  return sentence?.quote ? [`“${sentence.quote.text}”`] : []
}

/** Such as 'Oct 1 – 31, 2026'. */
function spanText({ from, to }: DaySpan, locale: Locale): string {
  const dates = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  return dates.formatRange(new Date(from), new Date(to))
}
