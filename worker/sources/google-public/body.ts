import { at, countAt } from '../at.ts'

/** What stands before the JSON, so that a page of another site can't run the answer as a script. */
const GUARD = ")]}'"

export function isHtml(body: string): boolean {
  return /^[\s\ufeff]{0,99}</.test(body)
}

/** The JSON list of a body without what stands before it; null when no list begins in it. */
export function listText(body: string): string | null {
  const guard = body.indexOf(GUARD)
  const json = guard !== -1 && guard < 4 ? body.slice(guard + GUARD.length) : body
  const start = json.indexOf('[')
  return start === -1 || /^\s{0,99}\{/.test(json) ? null : json.slice(start)
}

/** True for a body that ended before its JSON began. */
export function isOnlyBegun(body: string): boolean {
  return GUARD.startsWith(body.trim())
}

/** The code of an error answer, `[["er",null,null,null,null,CODE,…]]`; null when the answer is no error. */
export function errorCodeOf(answer: unknown): { code: number | null } | null {
  return at(answer, 0, 0) === 'er' ? { code: countAt(answer, 0, 5) } : null
}
