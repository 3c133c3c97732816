import { type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import type { RestoredReview } from '../rules/archive-import.ts'
import { limitOfHistory } from './quota.ts'
import { reviewsStored } from './reactions.ts'
import { giveReviewIds } from './upsert-reviews.ts'

interface Restoring {
  businessId: string
  reviews: readonly RestoredReview[]
}

/**
 * Statements, in order, that restore reviews of an archive with their history: when they were first seen, their former
 * versions, and whether they are still shown. Existing ones stay unchanged. New ones count towards the plan's limit of
 * imported reviews; those beyond it are left out.
 */
export function restoreReviews(ctx: MemberContext, { businessId, reviews }: Restoring) {
  const { id: organizationId, plan } = ctx.organization
  const items = JSON.stringify(reviews)
  const stored = storedItems(businessId, items)
  // Until the last id is updated, reviews with higher ids are those of this batch. The plus signs keep SQLite from
  // reading all reviews of the business or the organization instead.
  const isNew = sql`reviews.id > (SELECT last FROM review_ids) AND +reviews.business_id = ${businessId}
    AND +reviews.organization_id = ${organizationId}`
  const { left, count } = limitOfHistory({ organizationId, businessId, plan, guard: sql`true` })
  return [
    insertReviews({ organizationId, businessId, items, left }),
    ctx.db.statement(sql`
      INSERT INTO review_revisions (review_id, organization_id, rating, review_text, replaced_at)
      SELECT reviews.id, reviews.organization_id, revision.value->>'rating', revision.value->>'reviewText',
        revision.value->>'replacedAt'
      FROM ${stored} CROSS JOIN json_each(item.value->'revisions') AS revision
      WHERE ${isNew}
      ORDER BY item.key, revision.key`),
    count(ctx.db, isNew),
    ctx.db.statement<{ stored: number; present: number }>(sql`
      SELECT count(*) AS present, count(*) FILTER (WHERE ${isNew}) AS stored
      FROM ${stored}`),
    // Settled after they are stored, because the figures of settled reviews are updated on a change.
    ctx.db.statement(sql`
      WITH own AS MATERIALIZED (SELECT reviews.id, item.value->>'settledAt' AS settled_at FROM ${stored}
        WHERE ${isNew} AND item.value->>'settledAt' IS NOT NULL AND item.value->>'responded')
      UPDATE reviews SET settled_at = own.settled_at FROM own WHERE reviews.id = own.id`),
    ...reviewsStored(ctx, {
      organizationId,
      businessId,
      isNew,
      seenAt: sql`(SELECT min(scraped_at) FROM reviews WHERE ${isNew})`,
    }),
    giveReviewIds(ctx.db),
  ] as const

  function insertReviews(of: { organizationId: string; businessId: string; items: string; left: SQL }) {
    return ctx.db.statement(sql`
      INSERT INTO reviews (id, organization_id, business_id, platform, platform_review_id, source, author_name, rating,
        review_text, text_is_excerpt, review_date, language, url, photos, reply_url, helpful_votes, is_verified, owner_response_text,
        owner_response_date, responded, scraped_at, updated_at, edited_at, missed_scans, removed_at, returned_at,
        label_keys)
      SELECT (SELECT last FROM review_ids) + row_number() OVER (ORDER BY item.key), ${of.organizationId}, ${of.businessId},
        item.value->>'platform', item.value->>'platformReviewId', item.value->>'source', item.value->>'authorName',
        item.value->>'rating', item.value->>'reviewText', item.value->>'textIsExcerpt', item.value->>'reviewDate',
        item.value->>'language', item.value->>'url',
        nullif(item.value->>'photos', '[]'), item.value->>'replyUrl', item.value->>'helpfulVotes', item.value->>'isVerified',
        item.value->>'$.ownerResponse.text', item.value->>'$.ownerResponse.date',
        item.value->>'responded', item.value->>'firstSeenAt',
        item.value->>'updatedAt', item.value->>'editedAt', item.value->>'missedScans', item.value->>'removedAt',
        item.value->>'returnedAt', coalesce((SELECT group_concat(' ' || tag.label, '')
          FROM json_each(item.value->'tags') AS carried CROSS JOIN review_tags AS tag
            ON tag.organization_id = ${of.organizationId} AND tag.name_key = carried.value), '')
      FROM json_each(${of.items}) AS item
      WHERE NOT EXISTS (SELECT 1 FROM reviews WHERE ${isItem(of.businessId)})
        AND (item.value->>'platform' NOT GLOB 'other*' OR EXISTS (SELECT 1 FROM own_platforms AS held
          WHERE held.id = item.value->>'platform' AND held.organization_id = ${of.organizationId}))
      ORDER BY item.key LIMIT max(0, ${of.left})
      ON CONFLICT DO NOTHING`)
  }
}

/**
 * FROM clause: entries of an archive (`item`), each with its stored review (`reviews`). The cross join fixes the order;
 * otherwise SQLite, without statistics, reads all reviews of the business, and parses the JSON again for each of them.
 *
 * @param items a JSON list of objects with `platform` and `platformReviewId`
 */
export function storedItems(businessId: string, items: string): SQL {
  return sql`json_each(${items}) AS item CROSS JOIN reviews ON ${isItem(businessId)}`
}

/** SQL that is true if the stored review is the archive's `item`. */
function isItem(businessId: string): SQL {
  return sql`reviews.business_id = ${businessId} AND reviews.platform = item.value->>'platform'
    AND reviews.platform_review_id = item.value->>'platformReviewId'`
}
