import { importId } from '#worker/rules/imports.ts'
import { type OpenedFile, rowsOf } from './opened-file.ts'
import { type GoodRow, type Reading, type RowResult, reviewOfRow } from './row-review.ts'

/** A row of a file: its review, or what keeps it from being one. */
type FileReview = RowResult & {
  /** Counted from 1, without the names of the columns. */
  row: number
}

interface ReviewsRead {
  reviews: FileReview[]
  /** Of the file. */
  bytesRead: number
}

/**
 * All rows of a file, in its order, a slice at a time: each is in it once.
 *
 * @throws FileFault where the file can't be read any further; the signal's reason when it is stopped
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

/** Finds the rows of a file whose review an earlier row has. */
export class Doubles {
  readonly #seen = new Set<string>()

  /** Its platform's id of each review, or the one that it will get; null for bad rows and for those that are doubled. */
  async idsOf(reviews: readonly FileReview[]): Promise<(string | null)[]> {
    // One after the other, each would wait for another thread.
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
