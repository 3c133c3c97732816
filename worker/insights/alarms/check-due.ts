import { and, eq, type SQL, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { alarmChecks, businesses, insightTopicDays } from '#db/schema/index.ts'
import { isUpToDate } from '../../businesses/source-state.ts'
import { openAttackCases } from '../../cases/manage.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { notify, notifyAndAlert } from '../../notifications/notify.ts'
import { type DueWork, doDue, every, settleDue } from '../../platform/due.ts'
import { SUSPICIONS } from '../../rules/alarms.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { AUTOMATIC_STOPPED } from '../../rules/drafts.ts'
import { DAY_MS, MINUTE_MS, startOfDay, utcDay } from '../../rules/durations.ts'
import { alarmText } from '../../rules/finding-texts.ts'
import { alarmBehind } from '../../rules/insight-links.ts'
import { hasFeature, PLANS } from '../../rules/plans.ts'
import { TOPICS, type Topic } from '../../rules/review-features.ts'
import { stopAutomatic } from '../drafts/draft-styles.ts'
import { findingsDue } from '../findings/store-findings.ts'
import { figuresByDay, figuresQuery, type PostedFigures } from '../posted-figures.ts'
import { NO_STARS } from '../ratings.ts'
import {
  type ActiveLevel,
  type Alarm,
  type AlarmInput,
  alarmLevelIn,
  alarmLevelQuery,
  alarmsOf,
  BASE_DAYS,
  isSilenced,
  RECENT_DAYS,
  SILENT_DAYS,
} from './alarms.ts'
import { alikeReviews, badReviewsIn, type FoundAlarm, MIN_ALIKE_TEXTS } from './suspicions.ts'

const PLANS_WITH = JSON.stringify(PLANS.filter((plan) => hasFeature(plan, 'hasAIInsights')))

type DueBusiness = typeof alarmChecks.$inferSelect
type Place = Pick<DueBusiness, 'businessId' | 'organizationId'>

const CHECKS: DueWork<typeof alarmChecks> = {
  table: alarmChecks,
  key: 'businessId',
  dueAt: 'dueAt',
  // An interrupted check is repeated.
  backOff: every(10 * MINUTE_MS),
  // Each check reads some 200 daily rows, and some 200 more per topic. All checks of a day are done within minutes
  // after midnight.
  limit: 20,
  fault: 'alarms_not_checked',
  about: ({ businessId }) => ({ businessId }),
}

/**
 * Checks the due businesses, each once per UTC day, and notifies their organizations of changes. Stops watching
 * organizations whose plan lacks alarms.
 *
 * @returns number of businesses checked
 */
export async function checkDueAlarms(ctx: BackgroundContext): Promise<number> {
  await ctx.db.statement(sql`
    DELETE FROM alarm_checks WHERE due_at <= ${ctx.now()} AND NOT EXISTS (
      SELECT 1 FROM organization_subscriptions AS current
      WHERE current.organization_id = alarm_checks.organization_id
        AND current.plan_type IN (SELECT value FROM json_each(${PLANS_WITH})))`)
  return doDue(ctx, CHECKS, (business) => checkAlarms(ctx, business))
}

/** Statement that starts the daily checks of a business. The next tick ends them if the plan has no alarms. */
export function watchBusiness(ctx: MemberContext, businessId: string) {
  return ctx.db.statement(sql`
    INSERT INTO alarm_checks (business_id, organization_id)
    SELECT id, organization_id FROM businesses WHERE id = ${businessId} AND organization_id = ${ctx.organization.id}
    ON CONFLICT DO NOTHING`)
}

export function watchBusinesses(
  { db }: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  condition: SQL,
) {
  return db.statement(sql`
    INSERT INTO alarm_checks (business_id, organization_id)
    SELECT id, organization_id FROM businesses
    WHERE organization_id = ${organizationId} AND is_sample = 0 AND ${condition}
    ON CONFLICT DO NOTHING`)
}

/** Compares the last 14 complete days with the half year before, and stores the changes with their notifications. */
async function checkAlarms(ctx: BackgroundContext, due: DueBusiness): Promise<void> {
  const { businessId, organizationId } = due
  const now = ctx.now()
  const window = alarmWindow(now - DAY_MS)
  const isIt = and(eq(businesses.id, businessId), eq(businesses.organizationId, organizationId))
  const [[figures], topics, former, settings, sources] = await batch(ctx.db, [
    figuresQuery(ctx, isIt, { from: window.since, earlier: [] }),
    topicSpansQuery(ctx, sql`(SELECT id FROM businesses WHERE ${isIt})`, window),
    formerQuery(ctx, { businessId, organizationId }, window),
    alarmLevelQuery(ctx, organizationId),
    ctx.db.statement<{ isUpToDate: number }>(
      sql`SELECT ${isUpToDate(sql`${businessId}`, now)} AS isUpToDate`,
    ),
  ])
  const level = alarmLevelIn(settings)
  const days = figuresByDay(figures ? [figures] : [])
  const place = { businessId, organizationId }
  const checked = settleDue(ctx, CHECKS, due, startOfDay(now) + DAY_MS)
  if (level === 'off') {
    await checked
    return
  }
  const found = alarmsInWindow(window, {
    days,
    isUpToDate: sources.results[0]?.isUpToDate === 1,
    topics: topics.results,
    level,
    former: former.results,
  })
  const alike =
    countLately(days, window) >= MIN_ALIKE_TEXTS ? await alikeReviews(ctx, place, window.to) : null
  const subject = { ...place, name: figures?.name ?? '', window }
  await batch(ctx.db, [
    ...(found.known ? found.alarms : []).flatMap((alarm) =>
      tell(ctx, subject, {
        alarm,
        days: window,
        reviewIds: alarm.kind === 'possible_attack' ? badReviewsIn(place, window) : sql`'[]'`,
        link: linkTo(alarm, subject),
      }),
    ),
    ...(alike && !isSilenced(alike.alarm, former.results)
      ? [...tell(ctx, subject, alike), findingsDue(ctx, organizationId, JSON.stringify([businessId]))]
      : []),
    checked,
  ])
}

function countLately(days: readonly PostedFigures[], { to }: AlarmWindow): number {
  const since = utcDay(Date.parse(to) - 6 * DAY_MS)
  return days.reduce((sum, { day, count }) => (day >= since && day <= to ? sum + count : sum), 0)
}

function formerQuery(ctx: BackgroundContext, { businessId, organizationId }: Place, { to }: AlarmWindow) {
  return ctx.db.statement<{ key: string; chance: number; daysAgo: number }>(sql`
    SELECT key, chance, CAST(julianday(${to}) - julianday(to_day) AS INTEGER) AS daysAgo FROM alarms
    WHERE business_id = ${businessId} AND organization_id = ${organizationId}
      AND to_day >= ${utcDay(Date.parse(to) - SILENT_DAYS * DAY_MS)}`)
}

interface Subject extends Place {
  name: string
  window: AlarmWindow
}

/** Statements for an alarm and its notification: at most one per day and key, however many ticks find it. */
function tell(ctx: BackgroundContext, subject: Subject, { alarm, days, reviewIds, link }: FoundAlarm) {
  const { businessId, organizationId, name } = subject
  const { key, kind, topic, part, all, expected, chance } = alarm
  const id = ctx.createId()
  return [
    ctx.db.statement(sql`
      INSERT INTO alarms (id, organization_id, business_id, key, kind, topic, from_day, to_day, part, all_count, expected,
        chance, review_ids, created_at)
      SELECT ${id}, organization_id, id, ${key}, ${kind}, ${topic}, ${days.from}, ${days.to}, ${part}, ${all},
        ${expected}, ${chance}, ${reviewIds}, ${ctx.now()}
      FROM businesses WHERE id = ${businessId} AND organization_id = ${organizationId} AND deleted_at IS NULL
      ON CONFLICT (business_id, key, to_day) DO NOTHING`),
    ...notifyAndAlert(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'alarm',
        message: alarmText(name, alarm),
        link,
        dedupeKey: `alarm:${id}`,
      },
      sql`EXISTS (SELECT 1 FROM alarms WHERE id = ${id})`,
    ),
    ...(SUSPICIONS.some((suspicion) => suspicion === kind) ? defend(ctx, subject, id) : []),
  ]
}

/**
 * Statements that react to a suspected attack: open a case for each review, and stop automatic replies until a member
 * allows them again.
 */
function defend(ctx: BackgroundContext, { businessId, organizationId, name }: Subject, alarmId: string) {
  const isIt = sql`id = ${alarmId} AND organization_id = ${organizationId}`
  return [
    openAttackCases(
      ctx,
      { organizationId, businessId, alarmId },
      sql`(SELECT review_ids FROM alarms WHERE ${isIt})`,
    ),
    stopAutomatic(ctx, { organizationId, businessId }, sql`EXISTS (SELECT 1 FROM alarms WHERE ${isIt})`),
    recordAction(ctx, { organizationId, action: 'automatic_replies_stopped', subject: name }),
    notify(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'reply_written',
        message: AUTOMATIC_STOPPED,
        link: `/app/businesses/edit?id=${businessId}`,
        dedupeKey: `automatic-stopped:${alarmId}`,
      },
      sql`changes() > 0`,
    ),
  ]
}

function linkTo(alarm: Alarm, { businessId, window }: Subject): string {
  return alarm.part === 0
    ? `/app/ai-insights?${new URLSearchParams({ businessId })}`
    : alarmBehind({ businessId, alarmDays: window }, alarm)
}

/** The recent days, and the start of the days they are compared with. UTC. */
interface AlarmWindow extends DaySpan {
  since: string
}

/** @param last a time on the last day, in milliseconds */
function alarmWindow(last: number): AlarmWindow {
  return {
    since: utcDay(last - (BASE_DAYS + RECENT_DAYS - 1) * DAY_MS),
    from: utcDay(last - (RECENT_DAYS - 1) * DAY_MS),
    to: utcDay(last),
  }
}

interface TopicSpans {
  topic: Topic
  baseAll: number
  baseNegative: number
  recentAll: number
  recentNegative: number
}

/** Reads one row per topic and day. */
function topicSpansQuery(
  ctx: Pick<BackgroundContext, 'db'>,
  business: SQL,
  { since, from: recent, to }: AlarmWindow,
) {
  const all = sql.raw('positive + neutral + negative')
  return ctx.db.statement<TopicSpans>(sql`
    SELECT topic, sum((day < ${recent}) * (${all})) AS baseAll, sum((day < ${recent}) * negative) AS baseNegative,
      sum((day >= ${recent}) * (${all})) AS recentAll, sum((day >= ${recent}) * negative) AS recentNegative
    FROM json_each(${JSON.stringify(TOPICS)}) AS known
    CROSS JOIN ${insightTopicDays} ON business_id = ${business} AND topic = known.value
      AND day BETWEEN ${since} AND ${to}
    GROUP BY topic`)
}

interface WindowCounts {
  /** Days without reviews may be left out. */
  days: readonly PostedFigures[]
  isUpToDate: boolean
  topics: readonly TopicSpans[]
  level: ActiveLevel
  former: AlarmInput['former']
}

function alarmsInWindow({ to }: AlarmWindow, { days, isUpToDate, topics, level, former }: WindowCounts) {
  const byDay = new Map(days.map(({ day, stars }) => [day, stars]))
  const length = BASE_DAYS + RECENT_DAYS
  const last = Date.parse(to)
  return alarmsOf({
    days: Array.from(
      { length },
      (_, index) => byDay.get(utcDay(last - (length - 1 - index) * DAY_MS)) ?? NO_STARS,
    ),
    isUpToDate,
    topics: topics.map(({ topic, baseAll, baseNegative, recentAll, recentNegative }) => ({
      topic,
      base: { all: baseAll, negative: baseNegative },
      recent: { all: recentAll, negative: recentNegative },
    })),
    level,
    former,
  })
}
