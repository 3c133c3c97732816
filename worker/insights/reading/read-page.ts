import { and, asc, eq, sql } from 'drizzle-orm'
import { batch, columns } from '#db/client.ts'
import { businesses, insightDue, insightReadings, reviewFeatures, reviews } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { insightKeysOf } from '../../reviews/insight-keys.ts'
import { boundPosition, positionOf } from '../../reviews/position.ts'
import { utcDay } from '../../rules/durations.ts'
import { industryOf } from '../topics/industry-of.ts'
import { METHOD, readReview } from './read-review.ts'
import { askForNextPage, GRACE_MS } from './readings.ts'

/** A few hundredths of a second of reading, and as much for the database. */
const PAGE_REVIEWS = 100

/**
 * Reads one page of an organization's reviews: those that changed, and when there are none, the next in the order of first
 * seen. What was read is stored in one batch with how far that was, so a message that comes twice does nothing.
 */
export async function readPage(ctx: BackgroundContext, organizationId: string): Promise<void> {
  const reading = await findReading(ctx, organizationId)
  if (!reading) return
  const changed = await changedReviews(ctx, organizationId)
  const earlier =
    changed.length === 0 && reading.seenAt !== null
      ? await earlierReviews(ctx, organizationId, { ...reading, seenAt: reading.seenAt })
      : null
  const rows = earlier ?? changed
  const [, , , forgotten, moved] = await batch(ctx.db, [
    ...storeFeatures(ctx, rows),
    forgetRead(ctx, changed),
    moveOn(ctx, organizationId, reading, earlier),
    setNextDue(ctx, organizationId),
  ])
  // Of two messages that read the same page, one goes on.
  const hasMoved = forgotten.length > 0 || (moved.results.length > 0 && rows.length > 0)
  if (hasMoved) await askForNextPage(ctx, organizationId)
}

/** How far the reviews are read: to the one seen at this time, in this position; null: all. */
interface Reading {
  seenAt: number | null
  /** Too large for a number. */
  position: string
}

async function findReading(ctx: BackgroundContext, organizationId: string): Promise<Reading | undefined> {
  const [reading] = await ctx.db
    .select({
      seenAt: insightReadings.readSeenAt,
      position: sql<string>`CAST(${insightReadings.readPosition} AS TEXT)`,
    })
    .from(insightReadings)
    .where(and(eq(insightReadings.organizationId, organizationId), eq(insightReadings.method, METHOD)))
  return reading
}

const READ_COLUMNS = {
  ...columns(
    reviews,
    'id',
    'organizationId',
    'businessId',
    'rating',
    'reviewText',
    'removedAt',
    'editedAt',
    'postedAt',
    'scrapedAt',
  ),
  industry: businesses.industry,
}
interface UnreadReview
  extends Pick<
    typeof reviews.$inferSelect,
    | 'id'
    | 'organizationId'
    | 'businessId'
    | 'rating'
    | 'reviewText'
    | 'removedAt'
    | 'editedAt'
    | 'postedAt'
    | 'scrapedAt'
  > {
  industry: string | null
}

function changedReviews(ctx: BackgroundContext, organizationId: string) {
  return ctx.db
    .select({ ...READ_COLUMNS, changes: insightDue.changes })
    .from(insightDue)
    .innerJoin(reviews, eq(reviews.id, insightDue.reviewId))
    .innerJoin(businesses, eq(businesses.id, reviews.businessId))
    .where(eq(insightDue.organizationId, organizationId))
    .orderBy(asc(insightDue.reviewId))
    .limit(PAGE_REVIEWS)
}

function earlierReviews(
  ctx: BackgroundContext,
  organizationId: string,
  { seenAt, position }: { seenAt: number; position: string },
) {
  return ctx.db
    .select(READ_COLUMNS)
    .from(reviews)
    .innerJoin(businesses, eq(businesses.id, reviews.businessId))
    .where(
      and(
        eq(reviews.organizationId, organizationId),
        sql`(${reviews.scrapedAt}, reviews.position) > (${seenAt}, ${boundPosition(BigInt(position))})`,
      ),
    )
    .orderBy(asc(reviews.scrapedAt), asc(sql`reviews.position`))
    .limit(PAGE_REVIEWS)
}

/** What was known of these reviews goes, and what they say now comes, in the counts and in the search index as well. */
function storeFeatures(ctx: BackgroundContext, rows: readonly UnreadReview[]) {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const read = rows.map((row) => featuresOf(row))
  const stored = JSON.stringify(read.filter(({ isCounted }) => isCounted).map(({ values }) => values))
  const keys = JSON.stringify(read.map(({ id, keys }) => [id, keys]))
  return [
    ctx.db
      .delete(reviewFeatures)
      .where(sql`${reviewFeatures.reviewId} IN (SELECT value FROM json_each(${ids}))`),
    // One that was deleted meanwhile is left out.
    ctx.db.statement(sql`
      INSERT INTO review_features (review_id, organization_id, business_id, method, edited_at, day, rating, language, tokens,
        score, mismatch, topics, terms)
      SELECT reviews.id, value->>1, value->>2, ${METHOD}, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
        value->>9, value->10, value->11
      FROM json_each(${stored}) CROSS JOIN reviews ON reviews.id = value->>0`),
    ctx.db.statement(sql`
      UPDATE reviews SET insight_keys = read.keys
      FROM (SELECT value->>0 AS review_id, value->>1 AS keys FROM json_each(${keys})) AS read
      WHERE reviews.id = read.review_id AND reviews.insight_keys <> read.keys`),
  ] as const
}

/** What is no longer shown, or has no text, counts nowhere. */
function featuresOf(row: UnreadReview) {
  const { language, tokens, score, mismatch, topics, terms } = readReview(
    row.reviewText,
    row.rating,
    industryOf(row.industry),
  )
  const isCounted = row.removedAt === null && row.reviewText !== ''
  return {
    id: row.id,
    isCounted,
    keys: isCounted ? insightKeysOf({ topics, terms, mismatch }) : '',
    // The order is that of the INSERT.
    values: [
      row.id,
      row.organizationId,
      row.businessId,
      row.editedAt,
      utcDay(row.postedAt),
      row.rating,
      language,
      tokens,
      score,
      mismatch,
      topics,
      terms,
    ],
  }
}

/** One that changed again meanwhile stays due. */
function forgetRead(ctx: BackgroundContext, changed: readonly { id: number; changes: number }[]) {
  const read = JSON.stringify(changed.map(({ id, changes }) => [id, changes]))
  return ctx.db
    .delete(insightDue)
    .where(
      sql`(${insightDue.reviewId}, ${insightDue.changes}) IN (SELECT value->>0, value->>1 FROM json_each(${read}))`,
    )
    .returning(columns(insightDue, 'reviewId'))
}

/** Where another message has moved on, or a method's version has begun anew, that stays so. */
function moveOn(
  ctx: BackgroundContext,
  organizationId: string,
  { seenAt, position }: Reading,
  earlier: readonly UnreadReview[] | null,
) {
  const last = earlier?.at(-1)
  return ctx.db.statement(sql`
    UPDATE insight_readings SET read_seen_at = ${last?.scrapedAt ?? null},
      read_position = ${boundPosition(last ? positionOf(last.postedAt, last.id) : 0n)}
    WHERE ${earlier !== null} AND organization_id = ${organizationId} AND method = ${METHOD}
      AND read_seen_at = ${seenAt} AND read_position = ${boundPosition(BigInt(position))}
    RETURNING 1`)
}

/** The tick asks again when this page's successor seems lost; not at all where everything is read. */
function setNextDue(ctx: BackgroundContext, organizationId: string) {
  return ctx.db.statement(sql`
    UPDATE insight_readings SET due_at = CASE
      WHEN read_seen_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM insight_due WHERE organization_id = ${organizationId}) THEN ${ctx.now() + GRACE_MS}
      END
    WHERE organization_id = ${organizationId}`)
}
