import type { SourceErrorKind } from '../../rules/failures.ts'
import { brokeOff, captcha, failure, statusRefusal } from '../failure.ts'
import { at, countAt, parseJson } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { isHtml } from '../text.ts'

/** Error responses are a line long; longer bodies are left to `parse`. */
const MAX_ERROR_CHARS = 10_000

export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status === 429) return statusRefusal('google', answer)
  const recognised = redirectRefusal(answer) ?? htmlRefusal(answer.body) ?? errorRefusal(answer.body)
  if (recognised) return recognised
  // A 400 must be about the page token, because nothing else changes between two requests.
  return answer.status === 400 ? failure('google', 'cursor_expired') : statusRefusal('google', answer)
}

/** A redirect to the consent page or the captcha; null for other redirects and other responses. */
export function redirectRefusal(answer: SourceAnswer): SourceError | null {
  if (answer.status < 300 || answer.status >= 400) return null
  const target = answer.headers.get('location') ?? ''
  if (/^(https?:)?\/\/consent\.google\./i.test(target)) return failure('google', 'consent')
  return /^(https?:\/\/[a-z0-9.-]{1,100})?\/sorry\//i.test(target) ? captcha('google') : null
}

/** Meaning of an HTML page; null for JSON and for pages without a known signature. */
export function htmlRefusal(body: string): SourceError | null {
  if (!isHtml(body)) return null
  if (body.includes('/sorry/') || body.includes('captcha-form') || body.includes('unusual traffic')) {
    return captcha('google')
  }
  if (body.includes('https://consent.google.') || body.includes('ConsentUi'))
    return failure('google', 'consent')
  return isLimitedView(body) ? failure('google', 'limited_view') : null
}

/** True if the page says that reviews are withheld from visitors who aren't signed in. */
export function isLimitedView(body: string): boolean {
  return /limited view/i.test(body)
}

/** Meaning of a `[["er",…,CODE]]` response; its code is an HTTP status. */
function codeRefusal(code: number | null): SourceError {
  return failure('google', KIND_OF_CODE.get(code) ?? 'unavailable')
}

const KIND_OF_CODE: ReadonlyMap<number | null, SourceErrorKind> = new Map([
  [400, 'cursor_expired'],
  [401, 'blocked'],
  [403, 'blocked'],
  [404, 'not_found'],
  [429, 'rate_limited'],
])

function errorRefusal(body: string): SourceError | null {
  if (body.length > MAX_ERROR_CHARS || !body.includes('"er"')) return null
  const error = errorCodeOf(parseJson(listText(body) ?? ''))
  return error ? codeRefusal(error.code) : null
}

/** @throws SourceError for an HTML page, an error response, or a truncated one */
export function requireAnswer(body: string): unknown {
  if (isHtml(body)) throw htmlRefusal(body) ?? failure('google', 'format_changed')
  if (isOnlyBegun(body)) throw brokeOff('google')
  const text = listText(body)
  if (text === null) throw failure('google', 'format_changed')
  const answer = parseJson(text)
  if (answer === undefined) throw brokeOff('google')
  const error = errorCodeOf(answer)
  if (error) throw codeRefusal(error.code)
  return answer
}

/** Prefix before the JSON that prevents pages of other sites from running the response as a script. */
const GUARD = ")]}'"

/** The JSON list in a body, without the prefix; null if no list starts in it. */
function listText(body: string): string | null {
  const guard = body.indexOf(GUARD)
  const json = guard !== -1 && guard < 4 ? body.slice(guard + GUARD.length) : body
  const start = json.indexOf('[')
  return start === -1 || /^\s{0,99}\{/.test(json) ? null : json.slice(start)
}

function isOnlyBegun(body: string): boolean {
  return GUARD.startsWith(body.trim())
}

/** The code of an error response, `[["er",null,null,null,null,CODE,…]]`; null if it isn't one. */
function errorCodeOf(answer: unknown): { code: number | null } | null {
  return at(answer, 0, 0) === 'er' ? { code: countAt(answer, 0, 5) } : null
}
