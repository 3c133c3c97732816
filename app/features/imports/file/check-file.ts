import type { Platform } from '#worker/rules/platforms.ts'
import { Chunker, fitsChunk } from './chunks.ts'
import { type DayCounts, dayOf } from './newest-first.ts'
import { type OpenedFile, rowsOf } from './opened-file.ts'
import { type Reading, type RowFault, reviewOfRow } from './row-review.ts'

export interface CheckedFile {
  /** Rows that can be imported. */
  good: number
  /** Rows that can't. */
  bad: number
  /** Of them, by platform: how many, and how many requests they take. */
  platforms: Map<Platform, { good: number; chunks: number }>
  /** The rows that can be imported, by day: so it is known before which of them are the newest. */
  days: DayCounts
  faults: RowFault[]
}

export interface Watch {
  /** @param bytesRead of the file */
  onProgress(bytesRead: number): void
  signal: AbortSignal
}

const TOO_LONG = 'This review is too long to be imported. Shorten its text.'

/**
 * Reads a file to its end without sending anything, so that its owner knows what will come of it.
 *
 * @throws FileFault where it can't be read any further; the signal's reason when it is stopped
 */
export async function checkFile(opened: OpenedFile, reading: Reading, watch: Watch): Promise<CheckedFile> {
  const checked: CheckedFile = { good: 0, bad: 0, platforms: new Map(), days: new Map(), faults: [] }
  const chunkers = new Map<Platform, Chunker>()
  for await (const { rows, bytesRead } of rowsOf(opened)) {
    watch.signal.throwIfAborted()
    for (const row of rows) {
      const { review, platform, faults } = reviewOfRow(row, reading)
      if (review && fitsChunk(review)) {
        checked.good += 1
        const day = dayOf(review)
        checked.days.set(day, (checked.days.get(day) ?? 0) + 1)
        const chunker = chunkers.get(platform) ?? new Chunker()
        chunkers.set(platform, chunker)
        const { good, chunks } = checked.platforms.get(platform) ?? { good: 0, chunks: 1 }
        checked.platforms.set(platform, {
          good: good + 1,
          chunks: chunker.add(review) ? chunks + 1 : chunks,
        })
      } else {
        checked.bad += 1
        checked.faults.push(...(review ? [{ line: row.line, column: '', problem: TOO_LONG }] : faults))
      }
    }
    watch.onProgress(bytesRead)
  }
  return checked
}
