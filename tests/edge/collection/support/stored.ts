import { env } from 'cloudflare:test'
import type { Business } from '#tests/factories.ts'
import type { ReviewTruth } from '#tests/upstream/control.ts'
import { photosIn } from '#worker/rules/photos.ts'
import type { Platform } from '#worker/rules/platforms.ts'

export type Row = Record<string, unknown>

/** Rows as stored, bypassing all of the product's code. */
export async function rows<T = Row>(sql: string, ...values: unknown[]): Promise<T[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<T>()
  return results
}

interface StoredReview {
  platform_review_id: string
  author_name: string
  rating: number
  review_text: string
  review_date: number | null
  helpful_votes: number
  owner_response_text: string | null
  owner_response_date: number | null
  language: string | null
  url: string
  photos: string | null
}

const iso = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** A listing's stored reviews, in the format of the simulator's truth; later runs first, each by posted date. */
export async function storedReviews(business: Business, platform: Platform): Promise<ReviewTruth[]> {
  const found = await rows<StoredReview>(
    'SELECT * FROM reviews WHERE business_id = ? AND platform = ? ORDER BY scraped_at DESC, position DESC',
    business.id,
    platform,
  )
  return found.map((row) => ({
    reviewId: row.platform_review_id,
    authorName: row.author_name,
    rating: row.rating,
    reviewText: row.review_text,
    reviewDate: iso(row.review_date) ?? '',
    helpfulVotes: row.helpful_votes,
    ownerResponse:
      row.owner_response_text === null
        ? null
        : { text: row.owner_response_text, date: iso(row.owner_response_date) },
    language: row.language,
    url: row.url,
    ...(row.photos && { photos: photosIn(row.photos).length }),
  }))
}

/** A closed account has no name; the product names its owner a user of the platform. */
export function asStored(truth: ReviewTruth[], platform: 'google' | 'yelp'): ReviewTruth[] {
  const unnamed = platform === 'google' ? 'A Google user' : 'A Yelp user'
  return truth.map((review) => ({ ...review, authorName: review.authorName ?? unnamed }))
}

/** Newest first, whatever the platform's order: Google sorts by the last edit. */
export const byPosted = (reviews: readonly ReviewTruth[]) =>
  reviews.toSorted((a, b) => Date.parse(b.reviewDate) - Date.parse(a.reviewDate))

export const byId = (reviews: readonly ReviewTruth[]) =>
  [...reviews].sort((a, b) => (a.reviewId < b.reviewId ? -1 : 1))

const NAMES_AND_TIMES = new Set([
  'id',
  'seq',
  'business_id',
  'organization_id',
  'review_id',
  'scraped_at',
  'position',
  'updated_at',
  // Read in a separate step, at a different time.
  'insight_keys',
  'edited_at',
  'removed_at',
  'returned_at',
  'run_seq',
  'recheck_since',
  'rechecked_at',
  'replaced_at',
  'created_at',
  'started_at',
  'finished_at',
  'due_at',
  'lease_until',
  'last_succeeded_at',
  'last_attempt_at',
  'next_due_at',
  // Derived from ids and times.
  'search_keys',
])

/**
 * Everything stored of an organization's only business, except ids and times, which differ between organizations. Keeps
 * which run a review came from and its place in it.
 */
export async function everythingStored(business: Business): Promise<Record<string, Row[]>> {
  const { id, organizationId } = business
  const plain = (found: Row[]) =>
    found.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !NAMES_AND_TIMES.has(column))),
    )
  const ordinal = `(SELECT count(*) FROM scrape_runs AS run WHERE run.business_id = reviews.business_id
    AND run.created_at <= reviews.scraped_at)`
  const place = `(SELECT count(*) FROM reviews AS other WHERE other.business_id = reviews.business_id
    AND other.platform = reviews.platform AND other.id < reviews.id)`
  return {
    reviews: plain(
      await rows(
        `SELECT *, ${ordinal} AS run, ${place} AS place, edited_at IS NULL AS unedited,
          removed_at IS NULL AS shown, returned_at IS NULL AS unreturned FROM reviews
        WHERE business_id = ? ORDER BY platform, id DESC`,
        id,
      ),
    ),
    revisions: plain(
      await rows(
        `SELECT revision.*, review.platform_review_id FROM review_revisions AS revision
        JOIN reviews AS review ON review.id = revision.review_id WHERE review.business_id = ? ORDER BY revision.id`,
        id,
      ),
    ),
    statistics: plain(
      await rows('SELECT * FROM review_daily_stats WHERE business_id = ? ORDER BY day, is_removed', id),
    ),
    searchable: await rows(
      'SELECT count(*) AS count FROM review_search WHERE review_search MATCH ?',
      `keys:b${id.slice(19).replace('-', '')}`,
    ),
    usage: await rows(
      'SELECT month, reviews_stored FROM organization_usage WHERE organization_id = ? ORDER BY month',
      organizationId,
    ),
    runs: plain(await rows('SELECT * FROM scrape_runs WHERE business_id = ? ORDER BY seq', id)),
    sources: plain(
      await rows(
        `SELECT *, recheck_since IS NULL AS no_recheck, rechecked_at IS NULL AS never_rechecked FROM business_sources
        WHERE business_id = ? ORDER BY platform`,
        id,
      ),
    ),
    scanPages: plain(await rows('SELECT * FROM scan_pages WHERE business_id = ? ORDER BY run_seq, page', id)),
  }
}
