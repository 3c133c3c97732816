import type { D1Database } from '@cloudflare/workers-types'
import { PACKS } from '#worker/insights/topics/industries.ts'
import { searchToken } from '#worker/reviews/search-expression.ts'
import { DAY_MS, HOUR_MS, utcDay } from '#worker/rules/durations.ts'
import { type Account, createBusiness, giveReviewIds } from './factories.ts'

const MANY = 100_000
/** A tag on every fiftieth review. */
export const MANY_TAG = '01a20000-0000-7000-8000-0000000000aa'
const PER_STATEMENT = 20_000
const BUSINESSES = 12

/**
 * Stores 100,000 reviews over the year before `now`, or another multiple of 20,000, at twelve businesses, a quarter of
 * them without a reply. The database generates them within seconds.
 */
export async function storeManyReviews(
  d1: D1Database,
  account: Account,
  now = Date.now(),
  many = MANY,
): Promise<void> {
  const businesses: string[] = []
  for (let index = 0; index < BUSINESSES; index += 1) {
    businesses.push((await createBusiness(d1, account, { name: `Location ${index + 1}` })).id)
  }
  for (let from = 0; from < many; from += PER_STATEMENT) {
    await d1
      .prepare(
        `WITH RECURSIVE many (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM many LIMIT ${PER_STATEMENT})
        INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, source, author_name, rating,
          review_text, review_date, scraped_at, updated_at, responded, owner_response_text, owner_response_date, label_keys,
          photos)
        SELECT (SELECT last FROM review_ids) + n + 1, ?2, ?3->>(n % ${BUSINESSES}), iif(n / ${BUSINESSES} % 3 = 0, 'yelp', 'google'), 'mass-' || n,
          'import', 'Author ' || n, 1 + n * 7 % 5, 'Visit ' || n, at, at + ${HOUR_MS}, at + ${HOUR_MS}, n / ${BUSINESSES} % 4 <> 0,
          iif(n / ${BUSINESSES} % 4 = 0, NULL, 'Thank you.'), iif(n / ${BUSINESSES} % 4 = 0, NULL, at + ${2 * HOUR_MS}),
          iif(n % 50 = 0, ' l~${searchToken(MANY_TAG)}', ''), iif(n % 20 = 7, '[]', NULL)
        FROM (SELECT n, ?4 - ${2 * HOUR_MS} - (${many} - n) * ${(365 * DAY_MS) / many} AS at FROM many)`,
      )
      .bind(from, account.organizationId, JSON.stringify(businesses), now)
      .run()
  }
  await d1
    .prepare(
      `INSERT OR IGNORE INTO review_tags (id, organization_id, label, name, name_key, color, created_at, updated_at)
      VALUES (?1, ?2, ?3, 'Refund', 'refund', 'red', ?4, ?4)`,
    )
    .bind(MANY_TAG, account.organizationId, `l~${searchToken(MANY_TAG)}`, now)
    .run()
  await giveReviewIds(d1).run()
}

const TERMS = 3_000
const TERMS_PER_STATEMENT = 250
const MONTHS = 12

/**
 * Stores the insight counts of as many reviews for two of the businesses over the same year: three thousand
 * terms per month, the first of them in most reviews, and every topic every day.
 */
export async function storeManyCounts(d1: D1Database, account: Account, now = Date.now()): Promise<void> {
  const months = Array.from({ length: MONTHS }, (_, back) => {
    const date = new Date(now)
    return utcDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - back)).slice(0, 7)
  })
  const own = `WITH own AS (SELECT id FROM businesses WHERE organization_id = ?1 ORDER BY name LIMIT 2)`
  for (let from = 0; from < TERMS; from += TERMS_PER_STATEMENT) {
    const numbers = JSON.stringify(Array.from({ length: TERMS_PER_STATEMENT }, (_, index) => from + index))
    await d1.batch([
      d1
        .prepare(
          `${own} INSERT INTO insight_terms (business_id, term, reviews)
          SELECT own.id, 'term' || term.value, ${MONTHS} * (1 + 5000 / (1 + term.value)) FROM own CROSS JOIN json_each(?2) AS term`,
        )
        .bind(account.organizationId, numbers),
      d1
        .prepare(
          `${own} INSERT INTO insight_term_months (business_id, term, month, reviews, positive, negative)
          SELECT own.id, 'term' || term.value, month.value, 1 + 5000 / (1 + term.value), 1, 0
          FROM own CROSS JOIN json_each(?2) AS term CROSS JOIN json_each(?3) AS month`,
        )
        .bind(account.organizationId, numbers, JSON.stringify(months)),
    ])
  }
  const days = Array.from({ length: 365 }, (_, ago) => utcDay(now - ago * DAY_MS))
  await d1
    .prepare(
      `${own} INSERT INTO insight_topic_days (business_id, topic, day, positive, neutral, negative, negative_one,
        negative_two, negative_three, negative_four)
      SELECT own.id, topic.value, day.value, 5, 1, 2, 1, 1, 0, 0
      FROM own CROSS JOIN json_each(?2) AS topic CROSS JOIN json_each(?3) AS day`,
    )
    .bind(account.organizationId, JSON.stringify(PACKS.restaurant), JSON.stringify(days))
    .run()
}
