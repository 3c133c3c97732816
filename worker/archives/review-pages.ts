import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { reviews } from '#db/schema/index.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { MemberContext } from '../context.ts'
import { CSV_COLUMNS } from '../reviews/export-csv.ts'
import { TAGS_OF_REVIEW, tagMarks } from '../reviews/labels.ts'
import { boundPosition, positionOf, type ReviewCursor } from '../reviews/position.ts'
import type { ArchivedCase, ArchivedResponse, ArchivedReview } from '../rules/archives.ts'
import type { Correction } from '../rules/corrections.ts'
import { iso } from '../rules/durations.ts'
import { photosIn } from '../rules/photos.ts'
import { reviewPlatform } from '../rules/platforms.ts'

/**
 * Reviews in memory at a time. An archive reads each review three times, and a request may query D1 a thousand times,
 * so this is enough for the largest plan.
 */
export const ARCHIVE_PAGE_ROWS = 800

/** Oldest first. JSON, so that a page takes one statement, however many versions there are. */
const REVISIONS = sql<string>`(SELECT json_group_array(json_object('rating', rating, 'reviewText', review_text,
    'replacedAt', replaced_at)) FROM (SELECT rating, review_text, replaced_at FROM review_revisions
    WHERE review_id = reviews.id ORDER BY replaced_at, id))`

const RESPONSE = sql<
  string | null
>`(SELECT json_object('id', id, 'text', response_text, 'isPublished', is_published,
    'platformResponseId', platform_response_id, 'postedToPlatform', posted_to_platform, 'postedAt', posted_at,
    'editedAt', edited_at, 'createdAt', created_at, 'updatedAt', updated_at)
    FROM review_responses WHERE review_id = reviews.id)`

const CORRECTIONS = sql<string>`(SELECT json_group_array(json_object('subject', subject, 'verdict', verdict,
    'correctedAt', corrected_at)) FROM review_corrections WHERE review_id = reviews.id)`

/** Oldest first. */
const NOTES = sql<string>`(SELECT json_group_array(json_object('text', text, 'by', name, 'createdAt', created_at,
    'editedAt', edited_at)) FROM (SELECT review_notes.text, review_notes.created_at, review_notes.edited_at,
      nullif(profiles.full_name, '') AS name
    FROM review_notes LEFT JOIN profiles ON profiles.id = review_notes.user_id
    WHERE review_notes.review_id = reviews.id ORDER BY review_notes.created_at, review_notes.id))`

const CASE = sql<string | null>`(SELECT json_object('rule', rule, 'reason', reason, 'state', state,
    'openedAt', opened_at, 'reportedAt', reported_at, 'appealedAt', appealed_at, 'closedAt', closed_at)
    FROM review_cases WHERE review_id = reviews.id)`

type StoredReview = Awaited<ReturnType<typeof fullPage>>[number]

export function fullPages(ctx: MemberContext): AsyncGenerator<StoredReview[]> {
  return pages(ctx, fullPage)
}

function fullPage(db: Database, where: SQL | undefined) {
  return db
    .select({
      review: getTableColumns(reviews),
      revisions: REVISIONS.as('revisions'),
      response: RESPONSE.as('response'),
      corrections: CORRECTIONS.as('corrections'),
      notes: NOTES.as('notes'),
      tags: TAGS_OF_REVIEW.as('tags'),
      reported: CASE.as('reported'),
      platformName: platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`).as('platform_name'),
    })
    .from(reviews)
    .where(where)
    .orderBy(asc(reviews.scrapedAt), asc(sql`reviews.position`))
    .limit(ARCHIVE_PAGE_ROWS)
}

export function csvPages(ctx: MemberContext, which?: SQL) {
  return pages(ctx, (db, where) =>
    db
      .select({ review: CSV_COLUMNS })
      .from(reviews)
      .where(and(where, which))
      .orderBy(asc(reviews.scrapedAt), asc(sql`reviews.position`))
      .limit(ARCHIVE_PAGE_ROWS),
  )
}

/**
 * Pages of reviews in the order in which they were first seen, so that reviews stored meanwhile come at the end. Sample
 * reviews are left out.
 */
async function* pages<Row extends { review: ReviewCursor }>(
  ctx: MemberContext,
  read: (db: Database, where: SQL | undefined) => PromiseLike<Row[]>,
): AsyncGenerator<Row[]> {
  const isOwn = and(
    eq(reviews.organizationId, ctx.organization.id),
    sql`${reviews.businessId} NOT IN (SELECT id FROM businesses WHERE organization_id = ${ctx.organization.id} AND is_sample = 1)`,
  )
  let last: ReviewCursor | undefined
  do {
    const after: SQL | undefined =
      last &&
      sql`(${reviews.scrapedAt}, reviews.position) > (${last.scrapedAt}, ${boundPosition(positionOf(last.postedAt, last.id))})`
    const rows: Row[] = await read(ctx.db, and(isOwn, after))
    if (rows.length > 0) yield rows
    last = rows.length === ARCHIVE_PAGE_ROWS ? rows.at(-1)?.review : undefined
  } while (last)
}

export function archivedReview({
  review,
  revisions,
  response,
  corrections,
  notes,
  tags,
  reported,
  platformName,
}: StoredReview): ArchivedReview {
  return {
    id: review.id,
    businessId: review.businessId,
    platform: reviewPlatform(review.platform),
    platformName,
    platformReviewId: review.platformReviewId,
    source: review.source,
    authorName: review.authorName,
    rating: review.rating,
    reviewText: review.reviewText,
    textIsExcerpt: review.textIsExcerpt,
    reviewDate: iso(review.reviewDate),
    language: review.language,
    url: review.url,
    photos: photosIn(review.photos),
    replyUrl: review.replyUrl,
    helpfulVotes: review.helpfulVotes,
    isVerified: review.isVerified,
    ownerResponse:
      review.ownerResponseText === null
        ? null
        : { text: review.ownerResponseText, date: iso(review.ownerResponseDate) },
    responded: review.responded,
    settledAt: iso(review.settledAt),
    firstSeenAt: iso(review.scrapedAt),
    updatedAt: iso(review.updatedAt),
    editedAt: iso(review.editedAt),
    missedScans: review.missedScans,
    removedAt: iso(review.removedAt),
    returnedAt: iso(review.returnedAt),
    revisions: revisionsIn(revisions),
    response: response === null ? null : responseIn(response),
    corrections: correctionsIn(corrections),
    notes: notesIn(notes),
    tags: tagMarks(tags).map(({ name }) => name),
    reported: reported === null ? null : caseIn(reported),
  }
}

// Safe: the JSON of all five comes from the statement in this file.

function revisionsIn(json: string): ArchivedReview['revisions'] {
  const stored = JSON.parse(json) as { rating: number; reviewText: string; replacedAt: number }[]
  return stored.map((revision) => ({ ...revision, replacedAt: iso(revision.replacedAt) }))
}

interface StoredResponse {
  id: string
  text: string
  isPublished: number
  platformResponseId: string | null
  postedToPlatform: number
  postedAt: number | null
  editedAt: number | null
  createdAt: number
  updatedAt: number
}

function responseIn(json: string): ArchivedResponse {
  const stored = JSON.parse(json) as StoredResponse
  return {
    ...stored,
    isPublished: Boolean(stored.isPublished),
    postedToPlatform: Boolean(stored.postedToPlatform),
    postedAt: iso(stored.postedAt),
    editedAt: iso(stored.editedAt),
    createdAt: iso(stored.createdAt),
    updatedAt: iso(stored.updatedAt),
  }
}

function correctionsIn(json: string): ArchivedReview['corrections'] {
  const stored = JSON.parse(json) as (Correction & { correctedAt: number })[]
  return stored.map((correction) => ({ ...correction, correctedAt: iso(correction.correctedAt) }))
}

function caseIn(json: string): ArchivedCase {
  const stored = JSON.parse(json) as Record<'openedAt', number> &
    Record<'reportedAt' | 'appealedAt' | 'closedAt', number | null> &
    Pick<ArchivedCase, 'rule' | 'reason' | 'state'>
  return {
    ...stored,
    openedAt: iso(stored.openedAt),
    reportedAt: iso(stored.reportedAt),
    appealedAt: iso(stored.appealedAt),
    closedAt: iso(stored.closedAt),
  }
}

function notesIn(json: string): ArchivedReview['notes'] {
  const stored = JSON.parse(json) as {
    text: string
    by: string | null
    createdAt: number
    editedAt: number | null
  }[]
  return stored.map((note) => ({ ...note, createdAt: iso(note.createdAt), editedAt: iso(note.editedAt) }))
}
