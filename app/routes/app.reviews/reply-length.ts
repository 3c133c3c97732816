import { MAX_RESPONSE_CHARS } from '#worker/rules/responses.ts'

/** Characters that still fit; negative when there are too many. */
export function roomLeft(text: string): number {
  return MAX_RESPONSE_CHARS - text.trim().length
}

/** Why a reply can't be saved yet; null when it can. */
export function replyProblem(text: string): string | null {
  if (text.trim() === '') return 'Write a reply first.'
  const left = roomLeft(text)
  return left < 0 ? `Shorten the reply by ${-left} ${left === -1 ? 'character' : 'characters'}.` : null
}
