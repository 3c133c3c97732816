import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, textAt } from '../at.ts'
import { brokeOff, failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { codeRefusal, graphErrorOf } from './graph-error.ts'

const NAME = PLATFORM_NAMES.facebook

/** The JSON of an answer. @throws SourceError for an error answer, a broken one, or none in JSON */
export function graphAnswerOf(body: string): unknown {
  const answer = parseJson(body)
  if (answer === undefined) {
    throw body.trim() === '' || /^\s{0,99}[[{]/.test(body) ? brokeOff(NAME) : failure(NAME, 'format_changed')
  }
  const error = graphErrorOf(answer)
  if (error) throw codeRefusal(error, null) ?? failure(NAME, 'format_changed')
  return answer
}

/**
 * Where the next page begins; null at the end of the list. Of `paging.next` only its presence counts: it is an address
 * out of a body and carries the token.
 *
 * @throws SourceError `format_changed` when there is a next page and no way to ask for it
 */
export function nextCursorOf(list: unknown): string | null {
  if (textAt(list, 'paging', 'next') === '') return null
  const after = at(list, 'paging', 'cursors', 'after')
  if (typeof after === 'string' && /^[\x21-\x7e]{1,2000}$/.test(after)) return after
  throw failure(NAME, 'format_changed')
}
