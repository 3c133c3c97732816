import type { BackgroundContext } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { failure } from '../sources/failure.ts'
import { sourceNamed } from '../sources/index.ts'
import {
  type PlaceRef,
  type ReviewSource,
  type SourceAnswer,
  SourceError,
  type SourcePage,
} from '../sources/source.ts'
import type { CollectableRun } from './claim-run.ts'
import { MAX_REVIEWS_PER_PAGE } from './save-page.ts'

const MAX_RESOLVE_HOPS = 5

function requireSource({ run }: CollectableRun): ReviewSource {
  const source = sourceNamed(run.source)
  if (!source) throw new SourceError('wrong_listing', `${PLATFORM_NAMES[run.platform]} is not connected.`)
  return source
}

/**
 * Fetches and reads one page of the review list.
 *
 * @throws SourceError whatever goes wrong
 */
export async function fetchPage(
  ctx: BackgroundContext,
  claimed: CollectableRun,
  placeId: string,
  cursor: string | null,
): Promise<SourcePage> {
  const source = requireSource(claimed)
  const access = { yelpDocumentId: ctx.settings.YELP_DOCUMENT_ID }
  const place = { id: placeId, url: claimed.source.listingUrl }
  const answer = await ask(ctx, claimed, source.request(place, cursor, access))
  const page = read(source, answer, cursor)
  const doubt = whyNotBelieved(claimed, page, cursor)
  if (doubt) throw new SourceError('unavailable', `${doubt} We try again.`)
  return page
}

function read(source: ReviewSource, answer: SourceAnswer, cursor: string | null): SourcePage {
  const name = PLATFORM_NAMES[source.platform]
  const refusal = source.refusal(answer)
  // The first page is asked without a place in the list, so none can have been forgotten.
  if (refusal?.kind === 'cursor_expired' && cursor === null) throw failure(name, 'format_changed')
  if (refusal) throw refusal
  const page = source.parse(answer.body, cursor)
  if (page.reviews.length > MAX_REVIEWS_PER_PAGE) throw failure(name, 'format_changed')
  return page
}

/**
 * Platforms answer callers they don't like with empty lists. One is not believed where there have to be reviews, and
 * below the first page only when the run before ended at the same place. Null for a page that is believed.
 */
function whyNotBelieved(
  { run, source, hasReviews }: CollectableRun,
  page: SourcePage,
  cursor: string | null,
) {
  if (page.reviews.length > 0 || page.nextCursor !== null) return null
  const name = PLATFORM_NAMES[run.platform]
  if (cursor !== null) {
    return cursor === source.backfillCursor ? null : `${name}'s list broke off before its end.`
  }
  const stated = page.total ?? source.statedTotal
  if (stated !== null) return stated > 0 ? `${name} states ${stated} reviews but sent an empty list.` : null
  return hasReviews
    ? `${name} sent an empty list, although it has shown reviews of this business before.`
    : null
}

/**
 * Finds what the platform's list is asked with, where the listing's address does not carry it (a short link, a
 * listing known by name). Follows at most five hops, each one checked.
 *
 * @throws SourceError
 */
export async function resolvePlace(
  ctx: BackgroundContext,
  claimed: CollectableRun,
): Promise<PlaceRef & { id: string }> {
  const { resolve, platform } = requireSource(claimed)
  if (!resolve) throw failure(PLATFORM_NAMES[platform], 'wrong_listing')
  let place: PlaceRef = { id: null, url: claimed.source.listingUrl }
  for (let hop = 0; hop < MAX_RESOLVE_HOPS; hop += 1) {
    place = resolve.parse(place, await ask(ctx, claimed, resolve.request(place)))
    if (place.id !== null) return { id: place.id, url: place.url }
  }
  throw new SourceError(
    'wrong_listing',
    'This link leads from one address to the next. Paste the address of the listing itself.',
  )
}

async function ask(ctx: BackgroundContext, { run }: CollectableRun, request: Request): Promise<SourceAnswer> {
  const name = PLATFORM_NAMES[run.platform]
  try {
    return await ctx.outbound('review-source', request, { timeoutMs: run.timeoutMs })
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    switch (cause.fault) {
      case 'timeout':
      case 'network':
        throw new SourceError('unavailable', `${name} didn't answer. We try again.`, { cause })
      case 'not_text':
        throw new SourceError(
          'unavailable',
          `${name} sent something that is not a list of reviews. We try again.`,
          { cause },
        )
      case 'too_large':
        throw new SourceError(
          'format_changed',
          `${name} sent far more than a list of reviews. Nothing of it was saved.`,
          { cause },
        )
      case 'address_refused':
        throw new SourceError('wrong_listing', `This listing leads away from ${name}. Check its address.`, {
          cause,
        })
      default:
        return cause.fault satisfies never
    }
  }
}
