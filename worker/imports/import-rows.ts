import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  type FieldFault,
  type ImportRowsInput,
  type ImportView,
  readImportedReview,
} from '../rules/imports.ts'
import { importView } from './arrival-view.ts'
import type { ArrivalRun } from './open-run.ts'
import { importEnded, importNotFound, requireImport } from './require-import.ts'
import { storeStep } from './store-step.ts'

export interface ImportedRows extends ImportView {
  /** Rows of this chunk that could not be read, counted from 0 in the chunk. */
  refused: ({ row: number } & FieldFault)[]
}

/**
 * Takes the next rows of a file. Chunks are numbered, and each is stored once: one that was lost on the way back may be
 * sent again, and changes nothing. A row that can't be read does not hold up the others.
 *
 * @throws DomainError `not_found`; `conflict` when the import has ended, or a chunk before this one is missing
 */
export async function importRows(ctx: MemberContext, input: ImportRowsInput): Promise<ImportedRows> {
  const run = await requireImport(ctx, input.runId)
  const now = ctx.now()
  const read = input.rows.map((row) => readImportedReview(row, now))
  const refused = read.flatMap(({ faults }, row) => faults.map((fault) => ({ row, ...fault })))
  const standing = run.page === input.chunk ? await take(ctx, run, read) : run
  if (standing.page <= input.chunk) {
    if (standing.status !== 'running') throw importEnded(standing)
    throw new DomainError('conflict', `Chunk ${standing.page} of this import comes first.`)
  }
  return { ...importView(standing), refused }
}

async function take(
  ctx: MemberContext,
  run: ArrivalRun,
  read: readonly ReturnType<typeof readImportedReview>[],
): Promise<ArrivalRun> {
  if (run.status !== 'running') throw importEnded(run)
  const reviews = read.flatMap(({ review }) => review ?? [])
  const standing = await storeStep(ctx, run, ctx.organization.plan, reviews)
  if (!standing) throw importNotFound()
  return standing
}
