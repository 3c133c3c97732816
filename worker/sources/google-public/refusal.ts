import type { SourceErrorKind } from '../../rules/failures.ts'
import { brokeOff, captcha, failure, statusRefusal } from '../failure.ts'
import { at, countAt, parseJson } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { isHtml } from '../text.ts'

/** Error answers are a line long; longer bodies are left to `parse`. */
const MAX_ERROR_CHARS = 10_000

/** Recognises an answer to `request` that is no page of reviews; null when it looks like one. */
export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status === 429) return statusRefusal('google', answer)
  const recognised = redirectRefusal(answer) ?? htmlRefusal(answer.body) ?? errorRefusal(answer.body)
  if (recognised) return recognised
  // What changes between two requests is only the token.
  return answer.status === 400 ? failure('google', 'cursor_expired') : statusRefusal('google', answer)
}

/** A redirect to the consent page or to the captcha; null for other redirects and for answers. */
export function redirectRefusal(answer: SourceAnswer): SourceError | null {
  if (answer.status < 300 || answer.status >= 400) return null
  const target = answer.headers.get('location') ?? ''
  if (/^(https?:)?\/\/consent\.google\./i.test(target)) return failure('google', 'consent')
  return /^(https?:\/\/[a-z0-9.-]{1,100})?\/sorry\//i.test(target) ? captcha('google') : null
}

/** What an HTML page means; null for JSON and for pages without a known signature. */
export function htmlRefusal(body: string): SourceError | null {
  if (!isHtml(body)) return null
  if (body.includes('/sorry/') || body.includes('captcha-form') || body.includes('unusual traffic')) {
    return captcha('google')
  }
  if (body.includes('https://consent.google.') || body.includes('ConsentUi'))
    return failure('google', 'consent')
  return isLimitedView(body) ? failure('google', 'limited_view') : null
}

/** Google says so on the page when it withholds reviews from visitors who aren't signed in. */
export function isLimitedView(body: string): boolean {
  return /limited view/i.test(body)
}

/** What a `[["er",…,CODE]]` answer means; its code is an HTTP status. */
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

/** The JSON of an answer. @throws SourceError for a page to people, an error answer, or a broken one */
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

/** What comes before the JSON, so that a page of another site can't run the answer as a script. */
const GUARD = ")]}'"

/** The JSON list of a body without what comes before it; null when no list begins in it. */
function listText(body: string): string | null {
  const guard = body.indexOf(GUARD)
  const json = guard !== -1 && guard < 4 ? body.slice(guard + GUARD.length) : body
  const start = json.indexOf('[')
  return start === -1 || /^\s{0,99}\{/.test(json) ? null : json.slice(start)
}

function isOnlyBegun(body: string): boolean {
  return GUARD.startsWith(body.trim())
}

/** The code of an error answer, `[["er",null,null,null,null,CODE,…]]`; null when the answer is no error. */
function errorCodeOf(answer: unknown): { code: number | null } | null {
  return at(answer, 0, 0) === 'er' ? { code: countAt(answer, 0, 5) } : null
}
