import type { RowFault } from '#app/features/imports/file/row-review.ts'
import { retryTransient, type Sending } from '#app/features/imports/file/send-file.ts'
import { api } from '#app/lib/api.ts'
import { MAX_ARCHIVE_ROWS } from '#worker/rules/archive-import.ts'
import type { ImportCounts } from '#worker/rules/imports.ts'
import type { Destination } from './destination.ts'
import { type ArchiveContents, linesOf, rowOf } from './read-archive.ts'

export interface ArchiveProgress {
  counts: ImportCounts
  /** Lines of `reviews.jsonl` read so far. */
  lines: number
  allLines: number
  faults: readonly RowFault[]
}

export interface ImportingArchive extends Pick<Sending, 'signal' | 'onWaiting'> {
  onProgress(progress: ArchiveProgress): void
}

/** Maximum bytes of the reviews in a request. The server accepts 64 KiB; the remainder is for the business's id. */
const MAX_BYTES = 60_000

interface Chunk {
  rows: unknown[]
  /** Line number of each row. */
  lines: number[]
  bytes: number
}

/** Reports unreadable lines and stores the others. */
export async function restoreReviews(
  { reviews, totals }: ArchiveContents,
  into: Destination,
  to: ImportingArchive,
): Promise<ArchiveProgress> {
  const chunks = new Map<string, Chunk>()
  const faults: RowFault[] = []
  const counts = { stored: 0, updated: 0, unchanged: 0, overQuota: 0 }
  const encoder = new TextEncoder()
  let line = 0

  async function send(businessId: string): Promise<void> {
    const chunk = chunks.get(businessId)
    if (!chunk || chunk.rows.length === 0) return
    chunks.delete(businessId)
    const { rows, lines } = chunk
    const answer = await retryTransient(
      () => api.archives.restoreReviews.mutate({ businessId, rows }, { signal: to.signal }),
      to,
    )
    counts.stored += answer.stored
    counts.unchanged += answer.known
    counts.overQuota += answer.overQuota
    for (const { row, field, message } of answer.refused)
      faults.push({ line: lines[row] ?? line, column: field, problem: message })
    to.onProgress({ counts: { ...counts }, lines: line, allLines: totals.reviews, faults })
  }

  for await (const text of linesOf(reviews)) {
    to.signal.throwIfAborted()
    line += 1
    const row = rowOf(text)
    if (row && into.isSkipped(row.businessId)) continue
    const businessId = row && into.ids.get(row.businessId)
    const bytes = encoder.encode(text).length + 1
    if (!businessId || bytes > MAX_BYTES) {
      const problem = businessId
        ? 'This line is too long.'
        : 'This line doesn’t match the format of our archives.'
      faults.push({ line, column: '', problem })
      continue
    }
    const full = chunks.get(businessId)
    if (full && (full.rows.length === MAX_ARCHIVE_ROWS || full.bytes + bytes > MAX_BYTES))
      await send(businessId)
    const chunk = chunks.get(businessId) ?? { rows: [], lines: [], bytes: 0 }
    chunk.rows.push(row)
    chunk.lines.push(line)
    chunk.bytes += bytes
    chunks.set(businessId, chunk)
  }
  for (const businessId of [...chunks.keys()]) await send(businessId)
  return { counts, lines: line, allLines: totals.reviews, faults }
}
