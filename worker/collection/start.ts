import { and, desc, eq, gt, inArray, not, or, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { businessSources, scrapeRuns } from '#db/schema/index.ts'
import { sourceToday, whyNoSource } from '../businesses/choose-source.ts'
import { aboveLocationLimit, isWithinLocationLimit, olderBusinesses } from '../businesses/location-limit.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { switchSources } from '../businesses/switch-sources.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isArrived } from '../reviews/is-arrived.ts'
import { collectionOptions, type StartCollectionInput } from '../rules/collection.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { allowsPlatform, planLimits, planName } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { RunView, SkippedPlatform } from '../rules/views.ts'
import { sourceNamed } from '../sources/index.ts'
import { keptOf, whyNotKept } from '../sources/keeping.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { type Run, runView } from './run-view.ts'
import { sendStep } from './send-step.ts'
import { MAX_RUNS_PER_HOUR, tooSoon } from './too-soon.ts'

export interface StartedCollection {
  /** The open run of each platform, also where it was open before. */
  runs: RunView[]
  skipped: SkippedPlatform[]
}

/**
 * Starts one run for each chosen platform of a business, or for every platform it is listed on. A platform whose run is
 * still open keeps that one.
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
  const sources = await listedSources(ctx, business.id)
  if (sources.length === 0) {
    throw new DomainError(
      'invalid_input',
      'This business has no listing yet. Add its Google or Yelp link first.',
    )
  }
  const { plan } = ctx.organization
  if (sources.some((source) => !source.isWithinLimit)) {
    throw new DomainError('plan_limit', aboveLocationLimit(plan))
  }

  const skipped: SkippedPlatform[] = []
  const wanted: ListedSource[] = []
  for (const platform of input.platforms ?? sources.map((source) => source.platform as Platform)) {
    const source = sources.find((listed) => listed.platform === platform)
    const reason = whySkipped(ctx, platform, source)
    if (reason) skipped.push({ platform, retryAt: null, ...reason })
    else if (source) wanted.push(source)
  }
  const platforms = wanted.map((source) => source.platform as Platform)
  const inserts = platforms.map((platform) => insertRun(ctx, business.id, platform, input))
  if (inserts.length > 0) {
    await ctx.db.batch([
      ...switchSources(
        ctx,
        wanted.flatMap((source) => switchOf(ctx, source)),
      ),
      ...inserts,
    ])
  }

  const recent = await recentRuns(ctx, business.id, platforms)
  const open = recent.filter((run) => OPEN_STATUSES.includes(run.status))
  // A doubled message is harmless, and a lost one is sent again by the sweep.
  await Promise.all(open.filter((run) => run.status === 'queued').map((run) => sendStep(ctx, run, 0)))
  for (const source of wanted) {
    const own = recent.filter((run) => run.platform === source.platform)
    if (!own.some((run) => open.includes(run))) skipped.push(tooSoon(source, plan, own, ctx.now()))
  }
  return { runs: open.map((run) => runView(run, ctx.now())), skipped }
}

type ListedSource = Awaited<ReturnType<typeof listedSources>>[number]

function listedSources(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      businessId: businessSources.businessId,
      platform: businessSources.platform,
      source: businessSources.source,
      listingUrl: businessSources.listingUrl,
      placeId: businessSources.placeId,
      notBefore: businessSources.notBefore,
      isWithinLimit: isWithinLocationLimit(ctx.organization.plan),
    })
    .from(businessSources)
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, ctx.organization.id),
      ),
    )
}

function whySkipped(
  ctx: MemberContext,
  platform: Platform,
  source: ListedSource | undefined,
): Pick<SkippedPlatform, 'code' | 'reason'> | null {
  const name = PLATFORM_NAMES[platform]
  const { plan } = ctx.organization
  if (!allowsPlatform(plan, platform)) {
    return { code: 'plan_limit', reason: `${name} is not part of your ${planName(plan)} plan.` }
  }
  if (!source) {
    return {
      code: 'invalid_input',
      reason:
        platform === 'facebook' ? whyNoSource(platform) : `Add the ${name} link of this business first.`,
    }
  }
  const today = sourceToday(source, ctx.settings)
  const asked = today && sourceNamed(today.source)
  if (!asked) return { code: 'conflict', reason: whyNoSource(platform) }
  const { KEEP_REVIEWS } = ctx.settings
  const reason = keptOf(asked, KEEP_REVIEWS) === 'nothing' ? whyNotKept(asked, KEEP_REVIEWS) : null
  return reason === null ? null : { code: 'conflict', reason }
}

/** The operator's settings may have changed since the source was stored. */
function switchOf(ctx: MemberContext, source: ListedSource) {
  const to = sourceToday(source, ctx.settings)
  if (!to || to.source === source.source) return []
  return [{ businessId: source.businessId, platform: source.platform, from: source.source, to }]
}

/**
 * Inserts a run where none is open, the platform does not want to be left alone, the plan has a location for the
 * business and the hour's limits are not reached; all of it is decided by the statement itself. A run that saved no page
 * does not use up the one that a plan without refresh has an hour, and neither does one of another source: who has just
 * connected an account sees its reviews at once.
 */
function insertRun(ctx: MemberContext, businessId: string, platform: Platform, input: StartCollectionInput) {
  const { plan } = ctx.organization
  const options = collectionOptions(platform, plan, input.options)
  const now = ctx.now()
  const { refreshHours, locations } = planLimits(plan)
  const limit = refreshHours === null ? 1 : MAX_RUNS_PER_HOUR
  return statement(
    ctx.db,
    sql`
    INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase,
      pages_planned, rate_limit_ms, timeout_ms, retry_attempts, user_agent_rotation, due_at, created_at)
    SELECT ${ctx.createId()}, organization_id, business_id, platform, source, 'manual', 'queued', 'newest',
      ${options.pages}, ${options.rateLimitMs}, ${options.timeoutMs}, ${options.retryAttempts},
      ${options.userAgentRotation ? 1 : 0}, ${now}, ${now}
    FROM business_sources
    WHERE business_id = ${businessId} AND platform = ${platform} AND organization_id = ${ctx.organization.id}
      AND coalesce(not_before, 0) <= ${now}
      AND ${olderBusinesses(businessSources.businessId)} < ${locations}
      AND (SELECT count(*) < ${MAX_RUNS_PER_HOUR} AND count(*) FILTER (WHERE past.page > 0 AND past.source = business_sources.source) < ${limit}
        FROM scrape_runs AS past
        WHERE past.business_id = ${businessId} AND past.platform = ${platform}
          AND past.created_at > ${now - HOUR_MS} AND NOT ${isArrived('past')})
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
        not(isArrived('scrape_runs')),
        or(inArray(scrapeRuns.status, OPEN_STATUSES), gt(scrapeRuns.createdAt, ctx.now() - HOUR_MS)),
      ),
    )
    .orderBy(desc(scrapeRuns.seq))
}
