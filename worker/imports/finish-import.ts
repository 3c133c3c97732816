import { and, eq, sql } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { endImport } from '../collection/run-store.ts'
import type { MemberContext } from '../context.ts'
import type { FinishImportInput, ImportView } from '../rules/imports.ts'
import { IMPORT_LIMIT_WARNING } from '../rules/plans.ts'
import { importEnded, importNotFound, importView, requireImport } from './import-run.ts'

/**
 * Ends an import after its last chunk. Idempotent.
 * @throws DomainError `not_found`; `conflict` if it was ended in another way
 */
export async function finishImport(ctx: MemberContext, input: FinishImportInput): Promise<ImportView> {
  const run = await requireImport(ctx, input.runId)
  const said = JSON.stringify(leftOut(input.rowsRefused))
  const [, found] = await ctx.db.batch([
    endImport(ctx.db, run, {
      finishedAt: ctx.now(),
      reviewsFound: sql`reviews_found + ${input.rowsNotSent}`,
      reviewsOverQuota: sql`reviews_over_quota + ${input.rowsNotSent}`,
      warnings: sql`CASE WHEN reviews_over_quota + ${input.rowsNotSent} > 0
          THEN json_insert(${said}, '$[#]', ${IMPORT_LIMIT_WARNING}) ELSE ${said} END`,
    }),
    ctx.db
      .select()
      .from(scrapeRuns)
      .where(and(eq(scrapeRuns.id, run.id), eq(scrapeRuns.organizationId, ctx.organization.id))),
  ])
  const current = found[0]
  if (!current) throw importNotFound()
  if (current.status !== 'succeeded') throw importEnded(current)
  return importView(current)
}

function leftOut(rowsRefused: number): string[] {
  if (rowsRefused === 0) return []
  return [
    rowsRefused === 1
      ? 'One row of the file could not be read and was left out.'
      : `${rowsRefused} rows of the file could not be read and were left out.`,
  ]
}
