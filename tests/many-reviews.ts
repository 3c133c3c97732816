import type { D1Database } from '@cloudflare/workers-types'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { type Account, createBusiness, giveReviewIds } from './factories.ts'

const MANY = 100_000
const PER_STATEMENT = 20_000
const BUSINESSES = 12

/**
 * Stores 100,000 reviews over the year before `now`, at twelve businesses, a quarter of them without an answer. Made by
 * the database itself, within seconds.
 */
export async function storeManyReviews(d1: D1Database, account: Account, now = Date.now()): Promise<void> {
  const businesses: string[] = []
  for (let index = 0; index < BUSINESSES; index += 1) {
    businesses.push((await createBusiness(d1, account, { name: `Location ${index + 1}` })).id)
  }
  for (let from = 0; from < MANY; from += PER_STATEMENT) {
    await d1
      .prepare(
        `WITH RECURSIVE many (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM many LIMIT ${PER_STATEMENT})
        INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, source, author_name, rating,
          review_text, review_date, scraped_at, updated_at, responded, owner_response_text, owner_response_date)
        SELECT (SELECT last FROM review_ids) + n + 1, ?2, ?3->>(n % ${BUSINESSES}), iif(n / ${BUSINESSES} % 3 = 0, 'yelp', 'google'), 'mass-' || n,
          'import', 'Author ' || n, 1 + n * 7 % 5, 'Visit ' || n, at, at + ${HOUR_MS}, at + ${HOUR_MS}, n / ${BUSINESSES} % 4 <> 0,
          iif(n / ${BUSINESSES} % 4 = 0, NULL, 'Thank you.'), iif(n / ${BUSINESSES} % 4 = 0, NULL, at + ${2 * HOUR_MS})
        FROM (SELECT n, ?4 - ${2 * HOUR_MS} - (${MANY} - n) * ${(365 * DAY_MS) / MANY} AS at FROM many)`,
      )
      .bind(from, account.organizationId, JSON.stringify(businesses), now)
      .run()
  }
  await giveReviewIds(d1).run()
}
