import { MAX_REPLY_BYTES, postedBytes, TOO_LONG_FOR_GOOGLE } from '#worker/rules/posting.ts'
import { MAX_RESPONSE_CHARS } from '#worker/rules/responses.ts'

/** Characters that still fit; negative when there are too many. */
export function roomLeft(text: string): number {
  return MAX_RESPONSE_CHARS - text.trim().length
}

/**
 * Why a reply can't be saved yet; null when it can.
 *
 * @param isPosted whether it goes to Google, which counts bytes
 */
export function replyProblem(text: string, isPosted = false): string | null {
  if (text.trim() === '') return 'Write a reply first.'
  const left = roomLeft(text)
  if (left >= 0 && isPosted && postedBytes(text.trim()) > MAX_REPLY_BYTES) return TOO_LONG_FOR_GOOGLE
  return left < 0 ? `Shorten the reply by ${-left} ${left === -1 ? 'character' : 'characters'}.` : null
}
