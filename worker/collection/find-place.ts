import { locateListings } from '../businesses/listings.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { HOUR_MS, SECOND_MS } from '../rules/durations.ts'
import { type FindPlaceInput, type FoundPlaceView, placeNameIn } from '../rules/found-place.ts'
import { averageRating } from '../rules/statistics.ts'
import { AGENT_NAMES } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import { type ReviewSource, SourceError } from '../sources/source.ts'
import { whyNotCollectable } from './eligibility.ts'
import { type Asking, fetchPage, resolvePlace } from './fetch.ts'
import { countPreview, countWait, usedPlace } from './place-usage.ts'

/** Of one organization: each asks a platform up to six times. */
const SEARCHES: Limit = {
  name: 'find-place',
  max: 20,
  windowMs: HOUR_MS,
  message: 'Many places were looked up within the last hour. Please wait a while.',
}
/** Somebody waits in front of a screen. */
const TIMEOUT_MS = 10 * SECOND_MS
/** At one place, as previews count. */
const MAX_LOOKS = 12
const MAX_EXCERPT_CHARS = 200

/**
 * What a pasted link leads to: the name in it, and what the platform's first page of reviews says. Nothing is stored; where
 * the platform shows nothing, the answer says why, for the place can be added nevertheless.
 *
 * @throws DomainError `invalid_input` for a link that is no listing, `too_many`
 */
export async function findPlace(ctx: MemberContext, { link }: FindPlaceInput): Promise<FoundPlaceView> {
  const listing = listingIn(ctx, link)
  const { platform, place } = listing
  const nothing = {
    platform,
    link,
    name: placeNameIn(link),
    rating: null,
    total: null,
    seen: 0,
    newest: null,
  }
  const source = sourceNamed(listing.source)
  const refused = whyNotCollectable(platform, source, ctx.settings)
  if (refused || !source) return { ...nothing, problem: refused?.reason ?? null }
  await requireTry(ctx, SEARCHES, ctx.organization.id)
  const asked = { source: source.name, listingUrl: place.url, placeId: place.id }
  const used = usedPlace({ organizationId: ctx.organization.id, platform }, asked)
  if (!(await countPreview(ctx, used, ctx.createId(), MAX_LOOKS)))
    return { ...nothing, problem: 'This place was looked at often within the last hour.' }
  const { follower, landedOn } = following(source)
  const asking: Asking = {
    source: follower,
    organizationId: ctx.organization.id,
    businessId: '',
    listingUrl: place.url,
    timeoutMs: TIMEOUT_MS,
    agent: AGENT_NAMES[0],
  }
  try {
    const found = place.id === null ? await resolvePlace(ctx, asking) : { id: place.id, url: place.url }
    const name = nothing.name || placeNameIn(landedOn())
    const page = await fetchPage(ctx, { ...asking, listingUrl: found.url }, found.id, null)
    const { reviews, total } = page
    const [first] = reviews
    const ofSeen = averageRating(
      reviews.reduce((sum, review) => sum + review.rating, 0),
      reviews.length,
    )
    return {
      ...nothing,
      name,
      rating: page.rating ?? (ofSeen || null),
      total,
      seen: reviews.length,
      newest: first
        ? { authorName: first.authorName, rating: first.rating, reviewText: excerptOf(first.reviewText) }
        : null,
      problem: null,
    }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.kind === 'wrong_listing' || error.kind === 'not_found')
      throw new DomainError('invalid_input', error.finalMessage, { fields: { link: error.finalMessage } })
    const { retryAfterSeconds, finalMessage } = error
    if (retryAfterSeconds) await countWait(ctx.db, used, ctx.now() + retryAfterSeconds * SECOND_MS)
    return { ...nothing, name: nothing.name || placeNameIn(landedOn()), problem: finalMessage }
  }
}

/** The listing of a link, whichever platform it is of. @throws DomainError `invalid_input` */
function listingIn(ctx: MemberContext, link: string) {
  const { hostname } = new URL(link)
  const field = /(^|\.)yelp\./.test(hostname)
    ? 'yelpBusinessUrl'
    : /(^|\.)tripadvisor\./.test(hostname)
      ? 'tripadvisorUrl'
      : 'googleBusinessUrl'
  try {
    const [listing] = locateListings({ [field]: link }, ctx.settings)
    if (listing) return listing
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_input') {
      throw new DomainError('invalid_input', error.message, { fields: { link: error.message } })
    }
    throw error
  }
  throw new DomainError('invalid_input', 'Paste the link of a business.')
}

/** The source, and the address its last short link led to: that one has the name of the place. */
function following(source: ReviewSource): { follower: ReviewSource; landedOn: () => string } {
  const { resolve } = source
  let address = ''
  if (!resolve) return { follower: source, landedOn: () => address }
  const follower: ReviewSource = {
    ...source,
    resolve: {
      ...resolve,
      parse(place, answer) {
        address = answer.headers.get('location') ?? address
        return resolve.parse(place, answer)
      },
    },
  }
  return { follower, landedOn: () => address }
}

function excerptOf(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_EXCERPT_CHARS) return text
  return `${characters.slice(0, MAX_EXCERPT_CHARS).join('').trimEnd()}…`
}
