import { and, eq } from 'drizzle-orm'
import { businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { RunId } from '../rules/collection.ts'
import type { RunView } from '../rules/views.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { closeRun } from './close-run.ts'
import { requireRun } from './find-runs.ts'
import { type Run, runView } from './run-view.ts'

/**
 * Ends an open run; the pages it saved stay. A page that is being fetched at this moment is not saved any more.
 *
 * @throws DomainError `not_found`, `conflict` when the run has ended by itself
 */
export async function cancelRun(ctx: MemberContext, input: RunId): Promise<RunView> {
  let run = await requireRun(ctx, input.id)
  if (!isOpen(run)) throw new DomainError('conflict', 'This collection has already ended.')
  // Where a page was saved in between, the run is closed as it stands after that page.
  while (isOpen(run)) {
    const source = await findSource(ctx, run)
    await closeRun(ctx, { run, source, plan: ctx.organization.plan }, { status: 'cancelled' })
    run = await requireRun(ctx, input.id)
  }
  return runView(run, ctx.now())
}

function isOpen(run: Run): boolean {
  return OPEN_STATUSES.includes(run.status)
}

/** None for a file that is imported: how far it came says nothing about collecting. */
async function findSource(ctx: MemberContext, run: Run) {
  if (run.source === 'file') return null
  const rows = await ctx.db
    .select()
    .from(businessSources)
    .where(
      and(
        eq(businessSources.businessId, run.businessId),
        eq(businessSources.platform, run.platform),
        eq(businessSources.organizationId, ctx.organization.id),
      ),
    )
  return rows[0] ?? null
}
