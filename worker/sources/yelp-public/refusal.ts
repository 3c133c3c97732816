import { captcha, failure, statusRefusal } from '../failure.ts'
import { parseJson, textAt } from '../json.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { isHtml } from '../text.ts'

/** Block pages are short; a business's page is a hundred times as long. */
const MAX_BLOCK_CHARS = 50_000
/** The entire response to a query that Yelp no longer stores. */
const OUTDATED = 'Forbidden'

export function refusal(answer: SourceAnswer): SourceError | null {
  return (answer.status === 403 ? outdatedRefusal(answer.body) : null) ?? pageRefusal(answer)
}

/** Recognizes a block, a captcha or an error status, whatever was requested; null otherwise. */
export function pageRefusal(answer: SourceAnswer): SourceError | null {
  if (answer.status === 429) return statusRefusal('yelp', answer)
  if (answer.status === 403 && answer.headers.has('x-datadome')) return captcha('yelp')
  return bodyRefusal(answer.body) ?? sorryRefusal(answer) ?? statusRefusal('yelp', answer)
}

/** The bot protection's script alone isn't a refusal, because ordinary pages load it too. */
export function bodyRefusal(body: string): SourceError | null {
  if (body.length > MAX_BLOCK_CHARS) return null
  if (!isHtml(body)) return isChallenge(body) ? captcha('yelp') : null
  if (isBusinessPage(body)) return null
  if (body.includes('captcha-delivery.com')) return captcha('yelp')
  const text = body.toLowerCase()
  if (text.includes('please enable js and disable any ad blocker')) return captcha('yelp')
  return text.includes('not allowed to access this page') ? failure('yelp', 'blocked') : null
}

function isBusinessPage(body: string): boolean {
  return body.includes('yelp-biz-id') || body.includes('data-apollo-state')
}

/**
 * `{"url":"https://geo.captcha-delivery.com/…"}`. The host is parsed, because a reviewer may have written that name.
 */
function isChallenge(body: string): boolean {
  if (!body.includes('captcha-delivery.com')) return false
  const host = URL.parse(textAt(parseJson(body), 'url'))?.hostname ?? ''
  return host === 'captcha-delivery.com' || host.endsWith('.captcha-delivery.com')
}

/** A 503 with a 'sorry' page means that Yelp has blocked our address; it isn't a temporary fault. */
function sorryRefusal(answer: SourceAnswer): SourceError | null {
  const isSorry =
    answer.status === 503 && isHtml(answer.body) && /sorry/i.test(answer.body.slice(0, MAX_BLOCK_CHARS))
  return isSorry ? failure('yelp', 'blocked') : null
}

/** Null unless Yelp no longer stores the query. */
export function outdatedRefusal(body: string): SourceError | null {
  return body === OUTDATED ? outdatedDocument() : null
}

/** Asks the operator to renew the id of the stored query. Yelp hasn't blocked us. */
export function outdatedDocument(): SourceError {
  return failure('yelp', 'format_changed', {
    message:
      'Yelp changed its website and no longer understands our request. This is not a block: the operator of this ' +
      'service has to enter the new Yelp document id in the settings.',
  })
}
