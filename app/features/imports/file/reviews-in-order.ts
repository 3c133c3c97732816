import type { ArrivedReviewInput } from '#worker/rules/imports.ts'
import { fitsChunk } from './chunks.ts'
import { type DayRange, dayOf, isWithin } from './newest-first.ts'
import { type OpenedFile, rowsOf } from './opened-file.ts'
import { type Reading, reviewOfRow } from './row-review.ts'

interface Order {
  /** Newest first; null leaves all rows as they stand in the file. */
  ranges: readonly DayRange[] | null
  signal: AbortSignal
}

/**
 * The rows of a file that can be imported. The file is read once for each range, so that no more of it than one range is
 * in memory.
 *
 * @throws the signal's reason when it is stopped
 */
export async function* reviewsInOrder(
  opened: OpenedFile,
  reading: Reading,
  { ranges, signal }: Order,
): AsyncGenerator<ArrivedReviewInput> {
  if (ranges === null) return yield* reviewsOf(opened, reading, signal)
  for (const range of ranges) {
    if (range.oldest === range.newest) {
      yield* reviewsOf(opened, reading, signal, range)
      continue
    }
    const held: ArrivedReviewInput[] = []
    for await (const review of reviewsOf(opened, reading, signal, range)) held.push(review)
    // Those of one day stay as they stand in the file.
    yield* held.sort((one, other) => Number(dayOf(one) < dayOf(other)) - Number(dayOf(one) > dayOf(other)))
  }
}

async function* reviewsOf(opened: OpenedFile, reading: Reading, signal: AbortSignal, range?: DayRange) {
  for await (const { rows } of rowsOf(opened)) {
    signal.throwIfAborted()
    for (const row of rows) {
      const { review } = reviewOfRow(row, reading)
      if (review && fitsChunk(review) && (!range || isWithin(dayOf(review), range))) yield review
    }
  }
}
