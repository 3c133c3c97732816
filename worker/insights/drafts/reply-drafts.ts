import { sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { businesses, draftStyles, replyDrafts } from '#db/schema/index.ts'
import type { ActingContext } from '../../context.ts'
import { giveBack, spend } from '../../credits/credits.ts'
import { sha256Hex } from '../../platform/ids.ts'
import { onlyReview, requireReview, reviewNotFound, reviewQuery } from '../../reviews/require-review.ts'
import {
  checklistOf,
  type DraftReplyInput,
  type HoldReason,
  heldDraft,
  type ReplyDraft,
} from '../../rules/drafts.ts'
import { reviewPlatform } from '../../rules/platforms.ts'
import type { OfferedDraft, PayableDraft } from '../../rules/post-links.ts'
import { BLANK } from '../../rules/reply-check.ts'
import { correctionsIn, correctionsQuery } from '../corrections/find-corrections.ts'
import { readWordLists } from '../text/word-lists.ts'
import { readIndustryOf } from '../topics/industries.ts'
import { WORDINGS_VERSION } from './choose-wordings.ts'
import { type Draft, type DraftRequest, draftReply } from './draft-reply.ts'
import { styleOf } from './draft-styles.ts'
import { agreementQuery } from './rewrite/agreement.ts'
import { rewriteDraft, type StoredDraft } from './rewrite/rewrite-draft.ts'

/** Number of recent drafts whose wordings are avoided. */
const REMEMBERED = 30

/**
 * A draft of a reply to a review, for one credit, rewritten in the owner's voice if a language model is available and
 * allowed. The draft stays the same, and is paid for only once, until the review or the settings change. If the reply
 * is left to a person, it returns the reasons and costs nothing.
 *
 * @throws DomainError `not_found`; `plan_limit` if no credit is left
 */
export async function draftReviewReply(ctx: ActingContext, input: DraftReplyInput): Promise<ReplyDraft> {
  const draft = await draftFromWordings(ctx, input)
  if ('held' in draft) return heldDraft(draft.held)
  const offered = await rewriteDraft(ctx, draft)
  return {
    ...offered,
    templateVersion: draft.templateVersion,
    held: [],
    checklist: checklistOf(draft.care),
    hasBlank: BLANK.test(offered.text),
  }
}

/**
 * Stores and charges a draft from fixed wordings, without a language model.
 *
 * @param isUnread true if the reply is sent without a person reading it; reviews that need care then get no draft
 * @returns `held`: reasons why there is no draft
 * @throws DomainError `not_found`; `plan_limit` if no credit is left
 */
export async function draftFromWordings(
  ctx: ActingContext,
  input: DraftReplyInput,
  { isUnread = false }: { isUnread?: boolean } = {},
): Promise<(StoredDraft & { templateVersion: string; care: HoldReason[] }) | { held: HoldReason[] }> {
  const words = await readWordLists(ctx)
  const { request, agreement } = await readRequest(ctx, input)
  const draft = draftReply(request, words)
  if ('held' in draft) return draft
  if (isUnread && draft.care.length > 0) return { held: draft.care }
  const stored = await storeDraft(ctx, request, draft)
  await payDraft(ctx, { id: stored.id, reviewId: Number(input.reviewId) })
  return { ...stored, language: draft.language, care: draft.care, request, agreement }
}

/**
 * Spends a credit on a stored draft, at most once per draft, and records its delivery.
 *
 * @returns true if the draft was never delivered before
 * @throws DomainError `plan_limit` if no credit is left
 */
export async function payDraft(ctx: ActingContext, { id, reviewId }: PayableDraft): Promise<boolean> {
  await spend(ctx, { kind: 'draft', reference: id })
  const delivered = await ctx.db.statement(sql`UPDATE reply_drafts SET delivered_at = ${ctx.now()}
    WHERE id = ${id} AND review_id = ${reviewId} AND organization_id = ${ctx.organization.id} AND delivered_at IS NULL
    RETURNING id`)
  return delivered.results.length > 0
}

/** Refunds the credit for a draft and deletes the draft, unless somebody has posted or suggested it. */
export async function returnDraft(ctx: ActingContext, { id, reviewId }: PayableDraft): Promise<void> {
  const organizationId = ctx.organization.id
  const ofDraft = sql`draft.id = ${id} AND draft.review_id = ${reviewId} AND draft.organization_id = ${organizationId}`
  const isUnused = sql`NOT EXISTS (SELECT 1 FROM reply_drafts AS draft
      LEFT JOIN review_responses AS answer ON answer.review_id = draft.review_id AND answer.response_text = draft.text
      LEFT JOIN reply_suggestions AS suggestion ON suggestion.review_id = draft.review_id AND suggestion.text = draft.text
    WHERE ${ofDraft} AND (answer.id IS NOT NULL OR suggestion.review_id IS NOT NULL))`
  await ctx.db.batch([
    giveBack(ctx, { organizationId, reference: id }, isUnused),
    // Its credit is spent only once, so the next draft gets an id of its own.
    ctx.db.statement(sql`DELETE FROM reply_drafts AS draft WHERE ${ofDraft} AND ${isUnused}`),
  ])
}

/**
 * Stores a draft to offer in an alert. Nobody has requested it, so it is paid for when it is posted.
 *
 * @returns null if a person has to write or complete it, or if it couldn't be posted
 * @throws DomainError `not_found`
 */
export async function draftForAlert(ctx: ActingContext, reviewId: number): Promise<OfferedDraft | null> {
  const review = await requireReview(ctx, String(reviewId))
  if (!review.canPost || review.responded || review.removedAt !== null) return null
  const words = await readWordLists(ctx)
  const { request } = await readRequest(ctx, { reviewId: String(reviewId) })
  const draft = draftReply(request, words)
  if ('held' in draft || BLANK.test(draft.text)) return null
  const { id, text } = await storeDraft(ctx, request, draft)
  return { id, text }
}

async function readRequest(
  ctx: ActingContext,
  { reviewId }: DraftReplyInput,
): Promise<Pick<StoredDraft, 'request' | 'agreement'>> {
  const own = ctx.organization.id
  const ofReview = sql`(SELECT business_id FROM reviews WHERE id = ${Number(reviewId)} AND organization_id = ${own})`
  const [reviews, [business], styles, { results: former }, [agreement], corrected] = await ctx.db.batch([
    reviewQuery(ctx, reviewId),
    ctx.db
      .select(columns(businesses, 'name', 'industry'))
      .from(businesses)
      .where(sql`${businesses.id} = ${ofReview} AND ${businesses.organizationId} = ${own}`),
    ctx.db
      .select(columns(draftStyles, 'tone', 'signOff', 'contactLine', 'remarks'))
      .from(draftStyles)
      .where(sql`${draftStyles.businessId} = ${ofReview} AND ${draftStyles.organizationId} = ${own}`),
    ctx.db.statement<{ text: string; wordings: string }>(sql`SELECT text, wordings FROM reply_drafts
      WHERE business_id = ${ofReview} AND organization_id = ${own} AND delivered_at IS NOT NULL
      ORDER BY delivered_at DESC LIMIT ${literal(REMEMBERED)}`),
    agreementQuery(ctx),
    correctionsQuery(ctx, own, [Number(reviewId)]),
  ])
  const review = onlyReview(reviews)
  if (!business) throw new Error('a review has a business')
  const industryOf = await readIndustryOf(ctx)
  const request = {
    review: {
      id: String(review.id),
      rating: review.rating,
      text: review.reviewText,
      language: review.language,
      author: review.authorName,
      platform: reviewPlatform(review.platform),
    },
    business,
    kind: industryOf(business),
    style: styleOf(styles),
    // Safe: written only by storeDraft. Oldest first.
    former: former
      .map(({ text, wordings }) => ({ text, wordings: JSON.parse(wordings) as string[] }))
      .reverse(),
    corrections: correctionsIn(corrected.results)(review.id),
  }
  return { request, agreement }
}

/**
 * Stores a draft unless the stored one has the same inputs; concurrent callers all get the one that was stored first.
 */
async function storeDraft(
  ctx: ActingContext,
  request: DraftRequest,
  draft: Extract<Draft, { text: string }>,
) {
  const { review, business, style, corrections } = request
  const reviewId = Number(review.id)
  // Without corrections the basis is the same as before corrections existed, so such drafts aren't paid for again.
  const corrected = corrections.length > 0 ? [corrections] : []
  const basis = await sha256Hex(JSON.stringify([WORDINGS_VERSION, review, business, style, ...corrected]))
  const [, [stored]] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO reply_drafts (review_id, id, organization_id, business_id, basis, text, wordings, template_version, created_at)
      SELECT id, ${ctx.createId()}, organization_id, business_id, ${basis}, ${draft.text}, ${JSON.stringify(draft.wordings)},
        ${draft.templateVersion}, ${ctx.now()}
      FROM reviews WHERE id = ${reviewId} AND organization_id = ${ctx.organization.id}
      ON CONFLICT (review_id) DO UPDATE SET id = excluded.id, basis = excluded.basis, text = excluded.text,
        wordings = excluded.wordings, template_version = excluded.template_version, created_at = excluded.created_at,
        delivered_at = NULL
      WHERE basis <> excluded.basis`),
    ctx.db
      .select(columns(replyDrafts, 'id', 'text', 'templateVersion'))
      .from(replyDrafts)
      .where(
        sql`${replyDrafts.reviewId} = ${reviewId} AND ${replyDrafts.organizationId} = ${ctx.organization.id}`,
      ),
  ])
  // The review may have been deleted since it was read.
  if (!stored) throw reviewNotFound()
  return stored
}
