import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import type { ReviewSource, SourceName, SourcePage } from './source.ts'

type Kept = ReviewSource['keeps']
type Rule = Pick<ReviewSource, 'name' | 'platform' | 'keeps'>

/**
 * Data that may be stored from a source: reviews if the operator has an agreement for it (`agreed`), otherwise what the
 * platform allows everyone.
 */
export function keptOf(source: Pick<Rule, 'name' | 'keeps'>, agreed: readonly SourceName[]): Kept {
  return agreed.includes(source.name) ? 'reviews' : source.keeps
}

/** A sentence for the owner; null if reviews may be stored. */
export function whyNotKept(source: Rule, agreed: readonly SourceName[]): string | null {
  const name = PLATFORM_NAMES[source.platform]
  switch (keptOf(source, agreed)) {
    case 'reviews':
      return null
    case 'numbers':
      return `${name} lets us keep its numbers but not the reviews, which are fetched again whenever you look at them.`
    case 'nothing':
      return `${name} doesn’t let us keep its reviews, so they are fetched again whenever you look at them.`
  }
}

/** Removes from a page what may not be stored. Must be applied before anything is saved. */
export function keptPart(source: Rule, agreed: readonly SourceName[], page: SourcePage): SourcePage {
  const why = whyNotKept(source, agreed)
  if (why === null) return page
  const numbers = keptOf(source, agreed) === 'numbers' ? page : { total: null, rating: null }
  return {
    reviews: [],
    nextCursor: null,
    total: numbers.total,
    rating: numbers.rating ?? null,
    warnings: [why],
    ...(page.pauseSeconds !== undefined && { pauseSeconds: page.pauseSeconds }),
  }
}

export function attributionOf(source: Rule): string {
  switch (source.name) {
    case 'google-places':
      return 'Reviews from Google Maps. Up to 5 that Google finds most relevant, written by visitors and not checked by us.'
    case 'yelp-fusion':
      return 'Excerpts of reviews on Yelp. Read them in full on Yelp.'
    case 'tripadvisor':
      return 'Reviews by TripAdvisor travelers: their own opinions, not those of TripAdvisor.'
    case 'google-business-profile':
    case 'google-public':
    case 'yelp-public':
    case 'facebook':
      return `Reviews on ${PLATFORM_NAMES[source.platform]}.`
  }
}

/**
 * True if a platform's reviews may be shown on the owner's own site. An operator's agreement to store reviews doesn't
 * allow showing them elsewhere, and TripAdvisor's texts may only be shown by TripAdvisor's own widgets, whatever their
 * source.
 *
 * @param keeps the rule of the source they were collected from; null if the owner entered them
 */
export function mayShowOnSites(platform: Platform, keeps: Kept | null): boolean {
  return platform !== 'tripadvisor' && (keeps === null || keeps === 'reviews')
}
