import { operatorKey } from '../businesses/choose-source.ts'
import { withToken } from '../connections/access-token.ts'
import { accessTokenFor } from '../connections/source-token.ts'
import type { BackgroundContext } from '../context.ts'
import { OutboundError, type OutboundPurpose } from '../platform/outbound.ts'
import { MAX_REVIEWS_PER_BATCH } from '../reviews/upsert-reviews.ts'
import { FAILURES, type SourceErrorKind } from '../rules/failures.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { failure } from '../sources/failure.ts'
import { refusal } from '../sources/google-places/refusal.ts'
import { parseSearch, searchRequest } from '../sources/google-places/search.ts'
import { isListingAddress } from '../sources/hosts.ts'
import {
  type FoundPlace,
  type NamedPlace,
  type PlaceRef,
  type ReviewSource,
  type SourceAccess,
  type SourceAnswer,
  SourceError,
  type SourcePage,
  type StatedNumbers,
} from '../sources/source.ts'

export const MAX_RESOLVE_HOPS = 5

export interface Asking {
  source: ReviewSource
  organizationId: string
  businessId: string
  listingUrl: string
  /** Per response, from the request to the end of the response's body. */
  timeoutMs: number
  agent: string
}

/** @throws SourceError for every failure */
export async function fetchPage(
  ctx: BackgroundContext,
  asking: Asking,
  placeId: string,
  cursor: string | null,
): Promise<SourcePage> {
  const { source } = asking
  const place = { id: placeId, url: asking.listingUrl }
  return withAccess(ctx, asking, async (access) =>
    read(source, await ask(ctx, asking, source.request(place, cursor, access)), cursor),
  )
}

function read(source: ReviewSource, answer: SourceAnswer, cursor: string | null): SourcePage {
  const refused = source.refusal(answer)
  // The first page has no cursor, so none can have expired.
  if (refused?.kind === 'cursor_expired' && cursor === null) throw failure(source.platform, 'format_changed')
  if (refused) throw refused
  const page = source.parse(answer.body, cursor)
  if (page.reviews.length > MAX_REVIEWS_PER_BATCH) throw failure(source.platform, 'format_changed')
  const pauseSeconds = source.pauseAfter?.(answer) ?? null
  return pauseSeconds === null ? page : { ...page, pauseSeconds }
}

/**
 * Fetches the place's review count and average rating after its review list was refused; null if the platform doesn't
 * give them either.
 */
export async function fetchNumbers(
  ctx: BackgroundContext,
  asking: Asking,
  placeId: string,
): Promise<StatedNumbers | null> {
  const { source, listingUrl } = asking
  const { numbers } = source
  if (!numbers) return null
  try {
    return await withAccess(ctx, asking, async (access) => {
      const answer = await ask(ctx, asking, numbers.request({ id: placeId, url: listingUrl }, access))
      return source.refusal(answer) ? null : numbers.parse(answer.body)
    })
  } catch (error) {
    // The caller reports why the list was refused, not this error.
    if (error instanceof SourceError) return null
    throw error
  }
}

/** Makes up to five requests and validates the address of each. */
export async function resolvePlace(ctx: BackgroundContext, asking: Asking): Promise<FoundPlace> {
  const { resolve, platform } = asking.source
  if (!resolve) throw failure(platform, 'wrong_listing')
  return withAccess(ctx, asking, async (access) => {
    let place: PlaceRef = { id: null, url: asking.listingUrl }
    for (let hop = 0; hop < MAX_RESOLVE_HOPS; hop += 1) {
      place = resolve.parse(place, await ask(ctx, asking, resolve.request(place, access)))
      if (place.id !== null) return { id: place.id, url: place.url }
    }
    throw new SourceError(
      'wrong_listing',
      'This link redirects too many times. Paste the address of the listing itself.',
    )
  })
}

function withAccess<T>(
  ctx: BackgroundContext,
  { source, organizationId, businessId }: Asking,
  work: (access: SourceAccess) => Promise<T>,
): Promise<T> {
  if (source.access !== 'connection') {
    return work({
      yelpDocumentId: ctx.settings.YELP_DOCUMENT_ID,
      apiKey: operatorKey(source.name, ctx.settings),
      appOrigin: ctx.settings.APP_ORIGIN,
    })
  }
  const key = { organizationId, businessId, platform: source.platform }
  return withToken(
    (refused) => accessTokenFor(ctx, key, refused),
    (accessToken) => work({ accessToken, now: ctx.now() }),
  )
}

/** Short links are public pages, even if the source that follows them uses an API. */
function purposeOf(source: ReviewSource, request: Request): OutboundPurpose {
  const { platform } = source
  const isPublic =
    source.access === 'public_page' ||
    ((platform === 'google' || platform === 'yelp') && isListingAddress(new URL(request.url), platform))
  return isPublic ? 'review-source' : 'review-api'
}

async function ask(
  ctx: BackgroundContext,
  { source, timeoutMs, agent }: Asking,
  request: Request,
): Promise<SourceAnswer> {
  const purpose = purposeOf(source, request)
  if (purpose === 'review-source') request.headers.set('user-agent', agent)
  return answerTo(ctx, source.platform, request, { purpose, timeoutMs })
}

/** Uses the operator's key. @throws SourceError */
export async function searchPlaces(
  ctx: BackgroundContext,
  name: string,
  { apiKey, timeoutMs }: { apiKey: string; timeoutMs: number },
): Promise<NamedPlace[]> {
  const request = searchRequest(name, apiKey)
  const answer = await answerTo(ctx, 'google', request, { purpose: 'review-api', timeoutMs })
  const refused = refusal(answer)
  if (refused) throw refused
  return parseSearch(answer.body)
}

async function answerTo(
  ctx: BackgroundContext,
  platform: Platform,
  request: Request,
  { purpose, timeoutMs }: { purpose: OutboundPurpose; timeoutMs: number },
): Promise<SourceAnswer> {
  const name = PLATFORM_NAMES[platform]
  try {
    return await ctx.outbound(purpose, request, { timeoutMs })
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    const [kind, sentence] = OUTBOUND_FAULTS[cause.fault]
    throw new SourceError(kind, sentence(name), { cause })
  }
}

const OUTBOUND_FAULTS: Record<OutboundError['fault'], [SourceErrorKind, (name: string) => string]> = {
  timeout: ['unavailable', FAILURES.unavailable.sentence],
  network: ['unavailable', FAILURES.unavailable.sentence],
  not_text: ['unavailable', (name) => `${name} sent something that is not a list of reviews.`],
  too_large: [
    'format_changed',
    (name) => `${name} sent far more data than a list of reviews. None of it was saved.`,
  ],
  address_refused: [
    'wrong_listing',
    (name) => `This listing’s link leads away from ${name}. Check the link.`,
  ],
}
