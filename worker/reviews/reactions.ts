import { type Column, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { NEWS_MS } from '../rules/reviews.ts'
import { announce } from '../webhooks/announce.ts'

// Consequences of new, changed and removed reviews: statements for the batch that stores the change. Called only by
// files of this folder that write reviews.

type Writer = Pick<BackgroundContext, 'db' | 'createId' | 'now'>

type Owner = Record<'organizationId' | 'businessId', string | Column>

/** Features that react to reviews, each with SQL that is true if it is in use for a business. */
const LISTENERS = {
  webhooks: ({ organizationId }: Owner) => sql`EXISTS (SELECT 1 FROM webhook_endpoints AS listener
    WHERE listener.organization_id = ${organizationId})`,
  insights: ({ organizationId }: Owner) => sql`EXISTS (SELECT 1 FROM insight_readings AS listener
    WHERE listener.organization_id = ${organizationId})`,
  corrections: ({ organizationId }: Owner) => sql`EXISTS (SELECT 1 FROM review_corrections AS listener
    WHERE listener.organization_id = ${organizationId})`,
  responses: ({ businessId }: Owner) => sql`EXISTS (SELECT 1 FROM review_responses AS listener
    WHERE listener.business_id = ${businessId})`,
  automaticReplies: ({ businessId }: Owner) => sql`EXISTS (SELECT 1 FROM draft_styles AS listener
    WHERE listener.business_id = ${businessId} AND listener.automatic_by IS NOT NULL)`,
}

export type Listener = keyof typeof LISTENERS

export const ALL_LISTENERS = Object.keys(LISTENERS) as Listener[]

/** SQL for a JSON array of a business's listeners. */
export function listenersOf(owner: Owner): SQL<string> {
  const found = ALL_LISTENERS.map((name) => sql`SELECT ${name} AS name WHERE ${LISTENERS[name](owner)}`)
  return sql<string>`(SELECT json_group_array(name) FROM (${sql.join(found, sql` UNION ALL `)}))`
}

export function readListeners(json: string): Listener[] {
  // Safe: only our own names are in it.
  return JSON.parse(json) as Listener[]
}

/** SQL that is true if a business has no other listeners than these. */
export function hasOnly(owner: Owner, listeners: readonly Listener[]): SQL {
  const others = ALL_LISTENERS.filter((name) => !listeners.includes(name))
  return sql.join([sql`true`, ...others.map((name) => sql`NOT ${LISTENERS[name](owner)}`)], sql` AND `)
}

interface StoredReviews {
  organizationId: string
  businessId: string
  /** SQL that is true for a new review (`reviews`), which has no final id yet. */
  isNew: SQL
  /** Earliest time (ms) at which a new review was first seen. */
  seenAt: SQL | number
  /**
   * Known reviews with any change (`changed`), and those whose author edited them (`edited`), each as a FROM clause
   * named `reviews`. `haveAnswers` is true if any of them came with a reply by the owner.
   */
  known?: { changed: SQL; edited: SQL; haveAnswers: boolean }
}

/**
 * Statements that queue newly stored reviews for AI Insights and automatic replies, and announce them by webhook. Run
 * them right after the statement that stores the reviews: its number of changed rows shows whether known reviews
 * changed.
 *
 * @param listeners those of the business; the statements of others are left out
 */
export function reviewsStored(
  ctx: Writer,
  { organizationId, businessId, isNew, seenAt, known }: StoredReviews,
  listeners: readonly Listener[] = ALL_LISTENERS,
): Statement[] {
  // Reads by id, because there are only a few; the business's index has all of its reviews.
  const added = sql`+reviews.organization_id = ${organizationId} AND +reviews.business_id = ${businessId} AND ${isNew}`
  const statements: Statement[] = []
  if (listeners.includes('insights')) {
    if (known) {
      statements.push(dueToBeRead(ctx, organizationId, sql`${known.changed} AND changes() > ${NEW_COUNT}`))
    }
    statements.push(readingsDue(ctx, organizationId, { added, seenAt }))
  }
  if (listeners.includes('responses') && known?.haveAnswers) {
    statements.push(responsesSeen(ctx, organizationId, known.changed))
  }
  if (listeners.includes('automaticReplies')) {
    statements.push(
      ctx.db.statement(sql`
        INSERT OR IGNORE INTO automatic_replies (review_id, organization_id, business_id)
        SELECT reviews.id, reviews.organization_id, reviews.business_id
        FROM draft_styles AS style CROSS JOIN reviews ON ${added}
        WHERE style.business_id = ${businessId} AND style.organization_id = ${organizationId}
          AND style.automatic_by IS NOT NULL AND reviews.posted_at >= style.automatic_since AND NOT reviews.responded`),
    )
  }
  if (listeners.includes('webhooks')) {
    statements.push(
      ...announce(ctx, organizationId, [
        {
          event: 'review.created',
          data: REVIEW,
          from: sql`reviews WHERE ${added} AND reviews.posted_at >= reviews.scraped_at - ${NEWS_MS}
            AND NOT EXISTS (SELECT 1 FROM businesses WHERE id = ${businessId} AND is_sample)`,
        },
        ...(known ? [{ event: 'review.edited', data: REVIEW, from: known.edited } as const] : []),
      ]),
    )
  }
  return statements
}

/**
 * Statement that makes an organization's `insight_readings` row due if reviews are new or queued for AI Insights. If AI
 * Insights has already read past the time of the new reviews, it goes back to them.
 */
function readingsDue(
  { db }: Writer,
  organizationId: string,
  { added, seenAt }: { added: SQL; seenAt: SQL | number },
) {
  return db.statement(sql`
    UPDATE insight_readings SET
      read_position = iif(${hasAny(added)} AND (read_seen_at < ${seenAt}) IS NOT TRUE, 0, read_position),
      read_seen_at = iif(${hasAny(added)}, min(coalesce(read_seen_at, ${seenAt} - 1), ${seenAt} - 1), read_seen_at),
      due_at = coalesce(due_at, 0)
    WHERE organization_id = ${organizationId} AND (${hasAny(added)} OR due_at IS NULL AND ${isSomethingDue(organizationId)})`)
}

/**
 * Statements that queue removed reviews for AI Insights, announce their removal by webhook, and close their cases. AI
 * Insights stops counting the reviews once it reads them. Run the statements after the one that marks the reviews as
 * removed.
 *
 * @param removed FROM clause named `reviews`
 */
export function reviewsRemoved(ctx: Writer, organizationId: string, removed: SQL) {
  return [
    dueToBeRead(ctx, organizationId, removed),
    ctx.db.statement(sql`
      UPDATE insight_readings SET due_at = 0
      WHERE organization_id = ${organizationId} AND due_at IS NULL AND ${isSomethingDue(organizationId)}`),
    ...announce(ctx, organizationId, [{ event: 'review.removed', data: REVIEW, from: removed }]),
    ...closeCases(ctx, organizationId, removed),
  ]
}

/**
 * Statement that makes the `insight_findings` of businesses due, after replies were added, deleted or became visible.
 */
export function answersChanged(
  { db, now }: Pick<Writer, 'db' | 'now'>,
  organizationId: string,
  businessIds: SQL,
) {
  return db.statement(sql`
    UPDATE insight_findings SET due_at = ${now()}
    WHERE organization_id = ${organizationId} AND business_id IN ${businessIds} AND due_at > ${now()}`)
}

function closeCases(ctx: Writer, organizationId: string, removed: SQL) {
  const now = ctx.now()
  return [
    ctx.db.statement(sql`
      UPDATE review_cases SET state = 'removed', closed_at = ${now}, due_at = NULL
      WHERE organization_id = ${organizationId} AND state <> 'removed'
        AND review_id IN (SELECT reviews.id FROM ${removed})`),
    notify(
      ctx,
      {
        organizationId,
        kind: 'review_case',
        message: 'A review that you wanted removed is no longer shown.',
        link: '/app/reviews/cases',
        dedupeKey: `cases-removed:${now}`,
      },
      sql`changes() > 0`,
    ),
  ]
}

interface ComingReviews {
  organizationId: string
  /** FROM clause: incoming reviews (`excluded`) beside the stored `reviews` whose text or reply they will change. */
  texts: () => SQL
  /** Null if no incoming review has a reply. */
  answers: (() => SQL) | null
}

/**
 * Statements that delete corrections of texts that change, and announce replies that are now visible. Run them before
 * the statement that stores the reviews, which overwrites the former state.
 *
 * @param listeners those of the business; the statements of others are left out
 */
export function reviewsComing(
  ctx: Writer,
  { organizationId, texts, answers }: ComingReviews,
  listeners: readonly Listener[] = ALL_LISTENERS,
): Statement[] {
  const statements: Statement[] = []
  if (listeners.includes('corrections')) {
    statements.push(
      ctx.db.statement(sql`
        DELETE FROM review_corrections
        WHERE organization_id = ${organizationId} AND +review_id IN (SELECT reviews.id FROM ${texts()})`),
    )
  }
  if (listeners.includes('webhooks') && answers !== null) {
    const from = sql`${answers()} AND ${sql.raw(IS_POSTED_WHEN_SEEN)}`
    statements.push(...announce(ctx, organizationId, [{ event: 'response.published', data: RESPONSE, from }]))
  }
  return statements
}

/** Number of new reviews, which have no final id yet. */
const NEW_COUNT = sql`(SELECT count(*) FROM reviews AS fresh WHERE fresh.id > (SELECT last FROM review_ids))`

/**
 * SQL that is true if a review has a reply that we don't post ourselves and that isn't marked as posted. The reply
 * counts as posted once the platform shows a reply to the review.
 */
export const IS_POSTED_WHEN_SEEN =
  'reviews.response_id IS NOT NULL AND NOT reviews.response_posted AND reviews.post_state IS NULL'

/** Statement that marks replies as posted if their reviews' rows say so. @param changed FROM clause named `reviews` */
function responsesSeen({ db }: Writer, organizationId: string, changed: SQL) {
  return db.statement(sql`
    UPDATE review_responses SET posted_to_platform = 1, posted_at =
      (SELECT coalesce(owner_response_date, updated_at) FROM reviews WHERE id = review_responses.review_id)
    WHERE organization_id = ${organizationId} AND NOT posted_to_platform
      AND review_id IN (SELECT reviews.id FROM ${changed} AND reviews.response_posted)`)
}

const PLATFORM = sql`'platform', iif(reviews.platform GLOB 'other*', 'other', reviews.platform),
  'platformName', ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)}`

const REVIEW = sql`json_object('reviewId', CAST(reviews.id AS TEXT), 'businessId', reviews.business_id,
  ${PLATFORM}, 'rating', reviews.rating)`

export const RESPONSE = sql`json_object('responseId', reviews.response_id, 'reviewId', CAST(reviews.id AS TEXT),
  'businessId', reviews.business_id, ${PLATFORM})`

/** @param changed FROM clause named `reviews` */
function dueToBeRead({ db }: Writer, organizationId: string, changed: SQL) {
  return db.statement(sql`
    INSERT INTO insight_due (review_id, organization_id)
    SELECT reviews.id, reviews.organization_id FROM insight_readings AS reading CROSS JOIN ${changed}
      AND reading.organization_id = ${organizationId}
    ON CONFLICT (review_id) DO UPDATE SET changes = changes + 1`)
}

function hasAny(condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews WHERE ${condition})`
}

function isSomethingDue(organizationId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM insight_due WHERE organization_id = ${organizationId})`
}
