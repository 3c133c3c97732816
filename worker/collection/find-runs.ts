import { and, desc, eq, sql } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ListRunsInput, RunId } from '../rules/collection.ts'
import type { RunPage, RunView } from '../rules/views.ts'
import { type Run, runView } from './run-view.ts'

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
 * Runs of one business or of all, newest first.
 *
 * @throws DomainError `not_found` when the business is not in the caller's organization
 */
export async function listRuns(ctx: MemberContext, input: ListRunsInput): Promise<RunPage> {
  if (input.businessId !== undefined) await requireBusiness(ctx, input.businessId)
  return runPage(await runsQuery(ctx, input), input.limit, ctx.now())
}

/** What `runPage` is made of, for a batch: one run more than asked for, to see whether another page follows. */
export function runsQuery(ctx: MemberContext, { businessId, cursor, limit }: ListRunsInput) {
  return ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        // With a business given, its own index is in list order; the plus keeps the other one out of the choice.
        businessId === undefined
          ? eq(scrapeRuns.organizationId, ctx.organization.id)
          : and(
              eq(scrapeRuns.businessId, businessId),
              sql`+${scrapeRuns.organizationId} = ${ctx.organization.id}`,
            ),
        cursor === undefined
          ? undefined
          : sql`(${scrapeRuns.createdAt}, ${scrapeRuns.id}) < (SELECT last.created_at, last.id FROM scrape_runs AS last
              WHERE last.id = ${cursor} AND last.organization_id = ${ctx.organization.id})`,
      ),
    )
    .orderBy(desc(scrapeRuns.createdAt), desc(scrapeRuns.id))
    .limit(limit + 1)
}

/** @param now milliseconds; open runs have been running until then */
export function runPage(rows: readonly Run[], limit: number, now: number): RunPage {
  const items = rows.slice(0, limit).map((run) => runView(run, now))
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
