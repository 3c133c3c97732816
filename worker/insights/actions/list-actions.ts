import { and, between, desc, eq, gte, isNull, or, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { actions, businesses } from '#db/schema/index.ts'
import { areOwn } from '../../businesses/require-business.ts'
import type { ActingContext, MemberContext } from '../../context.ts'
import { isInReach, isLimited } from '../../platform/business-access.ts'
import type { ActionsView, MarkedAction } from '../../rules/actions.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { utcDay } from '../../rules/durations.ts'
import { can } from '../../rules/permissions.ts'
import type { Topic } from '../../rules/review-features.ts'
import {
  type ActionsInput,
  actionFindings,
  EFFECT_DAYS,
  firstDayFor,
  togetherFinding,
} from '../findings/action-findings.ts'
import { dayBack, YEAR_DAYS } from '../findings/counts.ts'
import { type BusinessFigures, figuresByDay, figuresQuery } from '../posted-figures.ts'
import { PACKS, readIndustryOf } from '../topics/industries.ts'

export const ACTION_COLUMNS = columns(actions, 'id', 'day', 'name', 'topic', 'businessId')
type Row = Omit<MarkedAction, 'topic'> & { topic: string | null }

export function actionMarksQuery(ctx: MemberContext, { from, to }: DaySpan, businessId?: string | SQL) {
  return ctx.db
    .select(columns(actions, 'id', 'day', 'name'))
    .from(actions)
    .where(
      and(
        areShown(ctx),
        between(actions.day, from, to),
        businessId === undefined
          ? undefined
          : sql`coalesce(${actions.businessId}, ${businessId}) = ${businessId}`,
      ),
    )
    .orderBy(actions.day, actions.id)
}

/** The cast is safe: only marked-actions.ts writes topics, and it checks them. */
export function actionOf({ topic, ...row }: Row): MarkedAction {
  return { ...row, topic: topic as Topic | null }
}

/** Matches actions for all businesses, and those for a business the caller may see. */
export function areShown(ctx: MemberContext): SQL | undefined {
  const isAtAll = isNull(actions.businessId)
  return and(
    eq(actions.organizationId, ctx.organization.id),
    or(isAtAll, isInReach(ctx, sql`${actions.businessId}`)),
  )
}

/** Effects are only measured for actions of the last year. */
export async function listActions(ctx: MemberContext): Promise<ActionsView> {
  const today = utcDay(ctx.now())
  const since = dayBack(today, YEAR_DAYS)
  const [marked, places, figures, complaints] = await ctx.db.batch([
    ctx.db
      .select(ACTION_COLUMNS)
      .from(actions)
      .where(areShown(ctx))
      .orderBy(desc(actions.day), desc(actions.id)),
    ctx.db
      .select(columns(businesses, 'id', 'name', 'industry'))
      .from(businesses)
      .where(areOwn(ctx))
      .orderBy(sql`${businesses.name} COLLATE NOCASE`, businesses.id),
    ...figuresSince(ctx, areOwn(ctx), { today, since }),
  ])
  const recent = marked.filter(({ day }) => day >= since)
  const input = actionsInput(today, [recent, figures, complaints])
  const results = actionFindings(input)
  const industryOf = await readIndustryOf(ctx)
  return {
    businesses: places.map(({ id, name }) => ({ id, name })),
    topics: [...new Set(places.flatMap((place) => PACKS[industryOf(place)]))],
    actions: marked.map((action) => ({
      ...actionOf(action),
      together: action.day >= since ? togetherFinding(actionOf(action), input) : null,
      results: places.flatMap(({ id }) =>
        results.filter(({ actionId, businessId }) => actionId === action.id && businessId === id),
      ),
    })),
    mayEdit: can(ctx.organization.role, 'businesses.update'),
    mayEditAll: !isLimited(ctx.organization),
  }
}

interface Since {
  /** UTC */
  today: string
  /** Only actions on or after this day are measured. */
  since: string
}

interface Complaints {
  businessId: string
  topic: Topic
  day: string
  count: number
}

/**
 * Statements for the effects of actions. They read one row per location and day and one per topic and day, or none if
 * there are no actions.
 *
 * @param shown condition on actions, including their organization
 * @param places condition on the locations to compare, including their organization
 */
export function effectQueries(
  ctx: Pick<ActingContext, 'db'>,
  { shown, places }: { shown: SQL | undefined; places: SQL | undefined },
  range: Since,
) {
  const marked = ctx.db
    .select(ACTION_COLUMNS)
    .from(actions)
    .where(and(shown, gte(actions.day, range.since)))
  return [marked, ...figuresSince(ctx, places, range)] as const
}

function figuresSince(ctx: Pick<ActingContext, 'db'>, places: SQL | undefined, { today, since }: Since) {
  const from = firstDayFor(since)
  const isMarked = sql`actions.organization_id = businesses.organization_id AND actions.day BETWEEN ${since} AND ${today}`
  const complaints = ctx.db.statement<Complaints>(sql`
    SELECT counted.business_id AS businessId, counted.topic, counted.day, negative AS count
    FROM (SELECT DISTINCT businesses.id, actions.topic FROM businesses JOIN actions ON ${isMarked}
      WHERE ${places} AND actions.topic IS NOT NULL) AS wanted
    CROSS JOIN insight_topic_days AS counted
      ON counted.business_id = wanted.id AND counted.topic = wanted.topic AND counted.day >= ${from}
    WHERE negative > 0`)
  const where = and(places, sql`EXISTS (SELECT 1 FROM actions WHERE ${isMarked})`)
  return [figuresQuery(ctx, where, { from, earlier: [] }), complaints] as const
}

/** Condition for the actions that findings report: those of the last half year. */
export function recentActions(today: string): Since {
  return { today, since: dayBack(today, EFFECT_DAYS) }
}

type Marked = Parameters<typeof actionOf>[0]
type EffectRows = readonly [
  readonly Marked[] | null,
  readonly BusinessFigures[] | null,
  { results: readonly Complaints[] } | null,
]

/** @param rows results of `effectQueries`, each null if it couldn't be read */
export function actionsInput(today: string, [marked, figures, complaints]: EffectRows): ActionsInput {
  const byBusiness = Map.groupBy(complaints?.results ?? [], ({ businessId }) => businessId)
  return {
    today,
    actions: figures && complaints ? (marked ?? []).map(actionOf) : [],
    places: (figures ?? []).map((place) => ({
      id: place.id,
      name: place.name,
      days: figuresByDay([place]),
      complaints: byBusiness.get(place.id) ?? [],
    })),
  }
}
