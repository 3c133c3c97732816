import { and, desc, eq, inArray, not } from 'drizzle-orm'
import { businessSources, runIsOpen, scrapeRuns } from '#db/schema/index.ts'
import type { SourcePlace } from '../businesses/choose-source.ts'
import { aboveLocationLimit, isWithinLocationLimit } from '../businesses/location-limit.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { switchSources } from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isArrived } from '../reviews/duplicate-candidates.ts'
import { collectionOptions, type StartCollectionInput } from '../rules/collection.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { RunView, SkippedPlatform } from '../rules/views.ts'
import { placeNames } from '../sources/place-names.ts'
import { collectableToday, collectedPerHour, whyNotAllowed, whyTooSoon } from './eligibility.ts'
import { countRuns, placeUsesQuery, type UsedPlace } from './place-usage.ts'
import { runView } from './queries.ts'
import { createRuns, type NewRun } from './run-store.ts'
import { sendStep } from './step-messages.ts'

export interface StartedCollection {
  /** The open run of each platform, also where it was open before. */
  runs: RunView[]
  skipped: SkippedPlatform[]
}

/**
 * Starts one run for each chosen platform of a business, or for every platform that it has a listing on. A platform whose run is
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
  const sources = await storedSources(ctx, business.id)
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
  const wanted: WantedRun[] = []
  for (const platform of input.platforms ?? sources.map((source) => source.platform as Platform)) {
    const wish = wantedRun(
      ctx,
      platform,
      sources.find((stored) => stored.platform === platform),
    )
    if ('reason' in wish) skipped.push(wish)
    else wanted.push(wish)
  }
  if (wanted.length === 0) return { runs: [], skipped }

  const now = ctx.now()
  const runs = wanted.map((run) => newRun(ctx, run, input))
  await ctx.db.batch([
    ...switchSources(ctx, wanted.flatMap(switchOf)),
    createRuns(ctx.db, runs, { trigger: 'manual', now, dueAt: now }),
    countRuns(ctx.db, runs),
  ])
  const [open, ...uses] = await ctx.db.batch([
    openRunsQuery(ctx, business.id, wanted),
    ...wanted.map(({ used }) => placeUsesQuery(ctx, used)),
  ])
  // A doubled message is harmless, and a lost one is sent again by the sweep.
  await Promise.all(open.filter((run) => run.status === 'queued').map((run) => sendStep(ctx, run, 0)))
  for (const [index, { used }] of wanted.entries()) {
    if (open.some((run) => run.platform === used.platform)) continue
    skipped.push(whyTooSoon(used, plan, uses[index] ?? [], ctx.now()) ?? justChanged(used.platform))
  }
  return { runs: open.map((run) => runView(run, ctx.now())), skipped }
}

/** A run that is to be started, if it may be. */
interface WantedRun {
  id: string
  stored: StoredSource
  today: SourcePlace
  used: UsedPlace
}

type StoredSource = Awaited<ReturnType<typeof storedSources>>[number]

function storedSources(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      businessId: businessSources.businessId,
      platform: businessSources.platform,
      source: businessSources.source,
      listingUrl: businessSources.listingUrl,
      placeId: businessSources.placeId,
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

function wantedRun(
  ctx: MemberContext,
  platform: Platform,
  stored: StoredSource | undefined,
): WantedRun | SkippedPlatform {
  const { id: organizationId, plan } = ctx.organization
  // The business as a whole was asked about before.
  const candidate = {
    platform,
    plan,
    businessIsActive: true,
    isWithinLimit: true,
    hasListing: stored !== undefined,
  }
  const notAllowed = whyNotAllowed(candidate)
  if (notAllowed || !stored) return notAllowed ?? justChanged(platform)
  const { place: today, refusal } = collectableToday(stored, ctx.settings)
  if (refusal) return refusal
  const names = placeNames({ platform, ...today })
  return {
    id: ctx.createId(),
    stored,
    today,
    used: { organizationId, platform, source: today.source, names },
  }
}

/** The operator's settings may have changed since the source was stored. */
function switchOf({ stored: { businessId, source }, used: { organizationId, platform }, today }: WantedRun) {
  return today.source === source ? [] : [{ organizationId, businessId, platform, from: source, to: today }]
}

function newRun(
  ctx: MemberContext,
  { id, stored, today, used }: WantedRun,
  input: StartCollectionInput,
): NewRun {
  const { plan } = ctx.organization
  return {
    id,
    ...used,
    businessId: stored.businessId,
    listingUrl: today.listingUrl,
    options: collectionOptions(used.platform, plan, input.options),
    locations: planLimits(plan).locations,
    perHour: collectedPerHour(plan),
    rank: 1,
  }
}

/** Its listing is another one than it was when the button was pressed. */
function justChanged(platform: Platform): SkippedPlatform {
  const reason = `The ${PLATFORM_NAMES[platform]} link of this business was changed at this moment. Please try again.`
  return { platform, code: 'conflict', reason, retryAt: null }
}

/** Newest first. */
function openRunsQuery(ctx: MemberContext, businessId: string, wanted: WantedRun[]) {
  const platforms = wanted.map(({ used }) => used.platform)
  return ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.businessId, businessId),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        inArray(scrapeRuns.platform, platforms),
        not(isArrived('scrape_runs')),
        runIsOpen,
      ),
    )
    .orderBy(desc(scrapeRuns.seq))
}
