import { sql } from 'drizzle-orm'
import type { ActingContext, Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { actingFor } from '../organizations/membership.ts'
import { wasRolledBack } from '../platform/all-or-nothing.ts'
import { sha256Hex } from '../platform/ids.ts'
import { requireReview } from '../reviews/require-review.ts'
import type { LinkToken } from '../rules/auth.ts'
import { iso } from '../rules/durations.ts'
import { may } from '../rules/permissions.ts'
import { hasFeature } from '../rules/plans.ts'
import { type PayableDraft, POST_LINK_ENDED, type PostLinkView } from '../rules/post-links.ts'
import { UNDO_TOO_LATE } from '../rules/responses.ts'
import { createResponse } from './create.ts'
import { type NamedContext, suggestReply } from './suggestions.ts'
import { undoReply } from './undo.ts'

interface DraftCredit {
  /** Spends a credit on the draft, at most once per draft. True if the draft was never delivered before. */
  pay(ctx: ActingContext, draft: PayableDraft): Promise<boolean>
  giveBack(ctx: ActingContext, draft: PayableDraft): Promise<void>
}

/**
 * Changes nothing, because mail programs also open links.
 *
 * @throws DomainError `not_found` if the link never existed or has expired; `too_many`
 */
export async function getPostLink(ctx: Context, input: LinkToken): Promise<PostLinkView> {
  await requireTry(ctx, LIMITS.postLinkPrefix, ctx.network.prefix)
  return (await requireLink(ctx, input)).view
}

/**
 * Posts a link's draft as a reply by the link's member, or suggests it if the member may not post. Idempotent.
 *
 * @throws DomainError `not_found`; `conflict` if a colleague was faster; `plan_limit` if no credit is left; `too_many`
 */
export async function usePostLink(
  ctx: Context,
  input: LinkToken,
  credit: DraftCredit,
): Promise<PostLinkView> {
  await requireTry(ctx, LIMITS.postLinkPrefix, ctx.network.prefix)
  const found = await requireLink(ctx, input)
  if (found.view.state === 'sent') return found.view
  const { acting, link } = found
  const draft = { id: link.draftId, reviewId: link.reviewId }
  const isNew = await credit.pay(acting, draft)
  try {
    return await sendDraft(ctx, input, found)
  } catch (error) {
    // After a fault, the draft may have been stored.
    if (isNew && error instanceof DomainError) await credit.giveBack(acting, draft)
    throw error
  }
}

async function sendDraft(ctx: Context, input: LinkToken, found: FoundLink): Promise<PostLinkView> {
  const { view, acting, isOpen } = found
  const reply = { reviewId: view.reviewId, text: view.draft }
  try {
    if (view.mayPost) await createResponse(acting, reply, isOpen)
    else await suggestReply(acting, reply, isOpen)
  } catch (error) {
    // Another request came first, or the link has ended meanwhile; reading the link again shows which.
    if (!wasRolledBack(error)) throw error
  }
  const { view: after } = await requireLink(ctx, input)
  if (after.state === 'open') throw linkEnded()
  return after
}

type FoundLink = Awaited<ReturnType<typeof requireLink>>

/** @throws DomainError `not_found`; `conflict` if the reply has been sent; `too_many` */
export async function undoPostLink(ctx: Context, input: LinkToken): Promise<void> {
  await requireTry(ctx, LIMITS.postLinkPrefix, ctx.network.prefix)
  const { acting, link } = await requireLink(ctx, input)
  if (link.responseId === null) throw new DomainError('conflict', UNDO_TOO_LATE)
  await undoReply(acting, { id: link.responseId })
}

/** @throws DomainError `not_found` */
async function requireLink(ctx: Context, { token }: LinkToken) {
  const tokenHash = await sha256Hex(token)
  const now = ctx.now()
  // Like sessions, a link ends when its member's password or email address changes.
  const { results } = await ctx.db.statement<StoredLink>(sql`
    SELECT link.organization_id AS organizationId, link.user_id AS userId, link.review_id AS reviewId,
      link.draft_id AS draftId, link.created_at AS createdAt, link.ended_at AS endedAt, draft.text AS draft,
      users.email AS email, profiles.full_name AS fullName,
      (SELECT answer.id FROM review_responses AS answer WHERE answer.review_id = link.review_id
        AND answer.user_id = link.user_id AND answer.response_text = draft.text) AS responseId,
      EXISTS (SELECT 1 FROM reply_suggestions AS suggestion WHERE suggestion.review_id = link.review_id
        AND suggestion.user_id = link.user_id AND suggestion.text = draft.text) AS isSuggested,
      businesses.name AS businessName
    FROM post_links AS link
      JOIN users ON users.id = link.user_id AND users.email = link.email AND users.email_verified_at IS NOT NULL
      JOIN profiles ON profiles.id = users.id
      JOIN reply_drafts AS draft ON draft.review_id = link.review_id AND draft.id = link.draft_id
        AND draft.organization_id = link.organization_id
      JOIN businesses ON businesses.id = draft.business_id
    WHERE link.token_hash = ${tokenHash} AND link.expires_at > ${now}
      AND NOT EXISTS (SELECT 1 FROM password_history AS password
        WHERE password.user_id = link.user_id AND password.created_at > link.created_at)`)
  const [link] = results
  if (!link) throw linkEnded()
  const acting = await requireActing(ctx, link)
  const review = await requireReview(acting, String(link.reviewId)).catch(() => {
    throw linkEnded()
  })
  const isSent = link.endedAt !== null && (link.responseId !== null || link.isSuggested === 1)
  const isUnchanged =
    !review.responded && review.removedAt === null && (review.editedAt ?? 0) <= link.createdAt
  if (!isSent && (link.endedAt !== null || !isUnchanged)) throw linkEnded()
  const view: PostLinkView = {
    reviewId: String(link.reviewId),
    platform: review.platformName,
    businessName: link.businessName,
    authorName: review.authorName,
    rating: review.rating,
    review: review.reviewText,
    draft: link.draft,
    mayPost: may(acting.organization, 'replies.post'),
    state: isSent ? 'sent' : 'open',
    leavesAt: isSent && link.responseId !== null ? iso(review.leavesAt) : null,
  }
  // The draft is gone if its credit was given back meanwhile.
  const isOpen = sql`EXISTS (SELECT 1 FROM post_links WHERE token_hash = ${tokenHash} AND ended_at IS NULL)
    AND EXISTS (SELECT 1 FROM reply_drafts WHERE reply_drafts.id = ${link.draftId})`
  return { view, acting, link, isOpen }
}

interface StoredLink {
  organizationId: string
  userId: string
  reviewId: number
  draftId: string
  createdAt: number
  endedAt: number | null
  draft: string
  email: string
  fullName: string
  /** The member's own reply with the draft's text. */
  responseId: string | null
  isSuggested: number
  businessName: string
}

/** @throws DomainError `not_found` if the member may no longer answer reviews, or the plan has no drafts */
async function requireActing(ctx: Context, link: StoredLink): Promise<NamedContext> {
  const acting = await actingFor(ctx, link.organizationId, link.userId)
  const mayAnswer =
    acting &&
    may(acting.organization, 'reviews.answer') &&
    hasFeature(acting.organization.plan, 'hasAIInsights')
  if (!acting || !mayAnswer) throw linkEnded()
  return { ...acting, session: { user: { id: link.userId, fullName: link.fullName, email: link.email } } }
}

function linkEnded(): DomainError {
  return new DomainError('not_found', POST_LINK_ENDED)
}
