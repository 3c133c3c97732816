import { and, eq, isNotNull } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { replyDrafts, replyRewrites } from '#db/schema/index.ts'
import type { ActingContext } from '../context.ts'

const MAX_COMPARED_TERMS = 1_000

export async function draftUseOf(ctx: ActingContext, reviewId: number, written: string) {
  const [draft] = await ctx.db
    .select({ ...columns(replyDrafts, 'text', 'templateVersion'), rewrite: replyRewrites.text })
    .from(replyDrafts)
    .leftJoin(
      replyRewrites,
      and(eq(replyRewrites.reviewId, replyDrafts.reviewId), eq(replyRewrites.draftId, replyDrafts.id)),
    )
    .where(
      and(
        eq(replyDrafts.reviewId, reviewId),
        eq(replyDrafts.organizationId, ctx.organization.id),
        isNotNull(replyDrafts.deliveredAt),
      ),
    )
  if (!draft) return
  const { text, rewrite, templateVersion } = draft
  return {
    draftSource: rewrite === null ? ('template' as const) : ('model' as const),
    templateVersion,
    editedShare: editedShare(rewrite ?? text, written),
  }
}

/** Share of a draft that was changed: edit distance in terms, divided by the longer text; 0 to 1. */
function editedShare(draft: string, written: string): number {
  const before = termsOf(draft)
  const after = termsOf(written)
  // Distances from the first terms of `before` to the first `index` terms of `after` (Wagner and Fischer 1974).
  let distances = after.map((_, index) => index)
  distances.push(after.length)
  for (const [row, term] of before.entries()) {
    const next = [row + 1]
    for (const [index, other] of after.entries()) {
      const replaced = (distances[index] ?? 0) + (term === other ? 0 : 1)
      const removed = (distances[index + 1] ?? 0) + 1
      next.push(Math.min(replaced, removed, (next[index] ?? 0) + 1))
    }
    distances = next
  }
  return (distances.at(-1) ?? 0) / Math.max(before.length, after.length, 1)
}

function termsOf(text: string): string[] {
  return text.trim().split(/\s+/).filter(Boolean).slice(0, MAX_COMPARED_TERMS)
}
