import { type SourcePlace, sourceToday, whyNoSource } from '../businesses/choose-source.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type Limit, tooMany } from '../identity/limits/tries.ts'
import type { PreviewInput } from '../rules/collection.ts'
import { HOUR_MS, SECOND_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { AGENT_NAMES } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import { attributionOf, whyNotKept } from '../sources/retention.ts'
import { type FetchedReview, SourceError, type SourcePage } from '../sources/source.ts'
import { whyNotAllowed, whyToWait } from './eligibility.ts'
import { type Asking, fetchPage, resolvePlace } from './fetch.ts'
import { countPreview, countWait, placeUsesQuery, type UsedPlace, usedPlace } from './place-usage.ts'
import { storedSources } from './queries.ts'

/** Limit per place, because each preview costs the operator an API call. */
const PREVIEWS: Limit = {
  name: 'preview-source',
  max: 12,
  windowMs: HOUR_MS,
  message: 'These reviews were fetched too often within the last hour. Please wait a while.',
}
/** Short, because somebody is waiting for the screen. */
const TIMEOUT_MS = 10 * SECOND_MS

/**
 * Stores nothing.
 * @throws DomainError `not_found`, `plan_limit`, `invalid_input` without a listing, `conflict` if reviews are stored or
 * may not be requested, `too_many`, `source_failed` with the meaning of the platform's response
 */
export async function previewReviews(ctx: MemberContext, input: PreviewInput): Promise<ReviewsPreview> {
  const { businessId, platform } = input
  await requireBusiness(ctx, businessId)
  const sources = await storedSources(ctx, businessId)
  const stored = sources.find((source) => source.platform === platform)
  const refusal = whyNotAllowed({
    platform,
    plan: ctx.organization.plan,
    // A preview isn't a collection, so it is allowed for paused businesses.
    businessIsActive: true,
    isWithinLimit: stored?.isWithinLimit ?? true,
    hasListing: stored !== undefined,
  })
  if (refusal) throw new DomainError(refusal.code, refusal.reason)
  const today = stored && sourceToday(stored, ctx.settings)
  const source = today && sourceNamed(today.source)
  if (!source) throw new DomainError('conflict', whyNoSource(platform))
  const notice = whyNotKept(source, ctx.settings.KEEP_REVIEWS)
  if (notice === null) {
    const name = PLATFORM_NAMES[platform]
    throw new DomainError('conflict', `${name} reviews of this business are already in your list.`)
  }
  const asking = {
    source,
    organizationId: ctx.organization.id,
    businessId,
    listingUrl: today.listingUrl,
    timeoutMs: TIMEOUT_MS,
    agent: AGENT_NAMES[0],
  }
  const used = placeAsked(asking, today)
  const id = ctx.createId()
  await requirePreview(ctx, used, id)
  try {
    const placeId = today.placeId ?? (await foundId(ctx, asking, today, id))
    const page = await firstPage(ctx, asking, placeId, id)
    return {
      platform,
      listingUrl: today.listingUrl,
      attribution: attributionOf(source),
      notice,
      total: page.total,
      rating: page.rating ?? null,
      reviews: page.reviews,
      warnings: page.warnings,
      fetchedAt: new Date(ctx.now()).toISOString(),
    }
  } catch (cause) {
    if (!(cause instanceof SourceError)) throw cause
    const { retryAfterSeconds } = cause
    if (retryAfterSeconds) await countWait(ctx.db, used, ctx.now() + retryAfterSeconds * SECOND_MS)
    throw new DomainError('source_failed', cause.finalMessage, { cause })
  }
}

function placeAsked({ organizationId, source }: Asking, place: SourcePlace): UsedPlace {
  return usedPlace({ organizationId, platform: source.platform }, place)
}

/**
 * @throws DomainError `too_many` if the place has reached its limit of previews or the platform has asked us to wait
 */
async function requirePreview(ctx: MemberContext, used: UsedPlace, id: string): Promise<void> {
  if (await countPreview(ctx, used, id, PREVIEWS.max)) return
  const uses = await placeUsesQuery(ctx, used)
  const wait = whyToWait(used, uses, ctx.now())
  const previews = uses.filter(({ kind }) => kind === 'preview')
  const until = wait?.until ?? Math.min(...previews.map((preview) => preview.until))
  throw await tooMany(ctx, wait ? { ...PREVIEWS, message: wait.reason } : PREVIEWS, until)
}

/**
 * Fetches the first page; if the platform has merged the place into another one, the first page of that place. The next
 * run stores the new place.
 */
async function firstPage(
  ctx: MemberContext,
  asking: Asking,
  placeId: string,
  previewId: string,
): Promise<SourcePage> {
  try {
    return await fetchPage(ctx, asking, placeId, null)
  } catch (error) {
    const movedTo = error instanceof SourceError ? error.movedTo : null
    if (!movedTo) throw error
    const { source } = asking
    const moved = { source: source.name, listingUrl: movedTo.url, placeId: movedTo.id }
    await requirePreview(ctx, placeAsked(asking, moved), previewId)
    return fetchPage(ctx, { ...asking, listingUrl: movedTo.url }, movedTo.id, null)
  }
}

/** Resolves the id of the place, and counts the preview under that id as well. */
async function foundId(
  ctx: MemberContext,
  asking: Asking,
  today: SourcePlace,
  previewId: string,
): Promise<string> {
  const { id: placeId } = await resolvePlace(ctx, asking)
  await requirePreview(ctx, placeAsked(asking, { ...today, placeId }), previewId)
  return placeId
}

export interface ReviewsPreview {
  platform: Platform
  listingUrl: string
  /** Must be shown beside the reviews, with a link to the listing. */
  attribution: string
  notice: string
  total: number | null
  rating: number | null
  reviews: FetchedReview[]
  warnings: string[]
  fetchedAt: string
}
