import type { D1Database } from '@cloudflare/workers-types'
import { v7 as createId } from 'uuid'
import { databaseOf } from '#db/client.ts'
import { competitors, competitorTotals } from '#db/schema/index.ts'
import type { Business } from '#tests/factories.ts'
import { insertRows } from '#tests/insert-rows.ts'
import { googleUrl, LISTINGS, type Listing, yelpUrl } from '#tests/upstream/listings.ts'
import { createWorld, defaultNow } from '#tests/upstream/world.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'

interface Rival {
  listing: Listing
  platform: 'google' | 'yelp'
  /** The competitor a year ago: stars below today's average, and share of today's reviews, 0 to 1. */
  lower: number
  had: number
}

/** One competitor has overtaken us within a year, the other stays about the same. */
const RIVALS: readonly Rival[] = [
  { listing: LISTINGS.overlapping, platform: 'google', lower: 0.6, had: 0.35 },
  { listing: LISTINGS.growing, platform: 'yelp', lower: 0.1, had: 0.7 },
]
const WEEKS = 52
const WEEK_MS = 7 * DAY_MS

/** Stores competitors of a business with their weekly totals. The last totals are the simulator's own. */
export async function storeRivals(d1: D1Database, business: Business, now: number): Promise<void> {
  const world = createWorld(defaultNow())
  const rivals = RIVALS.map((rival) => ({ ...rival, id: createId() }))
  const db = databaseOf({ DB: d1 })
  await insertRows(
    db,
    competitors,
    rivals.map(({ id, listing, platform }) => {
      const link = platform === 'google' ? googleUrl(listing) : yelpUrl(listing)
      return {
        id,
        organizationId: business.organizationId,
        businessId: business.id,
        platform,
        name: listing.name,
        link,
        placeUrl: PUBLIC_SOURCES[platform].locate(new URL(link))?.url ?? link,
        dueAt: now + WEEK_MS,
        createdAt: now - WEEKS * WEEK_MS,
      }
    }),
  )
  await insertRows(
    db,
    competitorTotals,
    rivals.flatMap(({ id, listing, platform, lower, had }) => {
      const ratings = world.reviews(listing, platform).map(({ rating }) => rating)
      const average = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
      return Array.from({ length: WEEKS }, (_, weeksAgo) => ({
        competitorId: id,
        day: utcDay(now - weeksAgo * WEEK_MS),
        average: Math.round((average - (lower * weeksAgo) / WEEKS) * 10) / 10,
        reviewCount: Math.round(ratings.length * (1 - ((1 - had) * weeksAgo) / WEEKS)),
      }))
    }),
  )
}
