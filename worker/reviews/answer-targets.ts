import { and, eq, type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { answerTargets } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { notifyAndAlert } from '../notifications/notify.ts'
import { isInReach, isOwn } from '../platform/business-access.ts'
import { type DueWork, doDue, every, isUnmoved } from '../platform/due.ts'
import {
  ANSWER_HOURS,
  type AnsweredInTime,
  type AnswerTargetOf,
  DUE_BACK_DAYS,
  dueReminder,
  leadMs,
  MAX_OVERDUE,
  type SetAnswerTargetInput,
} from '../rules/answer-targets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '../rules/durations.ts'
import { boundPosition, positionOf } from './position.ts'
import { searchExpression, searchToken } from './search-expression.ts'

/** A location's target for replying, in hours; null if it has none. @throws DomainError `not_found` */
export async function getAnswerTarget(
  ctx: MemberContext,
  { businessId }: AnswerTargetOf,
): Promise<{ hours: number | null }> {
  const { id } = await requireBusiness(ctx, businessId)
  const [row] = await ctx.db
    .select({ hours: answerTargets.hours })
    .from(answerTargets)
    .where(and(eq(answerTargets.businessId, id), isOwn(ctx, answerTargets)))
  return { hours: row?.hours ?? null }
}

/**
 * Sets or removes a location's target. Reviews whose deadline is already close or past at that time get no reminder.
 *
 * @throws DomainError `not_found`
 */
export async function setAnswerTarget(
  ctx: MemberContext,
  { businessId, hours }: SetAnswerTargetInput,
): Promise<void> {
  const { id, name } = await requireBusiness(ctx, businessId)
  const organizationId = ctx.organization.id
  const now = ctx.now()
  const own = and(eq(answerTargets.businessId, id), eq(answerTargets.organizationId, organizationId))
  await ctx.db.batch([
    hours === null
      ? ctx.db.delete(answerTargets).where(own)
      : ctx.db.statement(storeTarget({ businessId: id, organizationId, hours }, now)),
    recordAction(ctx, {
      organizationId,
      action: 'answer_target_set',
      subject: `${hours === null ? 'none' : `${hours} hours`} for ${name}`,
    }),
  ])
}

function storeTarget(
  { businessId, organizationId, hours }: { businessId: string; organizationId: string; hours: number },
  now: number,
): SQL {
  const remindedUntil = now - hours * HOUR_MS + leadMs(hours)
  return sql`INSERT INTO answer_targets (business_id, organization_id, hours, reminded_until, due_at)
    VALUES (${businessId}, ${organizationId}, ${hours}, ${remindedUntil}, ${now})
    ON CONFLICT (business_id) DO UPDATE SET hours = excluded.hours, reminded_until = excluded.reminded_until
    WHERE hours <> excluded.hours`
}

interface Reader extends Pick<BackgroundContext, 'now'> {
  organization: Pick<MemberContext['organization'], 'id' | 'businessIds'>
}

/**
 * SQL for the numbers of overdue and due reviews, each up to `max`, as a JSON object; null if no location has a target.
 */
export function countDue(ctx: Reader, businessId: string | undefined, max: number): SQL {
  const counts = (['overdue', 'due'] as const).map((name) => sql`${name}, sum(${countOf(ctx, name, max)})`)
  return sql`(SELECT iif(count(*) = 0, NULL, json_object(${sql.join(counts, sql`, `)}))
    FROM (${targetsByHours(ctx, businessId)}) AS target)`
}

function countOf(ctx: Reader, which: 'overdue' | 'due', max: number): SQL {
  const { from, to } = boundsInRow(ctx.now(), which)
  return sql`(SELECT count(*) FROM (SELECT rowid FROM review_search
    WHERE review_search MATCH '(' || ${waitingExpression(ctx.organization.id)} || ') AND (keys : (' || target.tokens || '))'
      AND rowid >= ${from} AND rowid < ${to} LIMIT ${literal(max)}))`
}

const ANSWERED_COLUMNS = {
  24: 'answered_1d',
  48: 'answered_2d',
  72: 'answered_3d',
  168: 'answered_7d',
} as const
const ANSWERED_WITHIN = sql.raw(
  ANSWER_HOURS.map((hours) => `WHEN ${hours} THEN ${ANSWERED_COLUMNS[hours]}`).join(' '),
)

/**
 * Query for the rows of `answeredInTime`: one per target in use. Reads the daily figures of the last 30 days, and up to
 * `MAX_OVERDUE` + 1 search index entries each for due and overdue reviews.
 */
export function answeredInTimeQuery(
  ctx: Reader & Pick<BackgroundContext, 'db'>,
  businessId: string | undefined,
) {
  const max = MAX_OVERDUE + 1
  const from = utcDay(ctx.now() - DUE_BACK_DAYS * DAY_MS)
  // Replies without a date are left out.
  const waitingOrTimed = sql`posted_review_count - posted_responded + posted_hidden + answered_timed`
  return ctx.db.statement<AnsweredRow>(sql`
    SELECT hours, figures ->> 0 AS considered, figures ->> 1 AS answered, overdue, due FROM (
      SELECT hours, ${countOf(ctx, 'overdue', max)} AS overdue, ${countOf(ctx, 'due', max)} AS due,
        (SELECT json_array(coalesce(sum(${waitingOrTimed}), 0), coalesce(sum(CASE target.hours ${ANSWERED_WITHIN} END), 0))
          FROM json_each(target.ids) AS own CROSS JOIN review_daily_stats AS daily ON daily.business_id = own.value
            AND daily.day >= ${from} AND NOT daily.is_removed) AS figures
      FROM (${targetsByHours(ctx, businessId)}) AS target)`)
}

interface AnsweredRow {
  hours: number
  /** Number of reviews that are waiting for a reply or were answered at a known time. */
  considered: number
  answered: number
  overdue: number
  due: number
}

/** Null if no location has a target, or if there are no reviews to count yet. */
export function answeredInTime(rows: readonly AnsweredRow[]): AnsweredInTime | null {
  const total = (figure: Exclude<keyof AnsweredRow, 'hours'>) =>
    rows.reduce((sum, row) => sum + row[figure], 0)
  const [overdue, due] = [total('overdue'), total('due')]
  const count = total('considered') - due
  const [first] = rows
  if (!first || Math.max(count, overdue) === 0) return null
  const isKnown = rows.every((row) => row.due <= MAX_OVERDUE)
  return {
    hours: rows.length === 1 ? first.hours : null,
    answered: isKnown ? total('answered') : null,
    count,
    overdue,
  }
}

/** Range of search index positions that contains the overdue (or due) reviews of a target of `hours`. */
export function dueBounds(now: number, which: 'overdue' | 'due', hours: number) {
  const missed = placeAt(now - hours * HOUR_MS)
  return which === 'overdue'
    ? { from: placeAt(now - DUE_BACK_DAYS * DAY_MS), to: missed }
    : { from: missed, to: placeAt(now + DAY_MS) }
}

/** SQL for `dueBounds` with the hours of the row `target`. */
function boundsInRow(now: number, which: 'overdue' | 'due') {
  const ofHours = (end: 'from' | 'to') => {
    const places = ANSWER_HOURS.map((hours) => [hours, String(dueBounds(now, which, hours)[end])])
    return boundPosition(sql`${JSON.stringify(Object.fromEntries(places))} ->> CAST(target.hours AS TEXT)`)
  }
  return { from: ofHours('from'), to: ofHours('to') }
}

function placeAt(time: number): bigint {
  return positionOf(Math.max(0, time), 0)
}

function waitingExpression(organizationId: string): string {
  return searchExpression(organizationId, { visibility: 'all', waiting: true })
}

/** The businesses with a target, as ids and as tokens of the search index: one row per target in hours. */
function targetsByHours(ctx: Reader, businessId: string | undefined): SQL {
  return sql`SELECT hours, group_concat('b' || replace(substr(business_id, 20), '-', ''), ' OR ') AS tokens,
      json_group_array(business_id) AS ids
    FROM answer_targets WHERE organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`business_id`)}
      AND ${businessId === undefined ? sql`1` : sql`business_id = ${businessId}`}
    GROUP BY hours`
}

/**
 * Part of an FTS5 expression that matches reviews of the businesses with a target of `hours`; matches no review if no
 * business has that target.
 */
export function tokensOfTarget(ctx: MemberContext, hours: number): SQL {
  return sql`coalesce((SELECT ' AND (keys : (' || group_concat('b' || replace(substr(business_id, 20), '-', ''), ' OR ') || '))'
    FROM answer_targets WHERE organization_id = ${ctx.organization.id} AND hours = ${hours}
      AND ${isInReach(ctx, sql`business_id`)}), ' AND (keys : bnone)')`
}

/** Maximum reviews counted in a reminder; beyond it, the text says 'more than'. */
const MAX_REMINDED = 100

const REMINDERS: DueWork<typeof answerTargets> = {
  table: answerTargets,
  key: 'businessId',
  dueAt: 'dueAt',
  backOff: every(10 * MINUTE_MS),
  limit: 50,
  fault: 'answer_targets_not_checked',
  about: ({ businessId }) => ({ businessId }),
}

/** Notifies organizations of reviews close to their deadline, each review only once. */
export function remindOfTargets(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, REMINDERS, (target) => remind(ctx, target))
}

async function remind(ctx: BackgroundContext, target: typeof answerTargets.$inferSelect): Promise<void> {
  const { businessId, organizationId, hours, remindedUntil } = target
  const now = ctx.now()
  const until = now - hours * HOUR_MS + leadMs(hours)
  const expression = `(${waitingExpression(organizationId)}) AND (keys : b${searchToken(businessId)})`
  const [found] = await ctx.db.batch([
    ctx.db.statement<{ count: number; name: string | null }>(sql`
      SELECT (SELECT count(*) FROM (SELECT rowid FROM review_search WHERE review_search MATCH ${expression}
          AND rowid >= ${boundPosition(positionOf(Math.max(0, remindedUntil), 0))} AND rowid < ${boundPosition(positionOf(until, 0))}
          LIMIT ${literal(MAX_REMINDED + 1)})) AS count,
        (SELECT name FROM businesses WHERE id = ${businessId} AND organization_id = ${organizationId}
          AND deleted_at IS NULL AND is_sample = 0) AS name`),
  ])
  const { count = 0, name = null } = found.results[0] ?? {}
  const moveOn = ctx.db
    .update(answerTargets)
    .set({ remindedUntil: Math.max(until, remindedUntil), dueAt: now + HOUR_MS })
    .where(isUnmoved(REMINDERS, target))
  if (count === 0 || name === null) return void (await moveOn)
  const news = {
    organizationId,
    businessId,
    kind: 'reply_due',
    message: dueReminder(name, Math.min(count, MAX_REMINDED), count > MAX_REMINDED, hours),
    link: `/app/reviews?due=due&businessId=${businessId}`,
    dedupeKey: `due:${businessId}:${until}`,
  } as const
  await ctx.db.batch([moveOn, ...notifyAndAlert(ctx, news, sql`changes() > 0`)])
}
