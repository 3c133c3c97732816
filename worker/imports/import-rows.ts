import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import {
  type FieldFault,
  type ImportRowsInput,
  type ImportView,
  readImportedReview,
} from '../rules/imports.ts'
import { type ImportRun, importEnded, importNotFound, importView, requireImport } from './import-run.ts'
import { storeStep } from './store-step.ts'

export interface ImportedRows extends ImportView {
  /** Rows of this chunk that could not be read, counted from 0 in the chunk. */
  refused: ({ row: number } & FieldFault)[]
}

/**
 * Takes the next rows of a file. Each numbered chunk is stored once; a row that can't be read does not delay the others.
 * @throws DomainError `not_found`; `conflict` when the import has ended, or a chunk before this one is missing
 */
export async function importRows(ctx: MemberContext, input: ImportRowsInput): Promise<ImportedRows> {
  const run = await requireImport(ctx, input.runId)
  const now = ctx.now()
  const read = input.rows.map((row) => readImportedReview(row, now))
  const refused = read.flatMap(({ faults }, row) => faults.map((fault) => ({ row, ...fault })))
  const current = run.page === input.chunk ? await take(ctx, run, read) : run
  if (current.page <= input.chunk) {
    if (current.status !== 'running') throw importEnded(current)
    throw new DomainError('conflict', `Chunk ${current.page} of this import comes first.`)
  }
  return { ...importView(current), refused }
}

async function take(
  ctx: MemberContext,
  run: ImportRun,
  read: readonly ReturnType<typeof readImportedReview>[],
): Promise<ImportRun> {
  if (run.status !== 'running') throw importEnded(run)
  const reviews = read.flatMap(({ review }) => review ?? [])
  const current = await storeStep(ctx, run, ctx.organization.plan, reviews)
  if (!current) throw importNotFound()
  return current
}
