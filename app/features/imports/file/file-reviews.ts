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

  /** @returns whether a review with its id was asked about before */
  async has(found: GoodRow): Promise<boolean> {
    const id = `${found.platform} ${await idOf(found)}`
    const isKnown = this.#seen.has(id)
    this.#seen.add(id)
    return isKnown
  }
}

/** Its platform's id of a review, or the one that it will get. */
export async function idOf({ stored, platform }: GoodRow): Promise<string> {
  return stored.reviewId ?? importId(platform, stored)
}
