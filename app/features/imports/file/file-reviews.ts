import { importId } from '#worker/rules/imports.ts'
import { type OpenedFile, rowsOf } from './opened-file.ts'
import { type GoodRow, type Reading, type RowResult, reviewOfRow } from './row-review.ts'

type FileReview = RowResult & {
  /** Number of the row, from 1, without the header row. */
  row: number
}

interface ReviewsRead {
  reviews: FileReview[]
  bytesRead: number
}

/**
 * Streams all rows of a file in order, a slice at a time, each row once.
 *
 * @throws FileFault if the file becomes unreadable; the signal's reason if aborted
 */
export async function* fileReviews(
  opened: OpenedFile,
  reading: Reading,
  signal?: AbortSignal,
): AsyncGenerator<ReviewsRead> {
  let row = 0
  for await (const { rows, bytesRead } of rowsOf(opened)) {
    signal?.throwIfAborted()
    const reviews = rows.map((found) => {
      row += 1
      return { ...reviewOfRow(found, reading), row }
    })
    yield { reviews, bytesRead }
  }
}

/** Detects rows whose review already occurs in an earlier row. */
export class Doubles {
  readonly #seen = new Set<string>()

  /** Ids of the reviews: the platform's, or the one an import will assign; null for bad rows and duplicates. */
  async idsOf(reviews: readonly FileReview[]): Promise<(string | null)[]> {
    // In parallel: hashing runs on another thread, and awaiting each would take longer.
    const ids = await Promise.all(reviews.map((found) => found.review && idOf(found)))
    return ids.map((id, index) => {
      const key = `${reviews[index]?.platform} ${id}`
      if (id === null || this.#seen.has(key)) return null
      this.#seen.add(key)
      return id
    })
  }
}

async function idOf({ stored, platform }: GoodRow): Promise<string> {
  return stored.reviewId ?? importId(platform, stored)
}
