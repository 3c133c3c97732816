import { and, asc, eq, sql } from 'drizzle-orm'
import { batch, columns } from '#db/client.ts'
import { businesses, insightDue, insightReadings, reviews } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { boundPosition, positionOf } from '../../reviews/position.ts'
import { readRuledTags, ruledTags } from '../../reviews/tag-rules.ts'
import { findCorrections } from '../corrections/find-corrections.ts'
import { findingsDue, storeFindingsOf } from '../findings/store-findings.ts'
import { readWordLists } from '../text/word-lists.ts'
import { readIndustryOf } from '../topics/industries.ts'
import { METHOD } from './read-review.ts'
import { askForNextPage, GRACE_MS } from './readings.ts'
import { READ_COLUMNS, storeFeatures, type UnreadReview } from './store-features.ts'

/** Reviews per page. Reading them takes a few hundredths of a second, and the database takes about the same time. */
const PAGE_REVIEWS = 100

/**
 * Reads a page of reviews: changed ones first, then the next in the order of first seen. The readings are stored in one
 * batch with the progress, so a repeated message does nothing. The message after the last page stores the resulting
 * findings.
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
  const means = {
    words: await readWordLists(ctx),
    industryOf: await readIndustryOf(ctx),
    correctionsOf: await findCorrections(ctx, organizationId, rows),
    tagRules: readRuledTags(reading.tagRules),
  }
  const [, , , forgotten, moved] = await batch(ctx.db, [
    ...storeFeatures(ctx, rows, means),
    forgetRead(ctx, changed),
    moveOn(ctx, organizationId, reading, earlier),
    setNextDue(ctx, organizationId),
    findingsDue(ctx, organizationId, JSON.stringify([...new Set(rows.map(({ businessId }) => businessId))])),
  ])
  // If two messages ask for the same page, only one continues.
  const hasMoved = forgotten.length > 0 || (moved.results.length > 0 && rows.length > 0)
  if (hasMoved) await askForNextPage(ctx, organizationId)
  else if (rows.length === 0) await storeFindingsOf(ctx, organizationId)
}

/**
 * Progress of reading: the last review read, identified by the time it was first seen and its position. `seenAt` is
 * null if all reviews have been read.
 */
interface Reading {
  seenAt: number | null
  /** A string, because it is too large for a number. */
  position: string
  /** JSON of the organization's tags with a rule. */
  tagRules: string
}

async function findReading(ctx: BackgroundContext, organizationId: string): Promise<Reading | undefined> {
  const [reading] = await ctx.db
    .select({
      seenAt: insightReadings.readSeenAt,
      position: sql<string>`CAST(${insightReadings.readPosition} AS TEXT)`,
      tagRules: ruledTags(sql`${organizationId}`),
    })
    .from(insightReadings)
    .where(and(eq(insightReadings.organizationId, organizationId), eq(insightReadings.method, METHOD)))
  return reading
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

/** Removes read reviews from the due ones; those that changed again meanwhile stay due. */
function forgetRead(ctx: BackgroundContext, changed: readonly { id: number; changes: number }[]) {
  const read = JSON.stringify(changed.map(({ id, changes }) => [id, changes]))
  return ctx.db
    .delete(insightDue)
    .where(
      sql`(${insightDue.reviewId}, ${insightDue.changes}) IN (SELECT value->>0, value->>1 FROM json_each(${read}))`,
    )
    .returning(columns(insightDue, 'reviewId'))
}

/** Advances the reading, unless another message has done so or a new method has restarted it. */
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

/** Sets the time when the tick requests the next page, in case its message is lost; null if everything is read. */
function setNextDue(ctx: BackgroundContext, organizationId: string) {
  return ctx.db.statement(sql`
    UPDATE insight_readings SET due_at = CASE
      WHEN read_seen_at IS NOT NULL
        OR EXISTS (SELECT 1 FROM insight_due WHERE organization_id = ${organizationId}) THEN ${ctx.now() + GRACE_MS}
      END
    WHERE organization_id = ${organizationId}`)
}
