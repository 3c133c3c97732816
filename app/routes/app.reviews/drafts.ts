/**
 * Replies that were begun and not saved, by review. Kept while the page lives, so that closing the composer or
 * looking at another review loses nothing; a logout loads a new page and so forgets them.
 */
const drafts = new Map<string, string>()

export function draftOf(reviewId: string): string | undefined {
  return drafts.get(reviewId)
}

export function keepDraft(reviewId: string, text: string): void {
  drafts.set(reviewId, text)
}

export function dropDraft(reviewId: string): void {
  drafts.delete(reviewId)
}
