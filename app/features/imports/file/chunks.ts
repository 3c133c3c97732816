import { type ImportedReviewInput, MAX_CHUNK_ROWS } from '#worker/rules/imports.ts'

/** Maximum bytes of a chunk. A request may have 64 KiB; the rest is for the run's id and the chunk's number. */
export const MAX_CHUNK_BYTES = 60_000

export function fitsChunk(review: ImportedReviewInput): boolean {
  return bytesOf(review) <= MAX_CHUNK_BYTES
}

const encoder = new TextEncoder()

function bytesOf(review: ImportedReviewInput): number {
  // Plus the comma that follows.
  return encoder.encode(JSON.stringify(review)).length + 1
}

/** Deterministic: the same reviews always make the same chunks. */
export class Chunker {
  #reviews: ImportedReviewInput[] = []
  #bytes = 0

  /** @returns the full chunk if this review no longer fits into it, otherwise null */
  add(review: ImportedReviewInput): ImportedReviewInput[] | null {
    const bytes = bytesOf(review)
    const isFull = this.#reviews.length === MAX_CHUNK_ROWS || this.#bytes + bytes > MAX_CHUNK_BYTES
    const full = isFull && this.#reviews.length > 0 ? this.rest() : null
    this.#reviews.push(review)
    this.#bytes += bytes
    return full
  }

  /** Takes the last, partly filled chunk; null if there is none. */
  rest(): ImportedReviewInput[] | null {
    const reviews = this.#reviews
    this.#reviews = []
    this.#bytes = 0
    return reviews.length > 0 ? reviews : null
  }
}
