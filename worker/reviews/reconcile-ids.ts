import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { IMPORT_ID_PREFIX } from '../rules/imports.ts'
import { hasImported, isImported, isOfOtherList } from './duplicate-candidates.ts'
import { idAt } from './position.ts'
import { withoutSpaces } from './same-text.ts'
import { alikeExpression } from './search-expression.ts'
import type { IncomingReviews } from './upsert-reviews.ts'

// Reviews without a platform id are stored under our own, derived from their content; and Google uses two ids for one
// review. These statements find the same review under its other id, so that it is stored once.

/** Sorts after every id with `IMPORT_ID_PREFIX`. */
const AFTER_PREFIX = 'import.'

/**
 * Minimum length of equal texts that need no matching date: nobody writes the same forty characters twice by accident.
 */
const DISTINCT_CHARS = 40
/** Maximum difference between matching dates: one day for time zones, and one for dates without a time. */
const SAME_DATE_MS = 2 * DAY_MS
/** Minimum length of an excerpt without the dots at its end. */
const MIN_EXCERPT_CHARS = 20

type Incoming = Pick<IncomingReviews, 'organizationId' | 'businessId' | 'platform' | 'texts' | 'reviews'>

/**
 * Incoming reviews that fulfill `onlyIf`, as a table `item`. The table is materialized and its column `alike` is cast,
 * so that SQLite builds an index on `alike` instead of scanning the table for each stored review.
 */
function itemsOf(incoming: Incoming, onlyIf = sql`true`): SQL {
  const rows = JSON.stringify(
    incoming.reviews.map((review) => [
      review.reviewId,
      review.authorName,
      review.rating,
      review.reviewText,
      review.reviewDate === null ? null : Date.parse(review.reviewDate),
      alikeExpression(incoming, { ...review, textBegins: beginningOf(review.reviewText) }),
    ]),
  )
  return sql`item AS MATERIALIZED (SELECT key AS place, value->>0 AS review_id, value->>1 AS author_name,
    value->>2 AS rating, value->>3 AS review_text, value->>4 AS review_date, CAST(value->>5 AS TEXT) AS alike
    FROM json_each(${rows}) WHERE ${onlyIf})`
}

/**
 * Returns the first `MIN_EXCERPT_CHARS` characters of a text, cut back to the last white space; empty if they contain
 * none.
 */
function beginningOf(text: string): string {
  return new RegExp(`^[^]{0,${MIN_EXCERPT_CHARS}}(?=\\s|$)`).exec(text)?.[0] ?? ''
}

/**
 * Pairs of stored and incoming reviews that may be the same. Found in the search index by author, stars and the
 * beginning of their text, so the rows read don't grow with the stored reviews.
 */
function pairsOf({ organizationId, businessId, platform, texts }: Incoming): SQL {
  return sql`FROM (SELECT DISTINCT alike FROM item) AS sought CROSS JOIN review_search CROSS JOIN reviews CROSS JOIN item
    WHERE review_search MATCH sought.alike AND reviews.id = ${idAt(sql`review_search.rowid`)}
      AND reviews.organization_id = ${organizationId} AND reviews.business_id = ${businessId}
      AND reviews.platform = +${platform} AND item.alike = sought.alike AND ${isSame(texts)}`
}

/** SQL that is true if a stored review (`reviews`) and an incoming one (`item`) are the same. */
function isSame(texts: IncomingReviews['texts']): SQL {
  const begins = (whole: string, excerpt: string) =>
    sql.raw(`(length(rtrim(${excerpt}, '.… ')) >= ${MIN_EXCERPT_CHARS}
      AND instr(${withoutSpaces(whole)}, rtrim(${withoutSpaces(excerpt)}, '.…')) = 1)`)
  const sameText = sql`(${sql.raw(`${withoutSpaces('reviews.review_text')} = ${withoutSpaces('item.review_text')}`)}
    OR reviews.text_is_excerpt AND ${begins('item.review_text', 'reviews.review_text')}
    ${texts === 'excerpts' ? sql`OR ${begins('reviews.review_text', 'item.review_text')}` : sql.raw('')})`
  return sql`reviews.author_name = item.author_name AND reviews.rating = item.rating AND ${sameText}
    AND (length(item.review_text) >= ${DISTINCT_CHARS} OR reviews.review_date IS NULL OR item.review_date IS NULL
      OR abs(reviews.review_date - item.review_date) <= ${SAME_DATE_MS})`
}

function isKnown({ businessId, platform }: Pick<IncomingReviews, 'businessId' | 'platform'>): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews AS known WHERE known.business_id = ${businessId}
    AND known.platform = +${platform} AND known.platform_review_id = item.review_id)`
}

/**
 * Gives imported reviews the platform's own ids if the incoming reviews are the same. Run it before `upsertReviews` in
 * the same batch: `upsertReviews` then recognizes the reviews by their ids, and they keep their replies. Each review
 * gets one id, and no id is used twice.
 */
export function reconcileImportedIds(db: Database, incoming: Incoming & Pick<IncomingReviews, 'guard'>) {
  const { platform, guard } = incoming
  const named = incoming.reviews.filter(({ reviewId }) => !reviewId.startsWith(IMPORT_ID_PREFIX))
  const hasOtherId =
    platform === 'google'
      ? sql.raw('1')
      : sql`reviews.platform_review_id >= ${IMPORT_ID_PREFIX} AND reviews.platform_review_id < ${AFTER_PREFIX}`
  return db.statement(sql`
    WITH ${itemsOf({ ...incoming, reviews: named }, hasImported(incoming))}
    UPDATE reviews SET platform_review_id = pair.review_id
    FROM (
      SELECT reviews.id AS id, item.review_id AS review_id,
        row_number() OVER (PARTITION BY reviews.id ORDER BY item.place) AS choice,
        row_number() OVER (PARTITION BY item.review_id ORDER BY reviews.id) AS rival
      ${pairsOf(incoming)} AND ${isImported('reviews')} AND ${hasOtherId} AND NOT ${isKnown(incoming)}
    ) AS pair
    WHERE reviews.id = pair.id AND pair.choice = 1 AND pair.rival = 1 AND ${guard}`)
}

/**
 * FROM clause after `WITH items` for stored reviews that match incoming ones under another id. Leaves out stored
 * reviews whose own id is also among the incoming ones.
 *
 * @param isOwn true for reviews stored by this import; they are left out too, because equal reviews within a file are
 * different reviews
 */
export function storedDuplicates(incoming: Incoming, isOwn: SQL): { items: SQL; from: SQL } {
  const { platform, reviews } = incoming
  const incomingIds = JSON.stringify(reviews.map(({ reviewId }) => reviewId))
  const doubtful = reviews.filter(
    ({ reviewId }) => platform === 'google' || reviewId.startsWith(IMPORT_ID_PREFIX),
  )
  return {
    items: itemsOf({ ...incoming, reviews: doubtful }),
    from: sql`${pairsOf(incoming)} AND NOT ${isOwn}
      AND reviews.platform_review_id NOT IN (SELECT value FROM json_each(${incomingIds})) AND NOT ${isKnown(incoming)}`,
  }
}

/**
 * Statements that give a stored Google review the id of the same incoming review, so that it keeps its reply and
 * history: Google uses different review ids for the owner and for the public. Run them before `upsertReviews` in the
 * same batch.
 *
 * Two reviews match if the incoming id is unknown, both were written in the same second, and they have the same author,
 * or else the same stars. The incoming review's time of change is compared too, because the public list may show that
 * time. Within a second, the first incoming review matches the latest stored one.
 */
export function reconcileIds(
  db: Database,
  incoming: Pick<
    IncomingReviews,
    'organizationId' | 'businessId' | 'platform' | 'source' | 'reviews' | 'guard'
  >,
) {
  if (incoming.platform !== 'google') return []
  const rows = JSON.stringify(
    incoming.reviews.flatMap(({ reviewId, authorName, rating, reviewDate, editedDate }) =>
      [...new Set([reviewDate, editedDate].flatMap((date) => (date ? [secondOf(date)] : [])))].map(
        (second) => [reviewId, second, authorName, rating],
      ),
    ),
  )
  return [
    reconcileAlike(db, incoming, rows, sql`value->>2`, sql`author_name`),
    reconcileAlike(db, incoming, rows, sql`value->>3`, sql`rating`),
  ]
}

function secondOf(date: string): number {
  return Math.floor(Date.parse(date) / SECOND_MS)
}

/**
 * @param incoming value of an incoming review that must equal a stored review's `known`
 * @param known column of stored reviews posted in the same second
 */
function reconcileAlike(
  db: Database,
  { organizationId, businessId, source, guard }: Parameters<typeof reconcileIds>[1],
  rows: string,
  incoming: SQL,
  known: SQL,
) {
  const couldBeDuplicate = sql`reviews.business_id = ${businessId} AND ${isOfOtherList(source)}`
  return db.statement(sql`
    WITH incoming AS (
      SELECT value->>0 AS review_id, value->>1 AS second, ${incoming} AS likeness,
        row_number() OVER (PARTITION BY value->>1, ${incoming} ORDER BY key) AS place
      FROM json_each(${rows})
      WHERE EXISTS (SELECT 1 FROM reviews WHERE ${couldBeDuplicate})
        AND NOT EXISTS (SELECT 1 FROM reviews WHERE business_id = ${businessId} AND platform = 'google'
          AND platform_review_id = value->>0)
    ), known AS (
      SELECT id, second, ${known} AS likeness,
        row_number() OVER (PARTITION BY second, ${known} ORDER BY id DESC) AS place
      FROM (SELECT DISTINCT second FROM incoming) CROSS JOIN reviews
        ON ${couldBeDuplicate} AND review_date >= second * ${SECOND_MS} AND review_date < (second + 1) * ${SECOND_MS}
      WHERE organization_id = ${organizationId}
    )
    UPDATE reviews SET platform_review_id = duplicate.review_id, source = ${source}
    FROM (
      SELECT known.id AS known_id, review_id, row_number() OVER (PARTITION BY review_id ORDER BY known.id DESC) AS choice
      FROM incoming JOIN known USING (second, likeness, place)
    ) AS duplicate
    WHERE reviews.id = duplicate.known_id AND duplicate.choice = 1 AND ${guard}`)
}
