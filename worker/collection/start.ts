import { and, desc, eq, gt, inArray, or, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businessSources, scrapeRuns } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { collectionOptions, type StartCollectionInput } from '../rules/collection.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { allowsPlatform, planLimits, planName } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { RunView } from '../rules/views.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { type Run, runView } from './run-view.ts'
import { sendStep } from './send-step.ts'

export const PUBLIC_COLLECTION_OFF =
  'Collecting from public pages is switched off on this server. Ask the operator to switch it on.'
/** Of one platform of one business, whatever the plan and however they ended: politeness towards the platform. */
const MAX_RUNS_PER_HOUR = 6

export interface StartedCollection {
  /** The open run of each platform, also where it was open before. */
  runs: RunView[]
  skipped: { platform: Platform; reason: string }[]
}

/**
 * Starts one run for each chosen platform of a business, or for every platform it has a listing on. A platform whose
 * run is still open keeps that one.
 *
 * @throws DomainError `not_found`; `invalid_input` where there is no listing to collect from; `plan_limit` when the
 * business lies above the plan's location limit
 */
export async function startCollection(
  ctx: MemberContext,
  input: StartCollectionInput,
): Promise<StartedCollection> {
  const business = await requireBusiness(ctx, input.businessId)
  if (!business.isActive)
    throw new DomainError('conflict', 'This business is switched off. Switch it on to collect its reviews.')
  const sources = await ctx.db
    .select({
      platform: businessSources.platform,
      isWithinLimit: isWithinLocationLimit(ctx.organization.plan),
    })
    .from(businessSources)
    .where(
      and(
        eq(businessSources.businessId, business.id),
        eq(businessSources.organizationId, ctx.organization.id),
      ),
    )
  const listed = sources.map((source) => source.platform as Platform)
  if (listed.length === 0) {
    throw new DomainError(
      'invalid_input',
      'This business has no listing yet. Add its Google or Yelp link first.',
    )
  }
  if (sources.some((source) => !source.isWithinLimit)) {
    const { locations } = planLimits(ctx.organization.plan)
    const reason = `Your ${planName(ctx.organization.plan)} plan collects for ${locations} locations, oldest first. Upgrade to collect for this one too.`
    throw new DomainError('plan_limit', reason)
  }

  const skipped: StartedCollection['skipped'] = []
  const wanted: Platform[] = []
  for (const platform of input.platforms ?? listed) {
    const reason = whySkipped(ctx, platform, listed)
    if (reason) skipped.push({ platform, reason })
    else wanted.push(platform)
  }
  const [first, ...others] = wanted.map((platform) => insertRun(ctx, business.id, platform, input))
  if (first) await ctx.db.batch([first, ...others])

  const recent = await recentRuns(ctx, business.id, wanted)
  const open = recent.filter((run) => OPEN_STATUSES.includes(run.status))
  // A doubled message is harmless, and a lost one is sent again by the sweep.
  await Promise.all(open.filter((run) => run.status === 'queued').map((run) => sendStep(ctx, run, 0)))
  for (const platform of wanted) {
    const own = recent.filter((run) => run.platform === platform)
    if (!own.some((run) => open.includes(run)))
      skipped.push({ platform, reason: tooSoon(ctx, platform, own) })
  }
  return { runs: open.map((run) => runView(run, ctx.now())), skipped }
}

function whySkipped(ctx: MemberContext, platform: Platform, listed: Platform[]): string | null {
  const name = PLATFORM_NAMES[platform]
  if (!allowsPlatform(ctx.organization.plan, platform)) {
    return `${name} is not part of your ${planName(ctx.organization.plan)} plan.`
  }
  if (!listed.includes(platform)) return `Add the ${name} link of this business first.`
  return ctx.settings.PUBLIC_COLLECTION === 'on' ? null : PUBLIC_COLLECTION_OFF
}

function tooSoon(ctx: MemberContext, platform: Platform, recent: Run[]): string {
  const name = PLATFORM_NAMES[platform]
  const isOnceAnHour = planLimits(ctx.organization.plan).refreshHours === null
  return isOnceAnHour && recent.some((run) => run.page > 0)
    ? `${name} was collected within the last hour. On your plan it can be collected once an hour.`
    : `${name} was asked ${MAX_RUNS_PER_HOUR} times within the last hour. Please wait a while.`
}

/** The oldest businesses of an organization are collected, as many as the plan has locations. */
export function isWithinLocationLimit(plan: string) {
  return sql<boolean>`(
    SELECT count(*) FROM businesses AS own
    JOIN businesses AS older ON older.organization_id = own.organization_id
      AND (older.created_at, older.id) < (own.created_at, own.id)
    WHERE own.id = ${businessSources.businessId}
  ) < ${planLimits(plan).locations}`
    .mapWith(Boolean)
    .as('is_within_limit')
}

/**
 * Inserts a run where none is open and the hour's limits are not reached; both are decided by the statement itself. A
 * run that saved no page does not use up the one that a plan without refresh has an hour.
 */
function insertRun(ctx: MemberContext, businessId: string, platform: Platform, input: StartCollectionInput) {
  const { plan } = ctx.organization
  const options = collectionOptions(platform, plan, input.options)
  const now = ctx.now()
  const limit = planLimits(plan).refreshHours === null ? 1 : MAX_RUNS_PER_HOUR
  return statement(
    ctx.db,
    sql`
    INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase,
      pages_planned, rate_limit_ms, timeout_ms, retry_attempts, due_at, created_at)
    SELECT ${ctx.createId()}, organization_id, business_id, platform, source, 'manual', 'queued', 'newest',
      ${options.pages}, ${options.rateLimitMs}, ${options.timeoutMs}, ${options.retryAttempts}, ${now}, ${now}
    FROM business_sources
    WHERE business_id = ${businessId} AND platform = ${platform} AND organization_id = ${ctx.organization.id}
      AND (SELECT count(*) < ${MAX_RUNS_PER_HOUR} AND count(*) FILTER (WHERE past.page > 0) < ${limit}
        FROM scrape_runs AS past
        WHERE past.business_id = ${businessId} AND past.platform = ${platform}
          AND past.created_at > ${now - HOUR_MS})
    ON CONFLICT DO NOTHING`,
  )
}

/** Runs of the last hour and those that are still open, newest first. */
async function recentRuns(ctx: MemberContext, businessId: string, platforms: Platform[]): Promise<Run[]> {
  if (platforms.length === 0) return []
  return ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.businessId, businessId),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        inArray(scrapeRuns.platform, platforms),
        or(inArray(scrapeRuns.status, OPEN_STATUSES), gt(scrapeRuns.createdAt, ctx.now() - HOUR_MS)),
      ),
    )
    .orderBy(desc(scrapeRuns.seq))
}
