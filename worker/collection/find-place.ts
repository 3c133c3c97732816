import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { type Limit, requireTry } from '../identity/limits/tries.ts'
import { HOUR_MS } from '../rules/durations.ts'
import { type FindPlaceInput, type FoundPlaceView, placeNameIn } from '../rules/found-place.ts'
import { averageRating } from '../rules/statistics.ts'
import { SourceError } from '../sources/source.ts'
import { askableSource, listingIn, lookAtPlace } from './public-place.ts'

/** Of one organization: each asks a platform up to six times. */
const SEARCHES: Limit = {
  name: 'find-place',
  max: 20,
  windowMs: HOUR_MS,
  message: 'Too many places were looked up within the last hour. Please wait a while.',
}
const MAX_EXCERPT_CHARS = 200

/**
 * What a pasted link leads to: the name in it, and what the platform's first page of reviews says. Nothing is stored; where
 * the platform shows nothing, the answer says why, for the place can be added nevertheless.
 *
 * @throws DomainError `invalid_input` for a link that is no listing, `too_many`
 */
export async function findPlace(ctx: MemberContext, { link }: FindPlaceInput): Promise<FoundPlaceView> {
  const listing = listingIn(ctx, link)
  const nothing = {
    platform: listing.platform,
    link,
    name: placeNameIn(link),
    rating: null,
    total: null,
    seen: 0,
    newest: null,
  }
  const source = askableSource(ctx, listing)
  if (source === null || typeof source === 'string') return { ...nothing, problem: source }
  await requireTry(ctx, SEARCHES, ctx.organization.id)
  const asked = { organizationId: ctx.organization.id, listing, source }
  const { name, page, problem } = await lookAtPlace(ctx, asked).catch((error: unknown) => {
    if (!(error instanceof SourceError)) throw error
    throw new DomainError('invalid_input', error.finalMessage, { fields: { link: error.finalMessage } })
  })
  if (!page) return { ...nothing, name, problem }
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
}

function excerptOf(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= MAX_EXCERPT_CHARS) return text
  return `${characters.slice(0, MAX_EXCERPT_CHARS).join('').trimEnd()}…`
}
