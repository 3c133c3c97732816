import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { v7 as createId } from 'uuid'
import { batch, databaseOf } from '#db/client.ts'
import {
  alarmChecks,
  businesses,
  businessSources,
  creditAccounts,
  notifications,
  organizationSubscriptions,
  organizations,
  organizationUsage,
  organizationUsers,
  profiles,
  reviewResponses,
  reviews,
  subscriptions,
  users,
} from '#db/schema/index.ts'
import { applyPlan } from '#worker/billing/apply-plan.ts'
import type { Settings } from '#worker/env.ts'
import { countSeats } from '#worker/identity/accounts/home.ts'
import { hashPassword } from '#worker/identity/passwords/password-hash.ts'
import { beginAlerts } from '#worker/notifications/recipients.ts'
import { forgetGoneBusinesses } from '#worker/organizations/membership.ts'
import { copyResponse } from '#worker/reviews/answered.ts'
import { reviewsStored } from '#worker/reviews/reactions.ts'
import { utcMonth } from '#worker/rules/durations.ts'
import type { NotificationKind } from '#worker/rules/notifications.ts'
import type { Role } from '#worker/rules/permissions.ts'
import { photosJson, type ReviewPhoto } from '#worker/rules/photos.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { PLATFORMS, type Platform } from '#worker/rules/platforms.ts'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'
import { insertRows } from './insert-rows.ts'

/** Factories of rows for tests and for the demo data. */

export interface Account {
  userId: string
  organizationId: string
  email: string
}

interface AccountOptions {
  email?: string
  fullName?: string
  plan?: string
  /** Without a password, nobody can sign in to the account by form. */
  password?: { text: string; settings: Pick<Settings, 'SCRYPT_COST' | 'SESSION_SECRET'> }
  now?: number
  /** False leaves the email address unverified. */
  isVerified?: boolean
}

export async function createAccount(d1: D1Database, options: AccountOptions = {}): Promise<Account> {
  const now = options.now ?? Date.now()
  const userId = createId()
  const organizationId = createId()
  const email = options.email ?? `owner-${userId.slice(-12)}@example.test`
  const fullName = options.fullName ?? 'Robin Quill'
  const plan = options.plan ?? 'free'
  const { seats } = planLimits(plan)
  const hash = options.password
    ? await hashPassword(options.password.text, { mayHash: true, settings: options.password.settings })
    : null
  const db = databaseOf({ DB: d1 })
  const times = { createdAt: now, updatedAt: now }
  await batch(db, [
    db.insert(users).values({
      id: userId,
      email,
      emailKey: email.toLowerCase(),
      passwordHash: hash,
      emailVerifiedAt: options.isVerified === false ? null : now,
      ...times,
    }),
    db.insert(profiles).values({ id: userId, email, fullName, subscriptionTier: plan, ...times }),
    db.insert(subscriptions).values({ userId, planType: plan, createdAt: now }),
    db.insert(organizations).values({
      id: organizationId,
      name: fullName,
      slug: `org-${organizationId}`,
      billingEmail: email,
      ...times,
    }),
    db
      .insert(organizationUsers)
      .values({ organizationId, userId, role: 'owner', joinedAt: now, createdAt: now }),
    db
      .insert(organizationSubscriptions)
      .values({ organizationId, planType: plan, seatsIncluded: seats, ...times }),
    db.insert(creditAccounts).values({ organizationId }),
    beginAlerts({ db, createId, now: () => now }, { organizationId, userId }),
    ...applyPlan({ db, now: () => now }, organizationId, sql`true`),
  ])
  return { userId, organizationId, email }
}

/** Changes an organization's plan, as a payment does. */
export async function changePlan(
  d1: D1Database,
  { organizationId }: Pick<Account, 'organizationId'>,
  plan: string,
  now = Date.now(),
): Promise<void> {
  const db = databaseOf({ DB: d1 })
  await batch(db, [
    ...applyPlan({ db, now: () => now }, organizationId, sql`true`),
    db
      .update(organizationSubscriptions)
      .set({ planType: plan, updatedAt: now })
      .where(eq(organizationSubscriptions.organizationId, organizationId)),
  ])
}

/** Makes a person a member of another person's organization. */
export async function joinOrganization(
  d1: D1Database,
  { organizationId }: Pick<Account, 'organizationId'>,
  { userId }: Pick<Account, 'userId'>,
  role: Role,
  joinedAt = Date.now(),
): Promise<void> {
  const db = databaseOf({ DB: d1 })
  await batch(db, [
    db.insert(organizationUsers).values({ organizationId, userId, role, joinedAt, createdAt: joinedAt }),
    countSeats({ db }, organizationId),
    beginAlerts({ db, createId, now: () => joinedAt }, { organizationId, userId }),
  ])
}

/** Sets the number of reviews that the organization has stored in the month of a given time. */
export async function storeUsage(
  d1: D1Database,
  { organizationId }: Pick<Account, 'organizationId'>,
  reviewsStored: number,
  now = Date.now(),
): Promise<void> {
  await databaseOf({ DB: d1 })
    .insert(organizationUsage)
    .values({ organizationId, month: utcMonth(now), reviewsStored })
    .onConflictDoUpdate({
      target: [organizationUsage.organizationId, organizationUsage.month],
      set: { reviewsStored },
    })
}

/** Erases a business and everything that belongs to it, as after the time to restore it. */
export async function eraseBusiness(d1: D1Database, { id, organizationId }: Business): Promise<void> {
  const db = databaseOf({ DB: d1 })
  await batch(db, [
    db.delete(businesses).where(eq(businesses.id, id)),
    ...forgetGoneBusinesses({ db }, organizationId),
  ])
}

export interface Business {
  id: string
  organizationId: string
}

interface BusinessOptions {
  name?: string
  industry?: string
  city?: string
  googleUrl?: string
  yelpUrl?: string
  createdAt?: number
}

export async function createBusiness(
  d1: D1Database,
  account: Account,
  options: BusinessOptions = {},
): Promise<Business> {
  const now = options.createdAt ?? Date.now()
  const id = createId()
  const { organizationId, userId } = account
  const urls = { google: options.googleUrl, yelp: options.yelpUrl }
  const db = databaseOf({ DB: d1 })
  const sources = (['google', 'yelp'] as const).flatMap((platform) => {
    const url = urls[platform]
    if (!url) return []
    const place = PUBLIC_SOURCES[platform].locate(new URL(url))
    if (!place) throw new Error(`${url} is no listing on ${platform}`)
    const { name: source } = PUBLIC_SOURCES[platform]
    return [{ businessId: id, platform, organizationId, source, listingUrl: place.url, placeId: place.id }]
  })
  await batch(db, [
    db.insert(businesses).values({
      id,
      organizationId,
      userId,
      name: options.name ?? 'Corner Shop',
      industry: options.industry,
      city: options.city,
      googleBusinessUrl: urls.google,
      yelpBusinessUrl: urls.yelp,
      createdAt: now,
      updatedAt: now,
    }),
    ...sources.map((source) => db.insert(businessSources).values(source)),
    db.insert(alarmChecks).values({ businessId: id, organizationId, dueAt: 0 }),
  ])
  return { id, organizationId }
}

export interface StoredReview {
  business: Business
  platform?: Platform
  platformReviewId?: string
  authorName?: string
  rating?: number
  text?: string
  /** Milliseconds. */
  reviewDate?: number | null
  scrapedAt?: number
  helpfulVotes?: number
  language?: string | null
  url?: string | null
  photos?: readonly ReviewPhoto[]
  ownerResponse?: { text: string; date: number | null } | null
}

const REVIEWS_PER_STATEMENT = 1000

/**
 * Stores reviews in the given order, a thousand per statement. Oldest first is fastest, as in the product.
 */
export async function storeReviews(d1: D1Database, stored: readonly StoredReview[]): Promise<void> {
  const now = Date.now()
  const nextId = sql`(SELECT last FROM review_ids) + key + 1`
  for (let from = 0; from < stored.length; from += REVIEWS_PER_STATEMENT) {
    const rows = stored.slice(from, from + REVIEWS_PER_STATEMENT).map((review) => ({
      organizationId: review.business.organizationId,
      businessId: review.business.id,
      platform: review.platform ?? 'google',
      platformReviewId: review.platformReviewId ?? createId(),
      source: 'import',
      authorName: review.authorName ?? 'Alex Marlow',
      rating: review.rating ?? 5,
      reviewText: review.text ?? '',
      reviewDate: review.reviewDate,
      scrapedAt: review.scrapedAt ?? now,
      updatedAt: review.scrapedAt ?? now,
      helpfulVotes: review.helpfulVotes ?? 0,
      language: review.language,
      url: review.url,
      photos: photosJson(review.photos),
      ownerResponseText: review.ownerResponse?.text,
      ownerResponseDate: review.ownerResponse?.date,
      responded: Boolean(review.ownerResponse),
    }))
    const db = databaseOf({ DB: d1 })
    const [given] = (await db.statement<{ last: number }>(sql`SELECT last FROM review_ids`)).results
    await insertRows(db, reviews, rows, { id: nextId })
    const businesses = new Map(stored.map(({ business }) => [business.id, business]))
    const isNew = sql`reviews.id > ${given?.last ?? 0}`
    const ctx = { db, createId, now: () => now }
    const statements = [...businesses.values()].flatMap(({ id, organizationId }) => {
      const seenAt = sql`(SELECT min(scraped_at) FROM reviews WHERE ${isNew} AND +business_id = ${id})`
      return reviewsStored(ctx, { organizationId, businessId: id, isNew, seenAt })
    })
    await batch(db, statements)
  }
}

/** Assigns the final ids of all stored reviews and counts the reviews, as when a run moves on. */
export function giveReviewIds(d1: D1Database): D1PreparedStatement {
  return d1.prepare(
    'UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews)',
  )
}

/** Copies responses into their reviews, like every writer of responses. @param which as for `copyResponse` */
export function copyResponses(d1: D1Database, which: SQL, responded?: SQL): D1PreparedStatement {
  const copy = copyResponse({ db: databaseOf({ DB: d1 }) }, { which, responded })
  const query = copy.getQuery()
  return d1.prepare(query.sql).bind(...query.params)
}

/** Stores responses to reviews, which are identified by their platforms' ids. */
export async function storeResponses(
  d1: D1Database,
  business: Business,
  answers: readonly { platformReviewId: string; text: string; at: number; isPosted?: boolean }[],
): Promise<void> {
  const db = databaseOf({ DB: d1 })
  const named = JSON.stringify(answers.map(({ platformReviewId }) => platformReviewId))
  const found = await db
    .select({ id: reviews.id, name: reviews.platformReviewId })
    .from(reviews)
    .where(
      and(
        eq(reviews.organizationId, business.organizationId),
        eq(reviews.businessId, business.id),
        // List the platforms: otherwise the index is unused, and each reply scans all reviews of the
        // business.
        inArray(reviews.platform, [...PLATFORMS]),
        inArray(reviews.platformReviewId, sql`(SELECT value FROM json_each(${named}))`),
      ),
    )
  const ids = new Map(found.map(({ id, name }) => [name, id]))
  const rows = answers.map(({ platformReviewId, text, at, isPosted = false }) => ({
    reviewId: ids.get(platformReviewId),
    id: createId(),
    organizationId: business.organizationId,
    businessId: business.id,
    responseText: text,
    postedToPlatform: isPosted,
    postedAt: isPosted ? at : null,
    createdAt: at,
    updatedAt: at,
  }))
  await insertRows(db, reviewResponses, rows)
  const stored = JSON.stringify(rows.map(({ reviewId }) => reviewId))
  await copyResponses(d1, sql`reviews.id IN (SELECT value FROM json_each(${stored}))`, sql`1`).run()
}

export interface StoredNotification {
  kind?: NotificationKind
  message?: string
  link?: string
  businessId?: string
  /** The member to notify; the whole organization by default. */
  userId?: string
  dedupeKey?: string
  /** Milliseconds. */
  createdAt?: number
}

/** Stores notifications of an organization in the given order: the last one is the newest. */
export async function storeNotifications(
  d1: D1Database,
  organizationId: string,
  told: readonly StoredNotification[],
): Promise<string[]> {
  const rows = told.map((one) => ({
    id: createId(),
    organizationId,
    userId: one.userId,
    businessId: one.businessId,
    kind: one.kind ?? 'new_reviews',
    message: one.message ?? 'Corner Shop: 1 new Google review.',
    link: one.link ?? '/app/reviews',
    dedupeKey: one.dedupeKey ?? createId(),
    createdAt: one.createdAt ?? Date.now(),
  }))
  await insertRows(databaseOf({ DB: d1 }), notifications, rows)
  return rows.map(({ id }) => id)
}
