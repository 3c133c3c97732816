import { and, asc, eq, sql } from 'drizzle-orm'
import { savedViews } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  MAX_SAVED_VIEWS,
  type SavedView,
  type SavedViewId,
  type SaveViewInput,
} from '../rules/inbox-views.ts'

const TOO_MANY = `You already have ${MAX_SAVED_VIEWS} saved views. Delete one first.`

/** The caller's own views in this organization, in the order they were made. */
export function savedViewsQuery(ctx: MemberContext) {
  return ctx.db
    .select({ id: savedViews.id, name: savedViews.name, query: savedViews.query })
    .from(savedViews)
    .where(ownViews(ctx))
    .orderBy(asc(savedViews.id))
}

export async function listSavedViews(ctx: MemberContext): Promise<{ items: SavedView[]; nextCursor: null }> {
  return { items: await savedViewsQuery(ctx), nextCursor: null }
}

/**
 * Saves a filter under a name, replacing one of the same name.
 *
 * @throws DomainError `conflict` beyond MAX_SAVED_VIEWS
 */
export async function saveView(ctx: MemberContext, input: SaveViewInput): Promise<SavedView> {
  const { results } = await ctx.db.statement<SavedView>(sql`
    INSERT INTO saved_views (id, organization_id, user_id, name, query, created_at)
    SELECT ${ctx.createId()}, ${ctx.organization.id}, ${ctx.session.user.id}, ${input.name}, ${input.query}, ${ctx.now()}
    WHERE (SELECT count(*) FROM saved_views
      WHERE organization_id = ${ctx.organization.id} AND user_id = ${ctx.session.user.id}
        AND name <> ${input.name}) < ${MAX_SAVED_VIEWS}
    ON CONFLICT (organization_id, user_id, name) DO UPDATE SET query = excluded.query
    RETURNING id, name, query`)
  const [saved] = results
  if (!saved) throw new DomainError('conflict', TOO_MANY)
  return saved
}

/** @throws DomainError `not_found` */
export async function removeSavedView(ctx: MemberContext, input: SavedViewId): Promise<void> {
  const removed = await ctx.db
    .delete(savedViews)
    .where(and(eq(savedViews.id, input.id), ownViews(ctx)))
    .returning({ id: savedViews.id })
  if (removed.length === 0) throw new DomainError('not_found', 'This view has already been deleted.')
}

function ownViews(ctx: MemberContext) {
  return and(eq(savedViews.organizationId, ctx.organization.id), eq(savedViews.userId, ctx.session.user.id))
}
