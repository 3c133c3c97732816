import type { Run } from '#db/schema/index.ts'
import { isOpen, whyNoSource } from '../businesses/choose-source.ts'
import { aboveLocationLimit } from '../businesses/location-limit.ts'
import { recordPlace } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import type { CollectMessage } from '../env.ts'
import type { Lease } from '../platform/lease.ts'
import { logFault } from '../platform/log.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { allowsPlatform, planLimits, planName } from '../rules/plans.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { agentOf } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptOf, keptPart, whyNotKept } from '../sources/retention.ts'
import { type FoundPlace, type ReviewSource, SourceError, type SourcePage } from '../sources/source.ts'
import type { ClaimedRun, CollectableRun, RunSource } from './claimed-run.ts'
import { closeRun } from './close.ts'
import { whyTooSoon, whyToWait } from './eligibility.ts'
import { type Asking, fetchNumbers, fetchPage, resolvePlace } from './fetch.ts'
import { finalWords } from './final-words.ts'
import { countFound, countWait, placeOfRun } from './place-usage.ts'
import { persistently } from './retry.ts'
import { claimRun, recordSaveFault, rescheduleRun, whileStillAt } from './run-store.ts'
import { savePage } from './save-page.ts'
import { nextStep, type Phase, phaseColumns } from './scan.ts'
import { endsTooSoon, whyShort } from './short-list.ts'
import { putOffEarlyStep, resendLateSteps, sendStep } from './step-messages.ts'
import { noteOf } from './walk.ts'

const RETRY_BACKOFF_MS = [1 * SECOND_MS, 4 * SECOND_MS, 16 * SECOND_MS] as const
/** A platform that wants to be left alone for longer ends the run; the next one is not due before that. */
const MAX_WAIT_IN_RUN_MS = 5 * MINUTE_MS
const MAX_RESTARTS = 1
const AT_END = { cursor: null, endOfList: true } as const

/**
 * One step of a run: one page fetched and saved, or the run closed. Any line of it may be the last one before the
 * worker dies, and any message may come twice: the run's row decides what is done.
 *
 * @param lease the hold under which the step is done
 * @throws what nobody expected, such as a database fault; the message should then be delivered again
 */
export async function runStep(ctx: BackgroundContext, message: CollectMessage, lease: Lease): Promise<void> {
  const claimed = await persistently(() => claimRun(ctx, message, lease))
  if (!claimed) {
    await putOffEarlyStep(ctx, message)
    // The page may have been saved by a worker that died before it asked for the next one.
    await resendLateSteps(ctx, message.runId)
    return
  }
  const { run, source } = claimed
  if (!source) return closeRun(ctx, claimed, { status: 'cancelled', error: withoutListing(claimed) })
  const asked = sourceNamed(run.source)
  // What the run would store is stored under other ids now, and how far it came means nothing to the other source.
  if (!asked || source.source !== run.source) {
    const former = { ...claimed, source: null }
    return closeRun(ctx, former, { status: 'cancelled', error: collectedAnotherWay(claimed) })
  }
  const refusal = whyNotCollected(ctx, claimed, asked)
  if (refusal) return closeRun(ctx, claimed, { status: 'failed', error: refusal })
  await stepOf(ctx, { ...claimed, run: withinPlan(claimed), source }, asked)
}

/** The plan may have fewer pages than it had when the run was started. */
function withinPlan({ run, plan }: ClaimedRun): Run {
  return { ...run, pagesPlanned: Math.min(run.pagesPlanned, planLimits(plan).scrapePages) }
}

async function stepOf(ctx: BackgroundContext, listed: CollectableRun, asked: ReviewSource): Promise<void> {
  const step = nextStep(listed.run, listed.source)
  if (step.kind === 'finish') return finish(ctx, listed, step.warning)
  if (listed.waitUntil !== null) return waitFor(ctx, listed, listed.waitUntil)
  const claimed = await withPlace(ctx, listed, asked, step.phase)
  if (!claimed) return
  const { run, source } = claimed
  const asking = askingOf(claimed, asked)
  try {
    const fetched = await fetchPage(ctx, asking, source.placeId, step.cursor)
    if (fetched.pauseSeconds) await noteWait(ctx, claimed, fetched.pauseSeconds * SECOND_MS)
    const believed = believePage(claimed, asked, fetched, step.cursor)
    // Nothing of a page goes further than this but what its platform lets us keep.
    const page = keptPart(asked, ctx.settings.KEEP_REVIEWS, believed)
    const note = await noteOf(ctx, claimed, step, page)
    const reached = { ...run, ...phaseColumns(step.phase), ...AT_END, page: run.page + 1, walks: note.walks }
    if (asked.lists === 'all' && (await endsTooSoon(ctx, claimed, reached, page))) {
      return await tryAgain(ctx, run, pauseBefore(run), { attempts: run.attempts + 1 })
    }
    const saved = await savePage(ctx, claimed, {
      ...step,
      gapSince: step.phase === 'gap' ? source.gapSince : null,
      page,
      ...note,
    }).catch(async (cause: unknown) => {
      await countSaveFault(ctx, run)
      throw cause
    })
    if (saved) await goOn(ctx, { ...claimed, run: withinPlan({ ...claimed, run: saved }) })
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await afterFault(ctx, claimed, asking, step.phase, error)
  }
}

function askingOf({ run, source }: CollectableRun, asked: ReviewSource): Asking {
  return {
    source: asked,
    organizationId: run.organizationId,
    businessId: run.businessId,
    listingUrl: source.listingUrl,
    timeoutMs: run.timeoutMs,
    agent: agentOf(run),
  }
}

/** So that whoever waits for the run learns of it before the message comes again. Tried once: the database has just failed. */
async function countSaveFault(ctx: BackgroundContext, run: Run): Promise<void> {
  await recordSaveFault(ctx.db, run).catch((cause: unknown) =>
    logFault('save_fault_not_recorded', cause, { runId: run.id }),
  )
}

/** After a saved page: close at once where nothing is left to fetch, else ask for the next page. */
async function goOn(ctx: BackgroundContext, claimed: CollectableRun): Promise<void> {
  const { run, source } = claimed
  const step = nextStep(run, source)
  if (step.kind === 'finish') return finish(ctx, claimed, step.warning)
  await sendStep(ctx, run, Math.max(0, run.dueAt - ctx.now()))
}

async function finish(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  warning: string | null,
): Promise<void> {
  // A list that never shows all is not short.
  const isWhole = sourceNamed(claimed.run.source)?.lists === 'all'
  const said = warning ?? (isWhole ? await whyShort(ctx, claimed) : null)
  await closeRun(ctx, claimed, { status: 'succeeded', warnings: said === null ? [] : [said] })
}

function withoutListing({ run }: ClaimedRun): string {
  const name = PLATFORM_NAMES[run.platform]
  return `The ${name} link of this business was removed, so collecting from it stopped.`
}

function collectedAnotherWay({ run }: ClaimedRun): string {
  const name = PLATFORM_NAMES[run.platform]
  return `${name}'s reviews come another way now, so collecting them the former way stopped.`
}

/** What changed since the run was started and forbids it now, in words for the owner. */
function whyNotCollected(ctx: BackgroundContext, claimed: ClaimedRun, asked: ReviewSource): string | null {
  const { run, plan, businessIsActive, olderBusinesses } = claimed
  if (!businessIsActive) return 'This business is switched off, so its reviews are not collected.'
  if (!allowsPlatform(plan, run.platform)) {
    return `${PLATFORM_NAMES[run.platform]} is not part of your ${planName(plan)} plan.`
  }
  if (olderBusinesses >= planLimits(plan).locations) return aboveLocationLimit(plan)
  if (!isOpen(asked, ctx.settings)) return whyNoSource(run.platform)
  return keptOf(asked, ctx.settings.KEEP_REVIEWS) === 'nothing'
    ? whyNotKept(asked, ctx.settings.KEEP_REVIEWS)
    : null
}

/** A run that knows what to ask the platform with. */
interface PlacedRun extends CollectableRun {
  source: RunSource & { placeId: string }
}

/**
 * Finds the id of a listing whose address does not carry it.
 *
 * @returns null where the place was not found, or can't be asked again now
 */
async function withPlace(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  asked: ReviewSource,
  phase: Phase,
): Promise<PlacedRun | null> {
  const { source } = claimed
  const { placeId } = source
  if (placeId !== null) return { ...claimed, source: { ...source, placeId } }
  const asking = askingOf(claimed, asked)
  try {
    return await keepPlace(ctx, claimed, await resolvePlace(ctx, asking))
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    await afterFault(ctx, claimed, asking, phase, error)
    return null
  }
}

/**
 * Keeps which place a listing was found to be, and its address, which may be another one than the owner gave. What is
 * known of that place counts from then on. Its list is another one than was read before, if any was.
 *
 * @returns null where the place can't be asked again now, and the run ended with that
 */
async function keepPlace(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  { id: placeId, url: listingUrl }: FoundPlace,
): Promise<PlacedRun | null> {
  const { run, source, plan } = claimed
  const used = placeOfRun(run, { listingUrl, placeId })
  const uses = await persistently(() => countFound(ctx, run, used))
  const found = { placeId, listingUrl, backfillState: 'none', backfillCursor: null } as const
  // A listing that its owner changed in the meantime has ended the run.
  const record = recordPlace(ctx.db, run, { source: run.source, listingUrl, placeId }, whileStillAt(run))
  await persistently(() => ctx.db.batch([record]))
  const tooSoon = whyTooSoon(used, plan, uses, ctx.now())
  const placed = { ...claimed, source: { ...source, ...found } }
  if (!tooSoon) return placed
  await closeRun(ctx, placed, { status: 'cancelled', error: tooSoon.reason })
  return null
}

/** Goes on with the place that the platform merged this one into, from the top of its list. */
async function followMove(ctx: BackgroundContext, claimed: CollectableRun, place: FoundPlace): Promise<void> {
  const placed = await keepPlace(ctx, claimed, place)
  if (!placed) return
  const { run } = placed
  await tryAgain(ctx, run, run.rateLimitMs, restarted(run, 'newest'))
}

/** The columns of a run whose list begins anew. */
function restarted(run: Run, phase: Phase): Partial<Run> {
  return {
    ...phaseColumns(phase),
    cursor: null,
    endOfList: false,
    lastPageFresh: null,
    endsKnown: false,
    restarts: run.restarts + 1,
    trail: null,
  }
}

/** The platform asked another run, or whoever looked at the place, to leave it alone. */
async function waitFor(ctx: BackgroundContext, claimed: CollectableRun, until: number): Promise<void> {
  const { run } = claimed
  const waitMs = until - ctx.now()
  if (waitMs <= MAX_WAIT_IN_RUN_MS) return tryAgain(ctx, run, waitMs, {})
  const wait = { kind: 'wait', source: run.source, until } as const
  await closeRun(ctx, claimed, {
    status: 'failed',
    error: whyToWait(run, [wait], ctx.now())?.reason,
    kind: 'rate_limited',
    notBefore: until,
  })
}

/** Tries again what may pass by itself, begins anew where the list forgot our place, and else says why it ends. */
async function afterFault(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  asking: Asking,
  phase: Phase,
  error: SourceError,
): Promise<void> {
  const { run, source } = claimed
  if (error.kind === 'cursor_expired' && run.restarts < MAX_RESTARTS) {
    const warnings = [...new Set([...run.warnings, error.message])]
    return tryAgain(ctx, run, run.rateLimitMs, { ...restarted(run, phase), warnings })
  }
  // Once in a run, so that listings which name each other are not followed for ever.
  if (error.movedTo && run.restarts < MAX_RESTARTS) return followMove(ctx, claimed, error.movedTo)
  const passes = error.kind === 'unavailable' || error.kind === 'rate_limited'
  const asked = (error.retryAfterSeconds ?? 0) * SECOND_MS
  if (!passes || run.attempts >= run.retryAttempts || asked > MAX_WAIT_IN_RUN_MS) {
    const askedFor = error.kind === 'not_offered' ? source.placeId : null
    return closeRun(ctx, claimed, {
      status: 'failed',
      error: finalWords(error),
      toldAs: error.toldAs,
      kind: error.kind,
      notBefore: ctx.now() + asked,
      numbers: askedFor === null ? null : await fetchNumbers(ctx, asking, askedFor),
    })
  }
  // Whoever cancels this run and starts another one waits as long.
  if (asked > 0) await noteWait(ctx, claimed, asked)
  await tryAgain(ctx, run, pauseBefore(run, asked), { attempts: run.attempts + 1 })
}

/** How long to wait before a page is asked for again; longer each time. */
function pauseBefore(run: Run, askedMs = 0): number {
  const backoff = RETRY_BACKOFF_MS[Math.min(run.attempts, RETRY_BACKOFF_MS.length - 1)] ?? SECOND_MS
  return Math.max(askedMs, backoff, run.rateLimitMs) + Math.random() * SECOND_MS
}

async function noteWait(
  ctx: BackgroundContext,
  { run, source }: CollectableRun,
  waitMs: number,
): Promise<void> {
  const wait = countWait(ctx.db, placeOfRun(run, source), ctx.now() + waitMs, run.id)
  await persistently(() => ctx.db.batch([wait]))
}

/** Gives the run back at the same page, for a later step. */
async function tryAgain(
  ctx: BackgroundContext,
  run: Run,
  delayMs: number,
  change: Partial<Run>,
): Promise<void> {
  const dueAt = ctx.now() + Math.ceil(delayMs)
  const [moved] = await persistently(() => ctx.db.batch([rescheduleRun(ctx.db, run, dueAt, change)]))
  if (moved.length > 0) await sendStep(ctx, run, delayMs)
}

/**
 * Platforms answer callers they don't like with empty lists. One is not believed where there have to be reviews, and
 * below the first page only when the run before ended at the same place. Lists that never show all may well be empty.
 *
 * @throws SourceError `unavailable` for a page that is not believed
 */
function believePage(
  claimed: CollectableRun,
  source: ReviewSource,
  page: SourcePage,
  cursor: string | null,
): SourcePage {
  const doubt = source.lists === 'all' ? whyNotBelieved(claimed, page, cursor) : null
  if (doubt) throw new SourceError('unavailable', `${doubt} We try again.`)
  return page
}

function whyNotBelieved(
  { run, source, hasReviews }: CollectableRun,
  page: SourcePage,
  cursor: string | null,
): string | null {
  if (page.reviews.length > 0 || page.nextCursor !== null) return null
  const name = PLATFORM_NAMES[run.platform]
  if (cursor !== null) {
    return cursor === source.backfillCursor || cursor === source.gapCursor
      ? null
      : `${name}'s list broke off before its end.`
  }
  const stated = page.total ?? source.statedTotal
  if (stated !== null) return stated > 0 ? `${name} states ${stated} reviews but sent an empty list.` : null
  return hasReviews
    ? `${name} sent an empty list, although it has shown reviews of this business before.`
    : null
}
