import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import {
  type Account,
  createAccount,
  createBusiness,
  storeNotifications,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

/** Names of objects, to be put into inputs. */
export interface Objects {
  businessId: string
  heldMailId: string
  reviewId: string
  responseId: string
  runId: string
  sessionId: string
  factorId: string
  notificationId: string
  connectionId: string
}

export interface Tenant extends Objects {
  account: Account
  /** A word that stands in every text this tenant stores, and nowhere else. */
  canary: string
}

/** A tenant with one of everything, each text of it marked. */
export async function createTenant(canary: string, now: number): Promise<Tenant> {
  const account = await createAccount(env.DB, {
    plan: 'ai_insights',
    fullName: canary,
    email: `${canary}-${createId()}@example.test`,
  })
  const business = await createBusiness(env.DB, account, {
    name: `${canary} Business`,
    industry: canary,
    city: canary,
    googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
    yelpUrl: `https://www.yelp.com/biz/${canary}`,
  })
  await env.DB.prepare('UPDATE businesses SET description = ?1, phone = ?1, email = ?2 WHERE id = ?3')
    .bind(canary, account.email, business.id)
    .run()
  const platformReviewId = createId()
  await storeReviews(env.DB, [
    {
      business,
      platformReviewId,
      authorName: `${canary} Author`,
      text: `the words of ${canary}`,
      rating: 2,
      scrapedAt: now,
      url: `https://example.test/${canary}`,
      ownerResponse: { text: canary, date: now },
    },
    { business, authorName: `${canary} Waiting`, text: canary, rating: 4, scrapedAt: now },
  ])
  await storeResponses(env.DB, business, [{ platformReviewId, text: `thanks from ${canary}`, at: now }])
  const runId = createId()
  await env.DB.prepare(
    `INSERT INTO scrape_runs (id, organization_id, business_id, platform, source, trigger_type, status, phase, pages_planned,
      rate_limit_ms, timeout_ms, retry_attempts, errors, warnings, due_at, created_at)
    VALUES (?1, ?2, ?3, 'google', 'google-public', 'manual', 'failed', 'newest', 1, 1000, 1000, 0, ?4, ?4, ?5, ?5)`,
  )
    .bind(runId, account.organizationId, business.id, JSON.stringify([canary]), now)
    .run()
  const sessionId = createId()
  await env.DB.prepare(
    `INSERT INTO sessions (id, token_hash, user_id, organization_id, authenticated_at, created_at, last_activity_at, expires_at)
    VALUES (?1, ?1, ?2, ?3, ?4, ?4, ?4, ?5)`,
  )
    .bind(sessionId, account.userId, account.organizationId, now, now + DAY_MS)
    .run()
  const answered = await env.DB.prepare(
    'SELECT id AS responseId, review_id AS reviewId FROM review_responses WHERE business_id = ?',
  )
    .bind(business.id)
    .first<{ responseId: string; reviewId: number }>()
  if (!answered) throw new Error('the answered review is stored above')
  const { responseId, reviewId } = answered
  const connectionId = createId()
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO connections (id, organization_id, provider, subject, label, sealed_access_token, scopes, state, fault, created_at,
        updated_at)
      VALUES (?1, ?2, 'google', ?1, ?3, 'of.nobody', '', 'revoked', ?3, ?4, ?4)`,
    ).bind(connectionId, account.organizationId, canary, now),
    env.DB.prepare(
      `INSERT INTO connection_links (business_id, platform, organization_id, connection_id, place_id, place_name, created_at)
      VALUES (?1, 'google', ?2, ?3, 'accounts/1/locations/2', ?4, ?5)`,
    ).bind(business.id, account.organizationId, connectionId, canary, now),
  ])
  const heldMailId = createId()
  await env.DB.prepare(
    `INSERT INTO held_mails (id, organization_id, business_id, platform, review_id, review, is_excerpt, sender, created_at)
    VALUES (?1, ?2, ?3, 'google', ?1, ?4, 0, ?5, ?6)`,
  )
    .bind(
      heldMailId,
      account.organizationId,
      business.id,
      JSON.stringify({ authorName: `${canary} Held`, rating: 3, reviewText: canary }),
      `${canary}@example.test`,
      now,
    )
    .run()
  const factorId = createId()
  await env.DB.prepare(
    `INSERT INTO mfa_factors (id, user_id, factor_type, status, sealed_secret, created_at)
    VALUES (?, ?, 'totp', 'unverified', ?, ?)`,
  )
    .bind(factorId, account.userId, canary, now)
    .run()
  const [notificationId = ''] = await storeNotifications(env.DB, account.organizationId, [
    { message: canary },
  ])
  return {
    account,
    canary,
    businessId: business.id,
    heldMailId,
    reviewId: String(reviewId),
    responseId,
    runId,
    sessionId,
    factorId,
    notificationId,
    connectionId,
  }
}

/** Ids that nobody has. */
export function nobodysObjects(): Objects {
  return {
    businessId: createId(),
    heldMailId: createId(),
    reviewId: '8999999999999999',
    responseId: createId(),
    runId: createId(),
    sessionId: createId(),
    factorId: createId(),
    notificationId: createId(),
    connectionId: createId(),
  }
}

/** Every row of every table that names the tenant or one of its objects, and its entries in the search index. */
export async function rowsOf(tenant: Tenant): Promise<Record<string, unknown[]>> {
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table'
      AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'd1_*' AND name NOT GLOB 'review_search*'`,
  ).all<{ name: string }>()
  const { userId, organizationId } = tenant.account
  const marks = [userId, organizationId, tenant.businessId]
  const rows: Record<string, unknown[]> = {}
  for (const { name } of tables) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${name}`).all()
    rows[name] = results.filter((row) => Object.values(row).some((value) => marks.includes(String(value))))
  }
  const token = organizationId.slice(19).replace('-', '')
  const search = await env.DB.prepare('SELECT rowid FROM review_search WHERE review_search MATCH ?')
    .bind(`keys : (u${token}0 OR u${token}1)`)
    .all()
  rows.review_search = search.results
  return rows
}
