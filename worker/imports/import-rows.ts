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
  /** Unreadable rows of this chunk, counted from 0 within the chunk. */
  refused: ({ row: number } & FieldFault)[]
}

/**
 * Imports the next rows of a file. Each numbered chunk is stored once; unreadable rows don't block the others.
 * @throws DomainError `not_found`; `conflict` if the import has ended or an earlier chunk is missing
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
