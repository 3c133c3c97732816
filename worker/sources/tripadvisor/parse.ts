import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { brokeOff, failure } from '../failure.ts'
import { at, parseJson } from '../json.ts'
import type { SourcePage } from '../source.ts'
import { otherPage } from './other-formats.ts'
import { errorMessageOf, messageRefusal } from './refusal.ts'
import { apiPage } from './review.ts'

const NAME = PLATFORM_NAMES.tripadvisor

/**
 * Reads the reviews of the Content API, or a body of another format. There is never a next page.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = parseJson(body)
  if (answer === undefined) {
    throw /^\s{0,99}[[{]/.test(body) || body.trim() === '' ? brokeOff(NAME) : failure(NAME, 'format_changed')
  }
  const message = errorMessageOf(answer)
  if (message !== '') throw messageRefusal(message)
  const records = at(answer, 'data')
  return Array.isArray(records) ? apiPage(records, null) : otherPage(answer)
}
