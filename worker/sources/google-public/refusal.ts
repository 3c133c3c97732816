import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { captcha, failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { statusRefusal } from '../status-refusal.ts'
import { errorCodeOf, isHtml, listText } from './body.ts'

const NAME = PLATFORM_NAMES.google
/** Error answers are a line long; longer bodies are left to `parse`. */
const MAX_ERROR_CHARS = 10_000

/** Recognises an answer to `request` that is no page of reviews; null when it looks like one. */
export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status === 429) return statusRefusal(NAME, answer)
  const recognised = redirectRefusal(answer) ?? htmlRefusal(answer.body) ?? errorRefusal(answer.body)
  if (recognised) return recognised
  // What changes between two requests is only the token.
  return answer.status === 400 ? failure(NAME, 'cursor_expired') : statusRefusal(NAME, answer)
}

/** A redirect to the consent page or to the captcha; null for other redirects and for answers. */
export function redirectRefusal(answer: SourceAnswer): SourceError | null {
  if (answer.status < 300 || answer.status >= 400) return null
  const target = answer.headers.get('location') ?? ''
  if (/^(https?:)?\/\/consent\.google\./i.test(target)) return failure(NAME, 'consent')
  return /^(https?:\/\/[a-z0-9.-]{1,100})?\/sorry\//i.test(target) ? captcha(NAME) : null
}

/** What an HTML page stands for; null for JSON and for pages without a known signature. */
export function htmlRefusal(body: string): SourceError | null {
  if (!isHtml(body)) return null
  if (body.includes('/sorry/') || body.includes('captcha-form') || body.includes('unusual traffic')) {
    return captcha(NAME)
  }
  if (body.includes('https://consent.google.') || body.includes('ConsentUi')) return failure(NAME, 'consent')
  return isLimitedView(body) ? failure(NAME, 'limited_view') : null
}

/** Google says so on the page when it withholds reviews from visitors who aren't signed in. */
export function isLimitedView(body: string): boolean {
  return /limited view/i.test(body)
}

/** The error a `[["er",…,CODE]]` answer stands for; its code is an HTTP status. */
export function codeRefusal(code: number | null): SourceError {
  switch (code) {
    case 400:
      return failure(NAME, 'cursor_expired')
    case 401:
    case 403:
      return failure(NAME, 'blocked')
    case 404:
      return failure(NAME, 'not_found')
    case 429:
      return failure(NAME, 'rate_limited')
    default:
      return failure(NAME, 'unavailable')
  }
}

function errorRefusal(body: string): SourceError | null {
  if (body.length > MAX_ERROR_CHARS || !body.includes('"er"')) return null
  const error = errorCodeOf(parseJson(listText(body) ?? ''))
  return error ? codeRefusal(error.code) : null
}
