import { and, desc, eq, inArray } from 'drizzle-orm'
import { collectionIsOpen, scrapeRuns } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { type SourceSwitch, switchSources } from '../businesses/source-state.ts'
import type { MemberContext } from '../context.ts'
import { collectionOptions, type RunView, type StartCollectionInput } from '../rules/collection.ts'
import { planLimits } from '../rules/plans.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import {
  collectableToday,
  collectedPerHour,
  requireCollectable,
  type SkippedPlatform,
  whyPlatformNotAllowed,
  whyTooSoon,
} from './eligibility.ts'
import { countRuns, placeUsesQuery, usedPlace } from './place-usage.ts'
import { runView, storedSources } from './queries.ts'
import { createRuns, type NewRun } from './run-store.ts'
import { sendStep } from './step-messages.ts'

interface StartedCollection {
  /** The open run of each platform, whether new or started earlier. */
  runs: RunView[]
  skipped: SkippedPlatform[]
}

/**
 * Starts a run for each chosen platform, or for all that have a listing. Runs that are already open continue.
 *
 * @throws DomainError `not_found`; `invalid_input` without a listing; `plan_limit` above the plan's locations
 */
export async function startCollection(
  ctx: MemberContext,
  input: StartCollectionInput,
): Promise<StartedCollection> {
  const business = await requireBusiness(ctx, input.businessId)
  const sources = await storedSources(ctx, business.id)
  const { plan } = ctx.organization
  requireCollectable(business.isActive, sources, plan)

  const skipped: SkippedPlatform[] = []
  const wanted: WantedRun[] = []
  for (const platform of input.platforms ?? sources.map((source) => source.platform)) {
    const stored = sources.find((source) => source.platform === platform)
    const wish = wantedRun(ctx, input, platform, stored)
    if ('reason' in wish) skipped.push(wish)
    else wanted.push(wish)
  }
  if (wanted.length === 0) return { runs: [], skipped }

  const now = ctx.now()
  const runs = wanted.map(({ run }) => run)
  const switches = wanted.flatMap((wish) => wish.switches)
  await ctx.db.batch([
    ...switchSources(ctx, switches),
    createRuns(ctx.db, runs, { trigger: 'manual', now, dueAt: now }),
    countRuns(ctx.db, runs),
  ])
  const [open, ...uses] = await ctx.db.batch([
    openRunsQuery(ctx, business.id, runs),
    ...runs.map((run) => placeUsesQuery(ctx, run)),
  ])
  // Duplicate messages are harmless; lost ones are sent again by the sweep.
  await Promise.all(open.filter((run) => run.status === 'queued').map((run) => sendStep(ctx, run, 0)))
  for (const [index, run] of runs.entries()) {
    if (open.some(({ platform }) => platform === run.platform)) continue
    skipped.push(whyTooSoon(run, plan, uses[index] ?? [], ctx.now()) ?? justChanged(run.platform))
  }
  return { runs: open.map((run) => runView(run, ctx.now())), skipped }
}

interface WantedRun {
  run: NewRun
  /** Changes of the stored source that the operator's settings now require. */
  switches: SourceSwitch[]
}

function wantedRun(
  ctx: MemberContext,
  { businessId, options }: StartCollectionInput,
  platform: Platform,
  stored: Awaited<ReturnType<typeof storedSources>>[number] | undefined,
): WantedRun | SkippedPlatform {
  const { id: organizationId, plan } = ctx.organization
  const notAllowed = whyPlatformNotAllowed({ platform, plan, hasListing: stored !== undefined })
  if (notAllowed || !stored) return notAllowed ?? justChanged(platform)
  const { place, refusal } = collectableToday(stored, ctx.settings)
  if (refusal) return refusal
  const run = {
    id: ctx.createId(),
    ...usedPlace({ organizationId, platform }, place),
    businessId,
    listingUrl: place.listingUrl,
    options: collectionOptions(platform, plan, options),
    locations: planLimits(plan).locations,
    perHour: collectedPerHour(plan),
    rank: 1,
  }
  const change = { organizationId, businessId, platform, from: stored.source, to: place }
  return { run, switches: place.source === stored.source ? [] : [change] }
}

function justChanged(platform: Platform): SkippedPlatform {
  const reason = `The ${PLATFORM_NAMES[platform]} link of this business has just been changed. Please try again.`
  return { platform, code: 'conflict', reason, retryAt: null }
}

function openRunsQuery(ctx: MemberContext, businessId: string, runs: NewRun[]) {
  const platforms = runs.map(({ platform }) => platform)
  return ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.businessId, businessId),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        inArray(scrapeRuns.platform, platforms),
        collectionIsOpen,
      ),
    )
    .orderBy(desc(scrapeRuns.seq))
}
