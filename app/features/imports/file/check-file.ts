import type { Platform } from '#worker/rules/platforms.ts'
import { Chunker } from './chunks.ts'
import { Doubles, fileReviews } from './file-reviews.ts'
import { type DayCounts, dayOf } from './newest-first.ts'
import type { OpenedFile } from './opened-file.ts'
import type { Reading, RowFault } from './row-review.ts'

/** A file before its import: each of its rows is good, bad or doubled. */
export interface CheckedFile {
  /** Rows that can be imported. */
  good: number
  /** Rows that can't. */
  bad: number
  /** The numbers of the rows with a review that an earlier row has. */
  doubled: Set<number>
  /** Good rows that name no day. */
  undated: number
  /** Good rows by platform, and how many requests they take. */
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

/**
 * Reads a file to its end without sending anything, so that its owner knows what will come of it.
 *
 * @throws FileFault where it can't be read any further; the signal's reason when it is stopped
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
