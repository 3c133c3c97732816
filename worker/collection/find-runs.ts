import { and, desc, eq } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ListRunsInput, RunId } from '../rules/collection.ts'
import type { RunView } from '../rules/views.ts'
import { runView } from './run-view.ts'

const MAX_RUNS = 50

export async function requireRun(ctx: MemberContext, id: string) {
  const rows = await ctx.db
    .select()
    .from(scrapeRuns)
    .where(and(eq(scrapeRuns.id, id), eq(scrapeRuns.organizationId, ctx.organization.id)))
  const run = rows[0]
  if (!run)
    throw new DomainError(
      'not_found',
      'This collection was not found. It may have been deleted with its business.',
    )
  return run
}

/** @throws DomainError `not_found` */
export async function getRun(ctx: MemberContext, input: RunId): Promise<RunView> {
  return runView(await requireRun(ctx, input.id), ctx.now())
}

/**
 * The newest runs, of one business or of all, at most 50.
 *
 * @throws DomainError `not_found` when the business is not in the caller's organization
 */
export async function listRuns(
  ctx: MemberContext,
  input: ListRunsInput,
): Promise<{ items: RunView[]; nextCursor: null }> {
  const business = input.businessId === undefined ? null : await requireBusiness(ctx, input.businessId)
  const runs = await ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.organizationId, ctx.organization.id),
        business ? eq(scrapeRuns.businessId, business.id) : undefined,
      ),
    )
    .orderBy(desc(scrapeRuns.createdAt), desc(scrapeRuns.id))
    .limit(MAX_RUNS)
  const now = ctx.now()
  return { items: runs.map((run) => runView(run, now)), nextCursor: null }
}
