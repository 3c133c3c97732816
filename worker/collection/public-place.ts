import { isOpen, whyNoSource } from '../businesses/choose-source.ts'
import { type Listing, locateListings } from '../businesses/listings.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { LISTING_FIELDS, placeNameIn, platformOfLink } from '../rules/found-place.ts'
import { AGENT_NAMES } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import { type ReviewSource, SourceError, type SourcePage } from '../sources/source.ts'
import { type Asking, fetchPage, resolvePlace } from './fetch.ts'
import { countPreview, countWait, usedPlace } from './place-usage.ts'

const PASTE_LISTING = 'Paste the link to the business on Google Maps, Yelp or TripAdvisor.'
/** Short, because somebody is waiting for the screen. */
export const LOOK_TIMEOUT_MS = 10 * SECOND_MS
/** Per place; counted like previews. */
export const MAX_LOOKS = 12

/** The listing for a link of any platform. @throws DomainError `invalid_input` beside `link` */
export function listingIn(ctx: BackgroundContext, link: string): Listing {
  const platform = platformOfLink(link)
  if (platform === null) {
    const { hostname } = new URL(link)
    throw fieldError('invalid_input', 'link', `This link leads to ${hostname}. ${PASTE_LISTING}`)
  }
  try {
    const [listing] = locateListings(
      { [LISTING_FIELDS[platform]]: link },
      { settings: ctx.settings, plan: '' },
    )
    if (listing) return listing
  } catch (error) {
    if (error instanceof DomainError && error.code === 'invalid_input') {
      throw new DomainError('invalid_input', error.message, { fields: { link: error.message } })
    }
    throw error
  }
  throw new DomainError('invalid_input', 'Paste the link of a business.')
}

/** A source to look up a listing with, or a sentence saying why there is none. Nothing is stored. */
export function askableSource(
  ctx: BackgroundContext,
  { source: name, platform }: Listing,
): ReviewSource | string {
  const source = sourceNamed(name)
  return source && isOpen(source, ctx.settings) ? source : whyNoSource(platform)
}

/** A place as its platform shows it on the first page of reviews. */
export interface PublicPlace {
  /** From its addresses; '' if they don't contain it. */
  name: string
  /** Null if the platform shows nothing; then `problem` says why. */
  page: SourcePage | null
  problem: string | null
}

/**
 * Requests a public place. Stores nothing except that it was requested.
 *
 * @throws SourceError `wrong_listing` or `not_found` if the link leads to no place
 */
export async function lookAtPlace(
  ctx: BackgroundContext,
  { organizationId, listing, source }: { organizationId: string; listing: Listing; source: ReviewSource },
): Promise<PublicPlace> {
  const { platform, place, url } = listing
  const asked = { source: source.name, listingUrl: place.url, placeId: place.id }
  const used = usedPlace({ organizationId, platform }, asked)
  const named = placeNameIn(url)
  if (!(await countPreview(ctx, used, ctx.createId(), MAX_LOOKS)))
    return { name: named, page: null, problem: 'This place was looked up too often within the last hour.' }
  const { follower, landedOn } = following(source)
  const asking: Asking = {
    source: follower,
    organizationId,
    businessId: '',
    listingUrl: place.url,
    timeoutMs: LOOK_TIMEOUT_MS,
    agent: AGENT_NAMES[0],
  }
  const name = () => named || placeNameIn(landedOn())
  try {
    const found = place.id === null ? await resolvePlace(ctx, asking) : { id: place.id, url: place.url }
    const page = await fetchPage(ctx, { ...asking, listingUrl: found.url }, found.id, null)
    return { name: name(), page, problem: null }
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    if (error.kind === 'wrong_listing' || error.kind === 'not_found') throw error
    const { retryAfterSeconds, finalMessage } = error
    if (retryAfterSeconds) await countWait(ctx.db, used, ctx.now() + retryAfterSeconds * SECOND_MS)
    return { name: name(), page: null, problem: finalMessage }
  }
}

/** The source, and the address that its last short link led to, which contains the place's name. */
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
