import { eq, type SQL, sql } from 'drizzle-orm'
import { postLinks } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext } from '../context.ts'
import { randomToken, sha256Hex } from '../platform/ids.ts'
import { prune } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import { POST_LINK_MS, POST_LINK_PAGE } from '../rules/post-links.ts'

interface LinkToMake {
  userId: string
  email: string
  reviewId: number
  draftId: string
}

/**
 * Creates the link in an alert that posts a draft as the reply. `statement` stores the hash of its token.
 *
 * @param guard SQL: if false, the link isn't stored
 */
export async function makePostLink(ctx: ActingContext, to: LinkToMake, guard: SQL) {
  const token = randomToken()
  const tokenHash = await sha256Hex(token)
  const { userId, email, reviewId, draftId } = to
  const now = ctx.now()
  const statement = ctx.db.statement(sql`
    INSERT INTO post_links (token_hash, organization_id, user_id, email, review_id, draft_id, created_at, expires_at)
    SELECT ${tokenHash}, ${ctx.organization.id}, ${userId}, ${email}, ${reviewId}, ${draftId}, ${now}, ${now + POST_LINK_MS}
    WHERE ${guard}`)
  return { path: `${POST_LINK_PAGE}?${new URLSearchParams({ token })}`, statement }
}

/** Statement that ends a review's links: all if it has a reply, otherwise those of members who suggested one. */
export function endPostLinks(ctx: ActingContext, reviewId: number) {
  return ctx.db.statement(sql`UPDATE post_links SET ended_at = ${ctx.now()}
    WHERE review_id = ${reviewId} AND organization_id = ${ctx.organization.id} AND ended_at IS NULL
      AND (EXISTS (SELECT 1 FROM review_responses AS answer WHERE answer.review_id = post_links.review_id)
        OR EXISTS (SELECT 1 FROM reply_suggestions AS suggestion WHERE suggestion.review_id = post_links.review_id
          AND suggestion.user_id = post_links.user_id AND suggestion.state = 'open'))`)
}

export function endPostLinksOf({ db }: BackgroundContext, userId: string) {
  return db.delete(postLinks).where(eq(postLinks.userId, userId))
}

export async function forgetOldPostLinks(ctx: BackgroundContext): Promise<void> {
  await prune(ctx.db, { key: postLinks.tokenHash, time: postLinks.expiresAt }, ctx.now() - DAY_MS)
}
