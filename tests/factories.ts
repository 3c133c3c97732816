import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import { v7 as createId } from 'uuid'
import type { Settings } from '#worker/env.ts'
import { hashPassword } from '#worker/identity/passwords/password-hash.ts'
import type { NotificationKind } from '#worker/rules/notifications.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { PLATFORMS, type Platform } from '#worker/rules/platforms.ts'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'

/** Rows for tests and for the demo data, made with as few words as the case needs. */

export interface Account {
  userId: string
  organizationId: string
  email: string
}

interface AccountOptions {
  email?: string
  fullName?: string
  plan?: string
  /** Without a password nobody can sign in to it by form. */
  password?: { text: string; settings: Pick<Settings, 'SCRYPT_COST' | 'SESSION_SECRET'> }
  now?: number
  /** False leaves the e-mail address unproven. */
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
  await d1.batch([
    d1
      .prepare(
        'INSERT INTO users (id, email, email_key, password_hash, email_verified_at, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      )
      .bind(userId, email, email.toLowerCase(), hash, options.isVerified === false ? null : now, now, now),
    d1
      .prepare(
        'INSERT INTO profiles (id, email, full_name, subscription_tier, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .bind(userId, email, fullName, plan, now, now),
    d1
      .prepare('INSERT INTO subscriptions (user_id, plan_type, created_at) VALUES (?, ?, ?)')
      .bind(userId, plan, now),
    d1
      .prepare(
        'INSERT INTO organizations (id, name, slug, billing_email, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .bind(organizationId, fullName, `org-${organizationId}`, email, now, now),
    d1
      .prepare(
        'INSERT INTO organization_users (organization_id, user_id, role, joined_at, created_at) VALUES (?, ?, ?, ?, ?)',
      )
      .bind(organizationId, userId, 'owner', now, now),
    d1
      .prepare(
        'INSERT INTO organization_subscriptions (organization_id, plan_type, seats_included, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
      )
      .bind(organizationId, plan, seats, now, now),
  ])
  return { userId, organizationId, email }
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
  const statements = [
    d1
      .prepare(
        `INSERT INTO businesses (id, organization_id, user_id, name, industry, city, google_business_url, yelp_business_url,
          created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .bind(
        id,
        account.organizationId,
        account.userId,
        options.name ?? 'Corner Shop',
        options.industry ?? null,
        options.city ?? null,
        options.googleUrl ?? null,
        options.yelpUrl ?? null,
        now,
        now,
      ),
  ]
  const urls = { google: options.googleUrl, yelp: options.yelpUrl }
  for (const platform of ['google', 'yelp'] as const) {
    const url = urls[platform]
    if (!url) continue
    const place = PUBLIC_SOURCES[platform].locate(new URL(url))
    if (!place) throw new Error(`${url} is no listing on ${platform}`)
    statements.push(
      d1
        .prepare(
          `INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url, place_id)
          VALUES (?, ?, ?, ?, ?, ?)`,
        )
        .bind(id, platform, account.organizationId, PUBLIC_SOURCES[platform].name, place.url, place.id),
    )
  }
  await d1.batch(statements)
  return { id, organizationId: account.organizationId }
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
  ownerResponse?: { text: string; date: number | null } | null
}

const REVIEWS_PER_STATEMENT = 1000

/** Stores reviews in the given order, a thousand a statement. Give them oldest first, as the product does: that is fastest. */
export async function storeReviews(d1: D1Database, reviews: readonly StoredReview[]): Promise<void> {
  const now = Date.now()
  for (let from = 0; from < reviews.length; from += REVIEWS_PER_STATEMENT) {
    const rows = reviews
      .slice(from, from + REVIEWS_PER_STATEMENT)
      .map((review) => [
        review.business.organizationId,
        review.business.id,
        review.platform ?? 'google',
        review.platformReviewId ?? createId(),
        review.authorName ?? 'Alex Marlow',
        review.rating ?? 5,
        review.text ?? '',
        review.reviewDate ?? null,
        review.scrapedAt ?? now,
        review.helpfulVotes ?? 0,
        review.language ?? null,
        review.url ?? null,
        review.ownerResponse?.text ?? null,
        review.ownerResponse?.date ?? null,
      ])
    await d1
      .prepare(
        `INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, author_name, rating, review_text,
          review_date, scraped_at, updated_at, helpful_votes, language, url, owner_response_text, owner_response_date, responded)
        SELECT (SELECT last FROM review_ids) + key + 1, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>8,
          value->>9, value->>10, value->>11, value->>12, value->>13, value->>12 IS NOT NULL
        FROM json_each(?1)`,
      )
      .bind(JSON.stringify(rows))
      .run()
  }
}

/** The ids of the reviews stored so far are given for good, and the reviews counted, as when a run moves on. */
export function giveReviewIds(d1: D1Database): D1PreparedStatement {
  return d1.prepare(
    'UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews)',
  )
}

/** Answers reviews, named by their platform's ids. */
export async function storeResponses(
  d1: D1Database,
  business: Business,
  answers: readonly { platformReviewId: string; text: string; at: number }[],
): Promise<void> {
  const rows = answers.map((answer) => [createId(), answer.platformReviewId, answer.text, answer.at])
  // Named one by one: without them the key is no use, and each answer walks all reviews of the business.
  const platforms = PLATFORMS.map((platform) => `'${platform}'`)
  await d1
    .prepare(
      `INSERT INTO review_responses (review_id, id, organization_id, business_id, response_text, created_at, updated_at)
      SELECT reviews.id, value->>0, reviews.organization_id, reviews.business_id, value->>2, value->>3, value->>3
      FROM json_each(?1) CROSS JOIN reviews ON reviews.business_id = ?2 AND reviews.platform IN (${platforms})
        AND reviews.platform_review_id = value->>1`,
    )
    .bind(JSON.stringify(rows), business.id)
    .run()
}

export interface StoredNotification {
  kind?: NotificationKind
  message?: string
  link?: string
  /** Only for this member; for all of the organization when absent. */
  userId?: string
  dedupeKey?: string
  /** Milliseconds. */
  createdAt?: number
}

/** Tells an organization something, in the given order: the last one is the newest. */
export async function storeNotifications(
  d1: D1Database,
  organizationId: string,
  told: readonly StoredNotification[],
): Promise<string[]> {
  const rows = told.map((one) => [
    createId(),
    one.userId ?? null,
    one.kind ?? 'new_reviews',
    one.message ?? 'Corner Shop: 1 new Google review.',
    one.link ?? '/app/reviews',
    one.dedupeKey ?? createId(),
    one.createdAt ?? Date.now(),
  ])
  await d1
    .prepare(
      `INSERT INTO notifications (organization_id, id, user_id, kind, message, link, dedupe_key, created_at)
      SELECT ?2, value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6 FROM json_each(?1)`,
    )
    .bind(JSON.stringify(rows), organizationId)
    .run()
  return rows.map(([id]) => String(id))
}
