import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import { idsOf, unionOf } from '../reviews/matching-ids.ts'
import { positionOf } from '../reviews/position.ts'
import { searchExpression } from '../reviews/search-expression.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { IMPORT_SOURCES } from '../rules/imports.ts'
import { historyCutoff, planLimits } from '../rules/plans.ts'
import {
  type AnyPlatform,
  isOwnPlatform,
  PLATFORMS,
  type Platform,
  type ReviewPlatform,
  reviewPlatform,
} from '../rules/platforms.ts'
import type { WidgetLook } from '../rules/widgets.ts'
import { sourceNamed } from '../sources/registry.ts'
import { mayShowOnSites } from '../sources/retention.ts'
import { isReviewPage } from '../sources/review-address.ts'

export interface WidgetReview {
  platform: ReviewPlatform
  platformName: string
  /** True if the owner entered the review (file, paste or API), so we haven't seen it on the platform. */
  isEntered: boolean
  authorName: string
  rating: number
  text: string
  language: string | null
  /** Milliseconds. */
  reviewDate: number | null
  postedAt: number
  /** The review's page on the platform, otherwise the business's; null if neither is known. */
  url: string | null
}

/** Content of a widget: reviews of a business that were posted within the plan's history and are still shown. */
export interface WidgetContent {
  businessName: string
  /** Days of the plan's history. */
  days: number
  /** Number of reviews that may be shown, not just of those in `reviews`. */
  total: number
  average: number | null
  platforms: Platform[]
  otherPlatforms: string[]
  /** Page with all reviews; null if none is known. */
  url: string | null
  /** Newest first. */
  reviews: WidgetReview[]
}

interface Asked {
  organizationId: string
  businessId: string
  plan: string
  look: Pick<WidgetLook, 'maxReviews' | 'minStars' | 'withText'>
  now: number
}

interface BusinessRow {
  id: string
  name: string
  isSample: 0 | 1
  website: string | null
  sources: string
}

type TotalsRow = Record<'count' | 'stars' | 'other', string>

interface ReviewRow extends Omit<WidgetReview, 'isEntered' | 'platform'> {
  id: number
  platform: AnyPlatform
  source: string
}

/** Sources of reviews entered by the owner. Forwarded emails don't count, because the platform has signed them. */
const ENTERED: readonly string[] = IMPORT_SOURCES.filter((source) => source !== 'mail')

/** Position after any review: a day ahead, because posting times may be in the future. */
const LAST = (now: number) => positionOf(now + DAY_MS, 0)

/** Statements that read a widget's content, for one batch. Besides the reviews shown, they read one row per day. */
export function contentQueries(db: Database, asked: Asked) {
  const { organizationId, businessId, plan, look, now } = asked
  const cutoff = historyCutoff(plan, now)
  const own = sql`(SELECT id FROM businesses WHERE id = ${businessId} AND organization_id = ${organizationId})`
  const lists = [...PLATFORMS.map((platform) => ({ platform })), { isOther: true }].map((which) => {
    const expression = searchExpression(organizationId, {
      businessId,
      ...which,
      visibility: 'public',
      ...(look.minStars === 4 && { sentiment: 'positive' }),
      ...(look.withText && { text: 'with' }),
    })
    return idsOf([{ expression, from: positionOf(cutoff, 0), to: LAST(now) }], true, look.maxReviews)
  })
  return [
    db.statement<BusinessRow>(sql`
      SELECT id, name, is_sample AS isSample, website,
        (SELECT json_group_array(json_object('platform', platform, 'source', source, 'url', listing_url))
          FROM business_sources AS place
          WHERE place.business_id = businesses.id AND place.organization_id = businesses.organization_id) AS sources
      FROM businesses
      WHERE id = ${businessId} AND organization_id = ${organizationId} AND deleted_at IS NULL`),
    db.statement<TotalsRow>(sql`
      SELECT json_object(${totals(SHOWN_COUNTS)}) AS count, json_object(${totals(SHOWN_STARS)}) AS stars,
        (SELECT json_group_array(json_array(added.name, posted_review_count, posted_rating_sum))
          FROM review_daily_stats INDEXED BY review_daily_stats_of_own_platforms
            CROSS JOIN own_platforms AS added ON added.id = own_platform
          WHERE business_id = ${own} AND own_platform <> '' AND +day >= ${utcDay(cutoff)} AND NOT is_removed
            AND posted_review_count > 0) AS other
      FROM review_daily_stats WHERE business_id = ${own} AND day >= ${utcDay(cutoff)} AND NOT is_removed`),
    db.statement<ReviewRow>(sql`
      SELECT reviews.id, platform, ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)} AS platformName, source, author_name AS authorName, rating, review_text AS text, language,
        review_date AS reviewDate, posted_at AS postedAt, url
      FROM (${unionOf(lists, lists.length * look.maxReviews)}) AS matches CROSS JOIN reviews
      WHERE reviews.id = matches.id AND reviews.organization_id = +${organizationId}
        AND reviews.business_id = +${businessId} AND reviews.removed_at IS NULL`),
  ] as const
}

/**
 * SQL for each platform's number of reviews posted on a day, from columns of `review_daily_stats`. There is no column
 * for Google: its number is the total minus all others.
 */
const SHOWN_COUNTS: Record<Platform, string> = {
  google: 'posted_review_count - posted_yelp - posted_facebook - posted_tripadvisor - posted_other',
  yelp: 'posted_yelp',
  facebook: 'posted_facebook',
  tripadvisor: 'posted_tripadvisor',
}
const SHOWN_STARS: Record<Platform, string> = {
  google:
    'posted_rating_sum - posted_yelp_stars - posted_facebook_stars - posted_tripadvisor_stars - posted_other_stars',
  yelp: 'posted_yelp_stars',
  facebook: 'posted_facebook_stars',
  tripadvisor: 'posted_tripadvisor_stars',
}

function totals(columns: Record<Platform, string>): SQL {
  return sql.raw(PLATFORMS.map((name) => `'${name}', coalesce(sum(${columns[name]}), 0)`).join(', '))
}

type Rows<Row> = { results: Row[] }

/** Null if there is no such business. */
export function contentOf(
  [business, totalRows, reviewRows]: readonly [Rows<BusinessRow>, Rows<TotalsRow>, Rows<ReviewRow>],
  { plan, look }: Pick<Asked, 'plan' | 'look'>,
) {
  const [row] = business.results
  if (!row) return null
  const places = JSON.parse(row.sources) as { platform: Platform; source: string; url: string }[]
  const counts = JSON.parse(totalRows.results[0]?.count ?? '{}') as Partial<Record<Platform, number>>
  const stars = JSON.parse(totalRows.results[0]?.stars ?? '{}') as Partial<Record<Platform, number>>
  const countOf = (platform: Platform) => counts[platform] ?? 0
  const placeOf = (platform: Platform) => places.find((place) => place.platform === platform)
  const stored = PLATFORMS.filter((platform) => countOf(platform) > 0)
  const platforms = stored.filter((platform) => isShowable(platform, placeOf(platform)?.source))
  // The owner entered all reviews of these platforms, and we know of no rule against showing them.
  const others = JSON.parse(totalRows.results[0]?.other ?? '[]') as [string, number, number][]
  const shown = [
    ...platforms.map((one) => [countOf(one), stars[one] ?? 0]),
    ...others.map(([, ...figures]) => figures),
  ]
  const total = shown.reduce((all, [count = 0]) => all + count, 0)
  const sum = shown.reduce((all, [, own = 0]) => all + own, 0)
  const listing = (platform: Platform) => placeOf(platform)?.url ?? null
  const content: WidgetContent = {
    businessName: row.name,
    days: planLimits(plan).historyDays,
    total,
    average: total > 0 ? sum / total : null,
    platforms,
    otherPlatforms: [...new Set(others.map(([name]) => name))].toSorted(),
    url: platforms.map(listing).find((url) => url !== null) ?? null,
    reviews: reviewRows.results
      .filter(
        ({ platform, source }) =>
          isOwnPlatform(platform) ||
          (platforms.some((shown) => shown === platform) && isShowable(platform, source)),
      )
      .toSorted((a, b) => b.postedAt - a.postedAt || b.id - a.id)
      .slice(0, look.maxReviews)
      .map(({ id: _, source, url, platform, ...review }) => ({
        ...review,
        platform: reviewPlatform(platform),
        isEntered: ENTERED.includes(source),
        // The hosts of an own platform are unknown, so its reviews have no link.
        url: isOwnPlatform(platform) ? null : (pageOf(url, platform) ?? listing(platform)),
      })),
  }
  return {
    business: { id: row.id, name: row.name, isSample: row.isSample === 1, website: row.website },
    withheld: stored.filter((platform) => !platforms.includes(platform)),
    content,
  }
}

/** @param source source of the reviews; missing or unknown means that the owner entered them */
function isShowable(platform: Platform, source = ''): boolean {
  return mayShowOnSites(platform, sourceNamed(source)?.keeps ?? null)
}

/** The review's URL if it belongs to the platform; a stored URL may come from anyone. */
function pageOf(url: string | null, platform: Platform): string | null {
  const page = url === null ? null : URL.parse(url)
  return page && isReviewPage(page, platform) ? page.href : null
}
