import { type ImportedReviewInput, MAX_CHUNK_ROWS } from '#worker/rules/imports.ts'

/** A request takes 64 KiB; the rest is for the run's name and the chunk's number. */
export const MAX_CHUNK_BYTES = 60_000

const encoder = new TextEncoder()

/** Whether a review fits into a chunk at all. */
export function fitsChunk(review: ImportedReviewInput): boolean {
  return bytesOf(review) <= MAX_CHUNK_BYTES
}

function bytesOf(review: ImportedReviewInput): number {
  // And the comma behind it.
  return encoder.encode(JSON.stringify(review)).length + 1
}

/** Gathers reviews until they fill a request. The same reviews always make the same chunks. */
export class Chunker {
  #reviews: ImportedReviewInput[] = []
  #bytes = 0

  /** @returns the chunk that this review does not fit into any more; null while there is room */
  add(review: ImportedReviewInput): ImportedReviewInput[] | null {
    const bytes = bytesOf(review)
    const isFull = this.#reviews.length === MAX_CHUNK_ROWS || this.#bytes + bytes > MAX_CHUNK_BYTES
    const full = isFull && this.#reviews.length > 0 ? this.rest() : null
    this.#reviews.push(review)
    this.#bytes += bytes
    return full
  }

  /** What is left; null when nothing is. */
  rest(): ImportedReviewInput[] | null {
    const reviews = this.#reviews
    this.#reviews = []
    this.#bytes = 0
    return reviews.length > 0 ? reviews : null
  }
}
