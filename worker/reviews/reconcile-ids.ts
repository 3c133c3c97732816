import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { DAY_MS, SECOND_MS } from '../rules/durations.ts'
import { IMPORT_ID_PREFIX } from '../rules/imports.ts'
import { hasImported, isImported, isOfOtherList } from './duplicate-candidates.ts'
import { idAt } from './position.ts'
import { alikeExpression } from './search-expression.ts'
import type { IncomingReviews } from './upsert-reviews.ts'

// Reviews without their platform's id are stored under one of our own, made from what they say; and Google has two
// names for one review. These statements find the same review under its other id, so that it is stored once.

/** Behind every id that begins with the prefix. */
const AFTER_PREFIX = 'import.'

/** Nobody writes the same forty characters twice by accident; a shorter text needs a date that fits. */
const DISTINCT_CHARS = 40
/** A day's difference is a time zone; the second one a date that says only the day. */
const SAME_DATE_MS = 2 * DAY_MS
/** Minimum length of an excerpt without the dots at its end. */
const MIN_EXCERPT_CHARS = 20

type Incoming = Pick<IncomingReviews, 'organizationId' | 'businessId' | 'platform' | 'texts' | 'reviews'>

/**
 * Incoming reviews that fulfil `onlyIf`, as a table `item`. Materialized, and `alike` cast, so that SQLite builds an
 * index on it instead of scanning it for each stored review.
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

/** Returns the leading whole terms of a text, as many as fit the shortest excerpt; empty if there is no space. */
function beginningOf(text: string): string {
  return new RegExp(`^[^]{0,${MIN_EXCERPT_CHARS}}(?=\\s|$)`).exec(text)?.[0] ?? ''
}

/**
 * Stored reviews, each beside what arrives and may be the same. The search index finds them by author, stars and the
 * beginning of their text, so that what is read does not grow with what is stored.
 */
function pairsOf({ organizationId, businessId, platform, texts }: Incoming): SQL {
  return sql`FROM (SELECT DISTINCT alike FROM item) AS sought CROSS JOIN review_search CROSS JOIN reviews CROSS JOIN item
    WHERE review_search MATCH sought.alike AND reviews.id = ${idAt(sql`review_search.rowid`)}
      AND reviews.organization_id = ${organizationId} AND reviews.business_id = ${businessId}
      AND reviews.platform = ${platform} AND item.alike = sought.alike AND ${isSame(texts)}`
}

/** True of a stored review (`reviews`) and one that arrives (`item`) when both are the same review. */
function isSame(texts: IncomingReviews['texts']): SQL {
  const begins = (whole: string, excerpt: string) =>
    sql.raw(`(length(rtrim(${excerpt}, '.… ')) >= ${MIN_EXCERPT_CHARS}
      AND instr(${whole}, rtrim(${excerpt}, '.… ')) = 1)`)
  const sameText = sql`(reviews.review_text = item.review_text
    OR reviews.text_is_excerpt AND ${begins('item.review_text', 'reviews.review_text')}
    ${texts === 'excerpts' ? sql`OR ${begins('reviews.review_text', 'item.review_text')}` : sql.raw('')})`
  return sql`reviews.author_name = item.author_name AND reviews.rating = item.rating AND ${sameText}
    AND (length(item.review_text) >= ${DISTINCT_CHARS} OR reviews.review_date IS NULL OR item.review_date IS NULL
      OR abs(reviews.review_date - item.review_date) <= ${SAME_DATE_MS})`
}

function isKnown({ businessId, platform }: Pick<IncomingReviews, 'businessId' | 'platform'>): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews AS known WHERE known.business_id = ${businessId}
    AND known.platform = ${platform} AND known.platform_review_id = item.review_id)`
}

/**
 * Gives imported reviews the platform's own ids, where what arrives now is the same: in front of `upsertReviews` in its
 * batch, so they are known there, and keep their answers. Each is given one id, no id twice.
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
 * What to select FROM, after `WITH items`, for the stored reviews that are incoming ones under another id. Stored reviews whose
 * own id is incoming, too, are left out: they are found by it.
 *
 * @param isOwn true of reviews that this import has stored: what is in a file twice is two reviews
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
 * Google names a review differently to its owner and to the public. In front of `upsertReviews` in its batch, a stored
 * review gets the id under which it arrives now, so that it keeps its answer and its history.
 *
 * The same as an incoming one that is not known by its id: written in the same second (or changed in it, which is the
 * moment the public list may show), and by the same author; else with the same stars. Of several in one second the
 * first incoming is the latest stored.
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

/** @param incoming, known what has to be equal besides the second */
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
