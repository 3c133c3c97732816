import { and, eq } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ArrivalRun } from './open-run.ts'

/**
 * The import of a file inside the caller's organization.
 *
 * @throws DomainError `not_found`
 */
export async function requireImport(ctx: MemberContext, runId: string): Promise<ArrivalRun> {
  const rows = await ctx.db
    .select()
    .from(scrapeRuns)
    .where(
      and(
        eq(scrapeRuns.id, runId),
        eq(scrapeRuns.organizationId, ctx.organization.id),
        eq(scrapeRuns.source, 'file'),
      ),
    )
  if (!rows[0]) throw importNotFound()
  return rows[0]
}

export function importNotFound(): DomainError {
  return new DomainError('not_found', 'This import was not found. Its business may have been deleted.')
}

/** An import that has ended takes no more rows. */
export function importEnded(run: ArrivalRun): DomainError {
  const why = run.errors.at(-1) ?? 'It was ended.'
  return new DomainError('conflict', `This import is over. ${why} Start it again: what is stored stays.`)
}
