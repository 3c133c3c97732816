import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { v7 as createId } from 'uuid'
import * as v from 'valibot'
import { databaseOf } from '#db/client.ts'
import { actions, widgets } from '#db/schema/index.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  type StoredNotification,
  type StoredReview,
  storeNotifications,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { googleUrl, LISTINGS, type Listing, yelpUrl } from '#tests/upstream/listings.ts'
import { businessPhotos } from '#tests/upstream/pictures.ts'
import type { SimulatedReview } from '#tests/upstream/reviews.ts'
import { truthOf } from '#tests/upstream/truth.ts'
import { createWorld, defaultNow, type World } from '#tests/upstream/world.ts'
import { Settings } from '#worker/env.ts'
import { collectionOptions } from '#worker/rules/collection.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, utcDay } from '#worker/rules/durations.ts'
import { knownPhotos } from '#worker/rules/photos.ts'
import { hasFeature, planLimits } from '#worker/rules/plans.ts'
import type { Platform } from '#worker/rules/platforms.ts'
import { NEW_WIDGET } from '#worker/rules/widgets.ts'
import { storeAsked } from './demo/asked.ts'
import { storeRivals } from './demo/rivals.ts'
import { QUIETER, quieterReviews, storyReviews } from './demo/story.ts'

export const DEMO_PASSWORD = 'Harbor-Lantern-42'

/** One account on each plan, with businesses that the simulator lists. */
export const DEMO_ACCOUNTS = [
  { email: 'free@demo.test', fullName: 'Nora Feldt', plan: 'free', listings: [LISTINGS.mixed] },
  {
    email: 'pro@demo.test',
    fullName: 'Tomas Reed',
    plan: 'pro',
    listings: [LISTINGS.mixed, LISTINGS.replies, LISTINGS.small],
  },
  {
    email: 'ai@demo.test',
    fullName: 'Imani Castell',
    plan: 'ai_insights',
    listings: [LISTINGS.large, LISTINGS.mixed, LISTINGS.languages, LISTINGS.replies, LISTINGS.small],
  },
] as const

const SEEDED_DAYS = 365
const REPLIES = [
  'Thank you for coming by and for taking the time to write. We hope to see you again soon.',
  'Thank you, this made our day. I have read it to the whole team.',
  'I am sorry we let you down. We have talked about it and changed how we do this. Please ask for me next time.',
  'Thank you for the honest words. You are right about the wait, and we have added a second person on Saturdays.',
]

/** File in the folder of the store that exists while the demo data is written. */
const UNFINISHED = 'seeding'

/** Fills an empty store; one with accounts stays unchanged. */
export async function seedDemo(
  d1: D1Database,
  variables: Record<string, string>,
  stateDir: string,
): Promise<void> {
  const known = await d1.prepare('SELECT count(*) AS count FROM users').first<{ count: number }>()
  if (known && known.count > 0) return
  await writeFile(join(stateDir, UNFINISHED), '')
  for (const demo of DEMO_ACCOUNTS) await seedAccount(d1, variables, demo)
  await rm(join(stateDir, UNFINISHED))
}

/** Removes a store whose demo data was interrupted, for example by Ctrl+C during the first start. */
export async function removeUnfinishedDemo(stateDir: string): Promise<void> {
  if (!existsSync(join(stateDir, UNFINISHED))) return
  await rm(join(stateDir, 'v3'), { recursive: true, force: true })
  await rm(join(stateDir, UNFINISHED))
}

/** Creates one of the demo accounts, optionally with another email address. */
export async function seedAccount(
  d1: D1Database,
  variables: Record<string, string>,
  demo: Pick<(typeof DEMO_ACCOUNTS)[number], 'fullName' | 'plan' | 'listings'> & { email: string },
): Promise<void> {
  const now = Date.now()
  const settings = v.parse(Settings, variables)
  const password = { text: DEMO_PASSWORD, settings }
  const account = await createAccount(d1, { ...demo, password, now: now - SEEDED_DAYS * DAY_MS })
  await seedBusinesses(d1, account, demo, now)
  await storeAsked(d1, settings, { account, plan: demo.plan, now })
  const newest = await newestWaiting(d1, account)
  await storeNotifications(d1, account.organizationId, firstNotifications(newest, demo.plan, now))
}

async function seedBusinesses(
  d1: D1Database,
  account: Account,
  demo: { plan: string; listings: readonly Listing[] },
  now: number,
) {
  const reviews: (StoredReview & { scrapedAt: number })[] = []
  for (const [index, listing] of demo.listings.entries()) {
    const business = await createBusiness(d1, account, {
      name: listing.name,
      industry: listing.category,
      city: listing.address.city,
      createdAt: now - SEEDED_DAYS * DAY_MS + index * HOUR_MS,
      ...(listing.google && { googleUrl: googleUrl(listing) }),
      ...(listing.yelp && { yelpUrl: yelpUrl(listing) }),
    })
    const world = createWorld(defaultNow())
    reviews.push(...reviewsOfLastYear(world, business, listing, now))
    if (index === 0 && demo.plan !== 'free') await storeWidget(d1, business, now)
    await recordStated(d1, world, business, listing)
    if (listing === LISTINGS.languages) reviews.push(...(await quieterOf(d1, business, now)))
  }
  if (hasFeature(demo.plan, 'hasAIInsights')) reviews.push(...(await storyOf(d1, account, now)))
  // Oldest first, as collecting would have stored them.
  reviews.sort((a, b) => a.scrapedAt - b.scrapedAt)
  await storeReviews(d1, reviews)
  await answerSome(d1, reviews, now)
  await recordCollected(d1, account, demo.plan, now)
}

/** Stores a typical widget for the owner's site. */
function storeWidget(d1: D1Database, { id: businessId, organizationId }: Business, now: number) {
  return databaseOf({ DB: d1 })
    .insert(widgets)
    .values({
      ...NEW_WIDGET,
      id: createId(),
      organizationId,
      businessId,
      handle: createId().replaceAll('-', '').slice(-22),
      sites: ['https://www.example.com'],
      createdAt: now,
      updatedAt: now,
    })
}

/**
 * Stores a restaurant's reviews: two years that were imported from a file when the account was created, and daily ones
 * since.
 */
async function storyOf(d1: D1Database, account: Account, now: number) {
  const business = await createBusiness(d1, account, {
    name: 'Alder & Salt',
    industry: 'Seafood restaurant',
    city: 'Larkhaven',
    createdAt: now - (SEEDED_DAYS - 1) * DAY_MS,
  })
  await storeRivals(d1, business, now)
  return storyReviews(now).map((review) => ({
    ...review,
    business,
    scrapedAt: Math.min(now, Math.max(review.reviewDate, now - SEEDED_DAYS * DAY_MS) + HOUR_MS),
  }))
}

/** Stores the action `QUIETER`. Returns the reviews that show its effect, as if imported from a file. */
async function quieterOf(d1: D1Database, business: Business, now: number) {
  const { name, topic, daysAgo } = QUIETER
  const at = now - daysAgo * DAY_MS
  await databaseOf({ DB: d1 })
    .insert(actions)
    .values({
      id: createId({ msecs: at }),
      organizationId: business.organizationId,
      businessId: business.id,
      day: utcDay(at),
      name,
      topic,
      createdAt: at,
      updatedAt: at,
    })
  return quieterReviews(now).map((review) => ({
    ...review,
    business,
    scrapedAt: Math.min(now, review.reviewDate + HOUR_MS),
  }))
}

/** The simulator's reviews of the last year, each first seen some hours after it was written. */
function reviewsOfLastYear(world: World, business: Business, listing: Listing, now: number) {
  return (['google', 'yelp'] as const)
    .filter((platform) => listing[platform] !== null)
    .flatMap((platform) =>
      world.reviews(listing, platform).map((review, index) => {
        const truth = truthOf(listing, platform, review)
        const reviewDate = Date.parse(truth.reviewDate)
        return {
          business,
          platform,
          platformReviewId: truth.reviewId,
          authorName: truth.authorName ?? `${platform === 'google' ? 'Google' : 'Yelp'} user`,
          rating: truth.rating,
          text: truth.reviewText,
          reviewDate,
          scrapedAt: Math.min(now, reviewDate + (1 + (index % 6)) * HOUR_MS),
          helpfulVotes: truth.helpfulVotes,
          language: truth.language,
          url: truth.url,
          photos: photosOf(platform, review),
          ownerResponse: truth.ownerResponse && {
            text: truth.ownerResponse.text,
            date: truth.ownerResponse.date === null ? null : Date.parse(truth.ownerResponse.date),
          },
        }
      }),
    )
    .filter((review) => review.scrapedAt > now - SEEDED_DAYS * DAY_MS)
}

/** The photos of a review as its platform's list states them. */
function photosOf(platform: 'google' | 'yelp', review: SimulatedReview) {
  return platform === 'google'
    ? knownPhotos(
        businessPhotos(review).map(({ thumbnailUrl, videoUrl = '' }) => ({
          thumbnailUrl,
          url: videoUrl,
          isVideo: videoUrl !== '',
        })),
      )
    : []
}

/** Stores the rating and the number of reviews that the platforms state. */
async function recordStated(d1: D1Database, world: World, business: Business, listing: Listing) {
  for (const platform of ['google', 'yelp'] as const) {
    const all = listing[platform] === null ? [] : world.reviews(listing, platform)
    if (all.length === 0) continue
    const average = all.reduce((sum, { rating }) => sum + rating, 0) / all.length
    await d1
      .prepare(
        'UPDATE business_sources SET stated_total = ?, stated_rating = ? WHERE business_id = ? AND platform = ?',
      )
      .bind(all.length, Math.round(average * 10) / 10, business.id, platform)
      .run()
  }
}

/** Answers nearly all reviews older than a month, and two in three of the last month. Most replies are posted. */
async function answerSome(
  d1: D1Database,
  reviews: readonly (StoredReview & { scrapedAt: number })[],
  now: number,
) {
  const answered = reviews.filter((review, index) => {
    const age = now - review.scrapedAt
    return age > 30 * DAY_MS ? index % 40 !== 0 : age > 2 * DAY_MS && index % 3 !== 0
  })
  for (const [business, own] of Map.groupBy(answered, (review) => review.business)) {
    const answers = own.map((review, index) => ({
      platformReviewId: review.platformReviewId ?? '',
      text: REPLIES[(review.rating ?? 5) >= 4 ? index % 2 : 2 + (index % 2)] ?? '',
      at: review.scrapedAt + ((index % 40) + 2) * HOUR_MS,
      // Counted from the newest reply, so that each plan has some replies that are only saved.
      isPosted: (own.length - 1 - index) % 40 !== 0,
    }))
    await storeResponses(d1, business, answers)
  }
}

interface NewReview {
  id: string
  author: string
  rating: number
  business: string
}

async function newestWaiting(d1: D1Database, { organizationId }: Account): Promise<NewReview | null> {
  return d1
    .prepare(
      `SELECT reviews.id, author_name AS author, rating, businesses.name AS business
      FROM reviews JOIN businesses ON businesses.id = business_id
      WHERE reviews.organization_id = ? AND responded = 0 AND removed_at IS NULL
      ORDER BY review_date DESC LIMIT 1`,
    )
    .bind(organizationId)
    .first<NewReview>()
}

/** The specification's sample notifications, oldest first, each with a link to its subject. */
function firstNotifications(review: NewReview | null, plan: string, now: number): StoredNotification[] {
  const monthBefore = new Date(now)
  monthBefore.setUTCDate(0)
  const month = monthBefore.toLocaleString('en-US', { month: 'long', timeZone: 'UTC' })
  return [
    {
      kind: 'credits_low',
      message: `Credit balance low at the end of ${month}: 1 of ${planLimits(plan).aiCredits} left. New ones have come since.`,
      link: '/pricing',
      createdAt: monthBefore.getTime(),
    },
    {
      kind: 'system_update',
      message: 'System update completed. There is nothing you need to do.',
      link: '/app/help',
      createdAt: now - DAY_MS,
    },
    {
      kind: 'new_reviews',
      message: review
        ? `New review detected: ${review.rating} ${review.rating === 1 ? 'star' : 'stars'} from ${review.author}, ${review.business}`
        : 'New review detected',
      link: `/app/reviews?${new URLSearchParams({ review: review?.id ?? '' })}`,
      createdAt: now - 5 * MINUTE_MS,
    },
  ]
}

/** Records the sources as collected an hour ago, with older reviews still to come. */
async function recordCollected(d1: D1Database, account: Account, plan: string, now: number) {
  const { refreshHours } = planLimits(plan)
  await d1
    .prepare(
      `UPDATE business_sources SET last_succeeded_at = ?1, next_due_at = ?2, backfill_state = 'open'
      WHERE organization_id = ?3`,
    )
    .bind(
      now - HOUR_MS,
      refreshHours === null ? null : now - HOUR_MS + refreshHours * HOUR_MS,
      account.organizationId,
    )
    .run()
  await recordRuns(d1, account, plan, now - HOUR_MS)
}

/** Stores the runs that have collected these sources, for the history. */
async function recordRuns(d1: D1Database, account: Account, plan: string, endedAt: number) {
  const { results } = await d1
    .prepare('SELECT business_id, platform FROM business_sources WHERE organization_id = ?')
    .bind(account.organizationId)
    .all<{ business_id: string; platform: Platform }>()
  const rows = results.map(({ business_id, platform }) => {
    const { pages, rateLimitMs, timeoutMs, retryAttempts } = collectionOptions(platform, plan)
    return [createId(), business_id, platform, pages, rateLimitMs, timeoutMs, retryAttempts]
  })
  await d1
    .prepare(
      `INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase, page,
        pages_planned, rate_limit_ms, timeout_ms, retry_attempts, reviews_found, reviews_new, due_at, created_at,
        started_at, finished_at)
      SELECT value->>0, own.organization_id, own.business_id, own.platform, own.source, ?2, 'succeeded', 'backfill',
        value->>3, value->>3, value->>4, value->>5, value->>6,
        (SELECT count(*) FROM reviews WHERE business_id = own.business_id AND platform = own.platform),
        (SELECT count(*) FROM reviews WHERE business_id = own.business_id AND platform = own.platform
          AND scraped_at > ?3 - ?5), ?3, ?3, ?3, ?4
      FROM json_each(?1)
      JOIN business_sources AS own ON own.business_id = value->>1 AND own.platform = value->>2`,
    )
    .bind(
      JSON.stringify(rows),
      planLimits(plan).refreshHours === null ? 'manual' : 'schedule',
      endedAt - MINUTE_MS,
      endedAt,
      DAY_MS,
    )
    .run()
}
