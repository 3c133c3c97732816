import type { Platform } from '#worker/rules/platforms.ts'
import { Chunker } from './chunks.ts'
import { Doubles, fileReviews } from './file-reviews.ts'
import { type DayCounts, dayOf } from './newest-first.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading, RowFault } from './row-review.ts'

/** Result of checking a file: each row is good, bad or a duplicate. */
export interface CheckedFile {
  /** Rows that can be imported. */
  good: number
  /** Rows that can't. */
  bad: number
  /** Numbers of the rows whose review already occurs in an earlier row. */
  doubled: Set<number>
  /** Good rows without a date. */
  undated: number
  /** Good rows per platform, and the number of requests they take. */
  platforms: Map<Platform, { good: number; chunks: number }>
  /** Good rows per day, so that the newest that fit can be chosen in advance. */
  days: DayCounts
  faults: RowFault[]
}

export interface Watch {
  /** @param bytesRead of the file */
  onProgress(bytesRead: number): void
  signal: AbortSignal
}

/**
 * Reads the whole file without sending anything, to show its owner what an import would do.
 *
 * @throws FileFault if it becomes unreadable; the signal's reason if aborted
 */
export async function checkFile(opened: OpenedFile, reading: Reading, watch: Watch): Promise<CheckedFile> {
  const checked: CheckedFile = {
    good: 0,
    bad: 0,
    doubled: new Set(),
    undated: 0,
    platforms: new Map(),
    days: new Map(),
    faults: [],
  }
  const chunkers = new Map<Platform, Chunker>()
  const doubles = new Doubles()
  for await (const { reviews, bytesRead } of fileReviews(opened, reading, watch.signal)) {
    const ids = await doubles.idsOf(reviews)
    for (const [index, { review, platform, row, faults }] of reviews.entries()) {
      if (!review) {
        checked.bad += 1
        checked.faults.push(...faults)
      } else if (ids[index] === null) {
        checked.doubled.add(row)
      } else {
        checked.good += 1
        if (!review.reviewDate) checked.undated += 1
        const day = dayOf(review)
        checked.days.set(day, (checked.days.get(day) ?? 0) + 1)
        const chunker = chunkers.get(platform) ?? new Chunker()
        chunkers.set(platform, chunker)
        const { good, chunks } = checked.platforms.get(platform) ?? { good: 0, chunks: 1 }
        checked.platforms.set(platform, {
          good: good + 1,
          chunks: chunker.add(review) ? chunks + 1 : chunks,
        })
      }
    }
    watch.onProgress(bytesRead)
  }
  return checked
}
