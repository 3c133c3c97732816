import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import { photosJson } from '../rules/photos.ts'
import type { AnyPlatform } from '../rules/platforms.ts'
import type { ScrapedReview } from '../sources/source.ts'
import { importedIn } from './duplicate-candidates.ts'
import { isHistory, isStoredHistory, limitOfHistory, limitOfMonth } from './quota.ts'
import { IS_POSTED_WHEN_SEEN, type Listener, reviewsComing, reviewsStored } from './reactions.ts'
import { withoutSpaces } from './same-text.ts'
import { type RuledTag, tagIncoming } from './tag-rules.ts'

/**
 * Maximum reviews per batch. No platform sends more at once, and as one bound parameter they stay far below D1's limit
 * of 2 MB.
 */
export const MAX_REVIEWS_PER_BATCH = 1_024

export interface IncomingReviews {
  organizationId: string
  businessId: string
  platform: AnyPlatform
  /** Origin stored with new reviews: a `SourceName`, or the name of an import. */
  source: string
  /**
   * How the reviews relate to the platform's current list. 'authoritative': they are in a list that is read to its end,
   * so this source will notice their removal. 'partial': the platform shows them, but not all it has. 'imported': from
   * a file, an email or an API client; nothing is known about the list.
   */
  authority: 'authoritative' | 'partial' | 'imported'
  /** An excerpt never replaces a text that is known in full. */
  texts: 'full' | 'excerpts'
  /** Time (milliseconds) at which all new reviews of the run count as first seen: the run's creation time. */
  seenAt: number
  now: number
  /**
   * The plan whose limits apply (quota.ts). Beyond the limits, known reviews are still updated, but new ones aren't
   * stored.
   */
  plan: string
  /** Incoming reviews in list order (newest first), each id once, at most MAX_REVIEWS_PER_BATCH. */
  reviews: readonly ScrapedReview[]
  /** Condition for storing anything. It must be false when the batch is repeated, so that nothing is stored twice. */
  guard: SQL
  /** Listeners of the business. If some are left out, `guard` must include `hasOnly` (reactions.ts). */
  listeners?: readonly Listener[]
  /** The organization's tags with a rule, as read shortly before; tags deleted since then aren't added. */
  tagRules: readonly RuledTag[]
}

/**
 * Statements that store incoming reviews, whatever their origin, with all consequences (`reactions.ts`). Run them in
 * this order in one `db.batch`, before the statement that makes `guard` false by moving the run to its next page.
 * Storing the same reviews again writes nothing.
 *
 * New ids follow the last one ever given, in the order of posting. Among reviews posted in the same second, lists show
 * higher ids first, so the first one gets the highest. If the plan's limits (of the month and of history) don't allow
 * all new reviews, only the first ones in this order are stored.
 *
 * A field that the source lacks (null, no votes) keeps its known value. An authoritative list clears it, because the
 * value is gone from the platform. An import never overrides values from a list; it only fills in missing fields. A
 * text that differs from the stored one in white space only changes nothing. A review is 'back' if the platform shows it again after it was marked as removed.
 *
 * For counting in the same batch, `stored` (a FROM clause) joins each incoming review that is now stored, as `reviews`.
 * For each of them, `cameAsHistory` is true if it counts as history (`historyCount` incoming reviews do), `isNew` if
 * this batch stored it, and `isOfRun` if this run did. `isNew` and `isOfRun` are valid until the run has moved on.
 * Changed reviews have `reviews.edited_at = now`, and those that are back have `reviews.returned_at = now`.
 */
export function upsertReviews(
  ctx: Pick<BackgroundContext, 'db' | 'createId' | 'now'>,
  incoming: IncomingReviews,
) {
  const { db } = ctx
  const { organizationId, businessId, platform, now, guard } = incoming
  const history = new Set(incoming.reviews.filter((review) => isHistory(incoming.source, review, now)))
  const rows = JSON.stringify(
    oldestFirst(incoming).map((item) => [...toRow(item), history.has(item.review) ? 1 : 0]),
  )
  const ids = JSON.stringify(incoming.reviews.map((review) => [review.reviewId, history.has(review) ? 1 : 0]))
  const historyCount = history.size
  const monthCount = incoming.reviews.length - historyCount

  // True for new reviews until `giveReviewIds` runs.
  const isNew = sql`reviews.id > (SELECT last FROM review_ids)`
  // Rows inserted by hand may have higher ids.
  const lastId = sql`(SELECT max(last, coalesce((SELECT max(id) FROM reviews), 0)) FROM review_ids)`
  const isOfRun = isFirstSeenAt(incoming.seenAt)
  // A cross join fixes the order: from the batch's few rows to the key. Otherwise SQLite, without statistics, reads all
  // reviews of the business, and the list again for each of them.
  const stored = sql`json_each(${ids}) AS item CROSS JOIN reviews
    ON reviews.business_id = +${businessId} AND reviews.platform = +${platform}
    AND reviews.platform_review_id = item.value->>0`
  const cameAsHistory = sql`item.value->>1`
  const taken = takenOver(incoming)

  // Usually a page has only one kind; then the other kind's limit is neither read nor written.
  const limits = [
    ...(monthCount > 0 || historyCount === 0
      ? [
          {
            ...limitOfMonth(incoming),
            old: 0,
            arriving: monthCount,
            ofKind: sql`NOT ${isStoredHistory(incoming.source, now)}`,
          },
        ]
      : []),
    ...(historyCount > 0
      ? [
          {
            ...limitOfHistory(incoming),
            old: 1,
            arriving: historyCount,
            ofKind: isStoredHistory(incoming.source, now),
          },
        ]
      : []),
  ]
  const known = sql`LEFT JOIN reviews AS known ON known.business_id = +${businessId} AND known.platform = +${platform}
        AND known.platform_review_id = item.value->>0`
  const all = sql.join(
    limits.map(({ left, arriving }) => sql`${left} >= ${arriving}`),
    sql` AND `,
  )
  const within = sql.join(
    limits.map(({ left, old }) => sql`(old = ${old} AND place <= ${left})`),
    sql` OR `,
  )
  // Looks up known reviews only if not all of them may be stored.
  const isAllowed = sql`((${all}) OR item.key IN (
      SELECT key FROM (
        SELECT item.key, known.id, item.value->>14 AS old,
          row_number() OVER (PARTITION BY known.id IS NULL, item.value->>14 ORDER BY item.value->>13) AS place
        FROM item ${known})
      WHERE id IS NOT NULL OR ${within}))`

  // The LIMIT excludes nothing: with it, SQLite parses a row's JSON once instead of once per field.
  const upsert = db.statement(sql`
    WITH item AS NOT MATERIALIZED (SELECT key, value FROM json_each(${rows}) LIMIT -1)
    INSERT INTO reviews (id, organization_id, business_id, platform, source, platform_review_id, author_name, rating,
      review_text, review_date, helpful_votes, is_verified, owner_response_text, owner_response_date, language, url,
      photos, reply_url, responded, text_is_excerpt, scraped_at, updated_at)
    SELECT ${lastId} + 1 + key, ${organizationId}, ${businessId}, ${platform}, ${incoming.source},
      value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9,
      value->>10, value->>11, value->>12, value->>7 IS NOT NULL, ${incoming.texts === 'excerpts' ? 1 : 0}, ${incoming.seenAt}, ${now}
    FROM item
    WHERE ${guard} AND ${isAllowed}
    ON CONFLICT (business_id, platform, platform_review_id) DO UPDATE SET ${taken.set} WHERE ${taken.differs}`)

  const countUsage = limits.map(({ count, ofKind }) => count(db, sql`${isNew} AND ${ofKind}`))

  const coming = { organizationId, ...changesTo(incoming, taken) }
  const arrived = {
    organizationId,
    businessId,
    isNew,
    seenAt: incoming.seenAt,
    known: {
      changed: sql`${stored} WHERE reviews.updated_at = ${now} AND NOT ${isNew}`,
      edited: sql`reviews WHERE reviews.business_id = +${businessId} AND reviews.platform = +${platform}
        AND reviews.edited_at = ${now} AND NOT ${isNew}`,
      haveAnswers: coming.answers !== null,
    },
  }
  const statements = [
    ...reviewsComing(ctx, coming, incoming.listeners),
    upsert,
    ...reviewsStored(ctx, arrived, incoming.listeners),
    ...tagIncoming(db, incoming, sql`(${isNew} OR reviews.edited_at = ${now}) AND ${guard}`),
    ...countUsage,
  ]
  return { statements, stored, isNew, isOfRun, cameAsHistory, historyCount }
}

/**
 * Statement that gives newly stored reviews their final ids; triggers then count them and add them to the search
 * index. Must be last in its batch, because `isNew` matches no reviews after it.
 */
export function giveReviewIds(db: Database) {
  return db.statement(
    sql`UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews)`,
  )
}

/**
 * Builds FROM clauses that join known reviews with their incoming versions.
 *
 * @returns `texts`: the reviews whose text is about to change; `answers`: those whose reply on the platform is about to
 * change, null if no incoming review has a reply
 */
function changesTo(
  { businessId, platform, reviews, guard }: IncomingReviews,
  { text, answer }: ReturnType<typeof takenOver>,
) {
  const pairs = (rows: readonly (string | null)[][], column: string, value: SQL) => () =>
    sql`
    (SELECT value->>0 AS platform_review_id, value->>1 AS ${sql.raw(column)} FROM json_each(${JSON.stringify(rows)})) AS excluded
    CROSS JOIN reviews ON reviews.business_id = +${businessId} AND reviews.platform = +${platform}
      AND reviews.platform_review_id = excluded.platform_review_id
    WHERE ${value} IS NOT reviews.${sql.raw(column)} AND ${guard}`
  const texts = reviews.map(({ reviewId, reviewText }) => [reviewId, reviewText])
  const answered = reviews.flatMap(({ reviewId, ownerResponse }) =>
    ownerResponse ? [[reviewId, ownerResponse.text]] : [],
  )
  return {
    texts: pairs(texts, 'review_text', text),
    answers: answered.length > 0 ? pairs(answered, 'owner_response_text', answer) : null,
  }
}

/**
 * Assignments that update a known review (`reviews`) from the incoming one (`excluded`), and the condition under which
 * they change anything. All are plain SQL without bound values.
 */
function takenOver({ authority, texts }: Pick<IncomingReviews, 'authority' | 'texts'>): {
  set: SQL
  differs: SQL
  text: SQL
  answer: SQL
} {
  const isAuthoritative = authority === 'authoritative'
  const areExcerpts = texts === 'excerpts'
  // An import doesn't override what the platform's own list has shown; it fills in missing fields.
  const isOverruled = authority === 'imported' ? `NOT ${importedIn('reviews')}` : null

  const given = areExcerpts
    ? 'CASE WHEN reviews.text_is_excerpt THEN excluded.review_text ELSE reviews.review_text END'
    : 'excluded.review_text'
  // A text with other white space is the stored one. The first comparison is cheap and decides nearly always.
  const text = `CASE WHEN ${given} IS NOT reviews.review_text
      AND ${withoutSpaces(given)} = ${withoutSpaces('reviews.review_text')}
    THEN reviews.review_text ELSE ${given} END`
  const orKnown = (column: string) =>
    isAuthoritative ? `excluded.${column}` : `coalesce(excluded.${column}, reviews.${column})`
  const orMore = (column: string) =>
    isAuthoritative ? `excluded.${column}` : `max(excluded.${column}, reviews.${column})`
  const orOverruled = (column: string, value: string, kept = `coalesce(reviews.${column}, ${value})`) =>
    isOverruled === null ? value : `CASE WHEN ${isOverruled} THEN ${kept} ELSE ${value} END`

  const values: Record<string, string> = {
    rating: orOverruled('rating', 'excluded.rating'),
    review_text: orOverruled(
      'review_text',
      text,
      `CASE WHEN reviews.text_is_excerpt THEN ${text} ELSE reviews.review_text END`,
    ),
    text_is_excerpt: areExcerpts ? 'reviews.text_is_excerpt' : '0',
    author_name: orOverruled('author_name', 'excluded.author_name'),
    // Dates of excerpts may be local times without a zone, as in Yelp's API.
    review_date: orOverruled(
      'review_date',
      areExcerpts
        ? 'coalesce(reviews.review_date, excluded.review_date)'
        : 'coalesce(excluded.review_date, reviews.review_date)',
    ),
    helpful_votes: orMore('helpful_votes'),
    is_verified: orMore('is_verified'),
    owner_response_text: orOverruled('owner_response_text', orKnown('owner_response_text')),
    owner_response_date: orOverruled('owner_response_date', orKnown('owner_response_date')),
    language: orOverruled('language', orKnown('language')),
    url: orOverruled('url', orKnown('url')),
    // From now on this source is responsible for noticing when the review disappears from the list.
    ...(isAuthoritative && { source: 'excluded.source' }),
    ...(authority !== 'imported' && { missed_scans: '0', removed_at: 'NULL' }),
  }
  // Platforms change these URLs from time to time; that isn't an edit of the review.
  const addresses = { photos: orKnown('photos'), reply_url: orKnown('reply_url') }
  const anyDiffers = (of: Record<string, string>) =>
    Object.entries(of)
      .map(([column, value]) => `${value} IS NOT reviews.${column}`)
      .join(' OR ')

  const isAnswered = `(${values.owner_response_text} IS NOT NULL
    AND ${values.owner_response_text} IS NOT reviews.owner_response_text)`
  const isOursSeen = `(${isAnswered} AND ${IS_POSTED_WHEN_SEEN})`
  const isEdited = `(excluded.rating IS NOT reviews.rating
    OR ${text} IS NOT reviews.review_text${areExcerpts ? '' : ' AND NOT reviews.text_is_excerpt'})
    ${isOverruled === null ? '' : `AND NOT (${isOverruled})`}`
  const all = {
    ...values,
    ...addresses,
    edited_at: `CASE WHEN ${isEdited} THEN excluded.updated_at ELSE reviews.edited_at END`,
    settled_at: `CASE WHEN ${isEdited} OR ${isAnswered} THEN NULL ELSE reviews.settled_at END`,
    // Another reply on the platform closes the review; an edit, or removing that reply, reopens it.
    responded: `CASE
      WHEN ${isAnswered} THEN 1
      WHEN ${isEdited} THEN 0
      WHEN ${values.owner_response_text} IS NULL AND reviews.owner_response_text IS NOT NULL AND reviews.response_id IS NULL THEN 0
      ELSE reviews.responded END`,
    response_posted: `(reviews.response_posted OR ${isOursSeen})`,
    response_posted_at: `CASE WHEN ${isOursSeen}
      THEN coalesce(reviews.response_posted_at, ${values.owner_response_date}, excluded.updated_at)
      ELSE reviews.response_posted_at END`,
    ...(authority !== 'imported' && {
      returned_at:
        'CASE WHEN reviews.removed_at IS NULL THEN reviews.returned_at ELSE excluded.updated_at END',
    }),
    updated_at: `CASE WHEN ${anyDiffers(values)} THEN excluded.updated_at ELSE reviews.updated_at END`,
  }
  const set = Object.entries(all).map(([column, value]) => `${column} = ${value}`)
  return {
    set: sql.raw(set.join(', ')),
    differs: sql.raw(anyDiffers({ ...values, ...addresses })),
    text: sql.raw(values.review_text ?? ''),
    answer: sql.raw(values.owner_response_text ?? ''),
  }
}

/** Matches reviews first stored by the run created at `seenAt`, among those of its business and platform. */
export function isFirstSeenAt(seenAt: number): SQL {
  return sql`reviews.scraped_at = ${seenAt}`
}

/**
 * Sorts reviews by the time of posting, and those of the same second in reverse list order, so that the first one
 * listed gets the highest id. The rowids of the search index then ascend too: FTS5 flushes to disk whenever a rowid
 * goes down, which costs more than everything else.
 */
function oldestFirst({ reviews, seenAt }: Pick<IncomingReviews, 'reviews' | 'seenAt'>) {
  const postedAt = ({ reviewDate }: ScrapedReview) =>
    reviewDate === null ? seenAt : Math.min(Date.parse(reviewDate), seenAt)
  return reviews
    .map((review, place) => ({ review, place, postedAt: postedAt(review) }))
    .sort((a, b) => a.postedAt - b.postedAt || b.place - a.place)
}

/**
 * A review's values in the order of the upsert's SELECT, followed by its place in the list. SQLite reads arrays faster
 * than objects.
 */
function toRow({ review, place }: { review: ScrapedReview; place: number }) {
  return [
    review.reviewId,
    review.authorName,
    review.rating,
    review.reviewText,
    review.reviewDate === null ? null : Date.parse(review.reviewDate),
    review.helpfulVotes,
    review.userVerified ? 1 : 0,
    review.ownerResponse?.text ?? null,
    review.ownerResponse?.date ? Date.parse(review.ownerResponse.date) : null,
    review.language,
    review.url,
    photosJson(review.photos),
    review.replyUrl ?? null,
    place,
  ]
}
