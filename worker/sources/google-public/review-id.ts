/** Url-safe base64 of a protobuf whose field 1 is a text of 16 to 127 characters; the length makes the first two. */
const REVIEW_ID = /^C[h-n][A-Za-z0-9_-]{20,180}$/
/** The lengths in use; only these are sure enough to be told from photo ids and tokens. */
const USUAL_REVIEW_ID = /^(Ch[Zd][A-Za-z0-9_-]{32,33}|Ci9[A-Za-z0-9_-]{65})$/

/** True for a public Google review id. It is opaque and case-sensitive. */
export function isReviewId(value: unknown): value is string {
  return typeof value === 'string' && REVIEW_ID.test(value)
}

/** The first review id among the parts of a record and their parts; null when there is none. */
export function findReviewId(record: unknown): string | null {
  for (const part of Array.isArray(record) ? record : []) {
    const found = Array.isArray(part) ? part.find(isUsual) : part
    if (isUsual(found)) return found
  }
  return null
}

function isUsual(value: unknown): value is string {
  return typeof value === 'string' && USUAL_REVIEW_ID.test(value)
}
