import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { brokeOff, failure } from '../failure.ts'
import { at, parseJson, textAt } from '../json.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { otherList } from './other-formats.ts'
import {
  codeRefusal,
  errorCodeOf,
  htmlRefusal,
  isHtml,
  isLimitedView,
  isOnlyBegun,
  listText,
} from './refusal.ts'
import { type ReviewList, readBoqRecord } from './review.ts'

const NAME = PLATFORM_NAMES.google
/** So many reviews signed-out visitors of a limited place are shown at most. */
const LIMITED_VIEW_REVIEWS = 5

/**
 * Reads a page of reviews out of a body of Google: the list of the review window (`GetLocalBoqProxy`), the older list
 * of Google Maps (`listugcposts`) or a place with its first reviews (`/maps/preview/place`). Only the last one states
 * a total, only the lists have a next page.
 *
 * @throws SourceError for every other body: a page to people, an error answer, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = jsonOf(body)
  const error = errorCodeOf(answer)
  if (error) throw codeRefusal(error.code)
  const listed = Array.isArray(at(answer, 1, 10)) ? reviewWindow(answer) : otherList(answer)
  if (listed === null) throw failure(NAME, 'format_changed')
  const { records, read, nextCursor, total } = listed
  if (
    records.length <= LIMITED_VIEW_REVIEWS &&
    isLimitedView(body) &&
    isLimitedView(textOutside(records, answer))
  ) {
    throw failure(NAME, 'limited_view')
  }
  return pageOf(NAME, records, read, { nextCursor, total })
}

function jsonOf(body: string): unknown {
  if (isHtml(body)) throw htmlRefusal(body) ?? failure(NAME, 'format_changed')
  if (isOnlyBegun(body)) throw brokeOff(NAME)
  const text = listText(body)
  if (text === null) throw failure(NAME, 'format_changed')
  const answer = parseJson(text)
  if (answer === undefined) throw brokeOff(NAME)
  return answer
}

/** The list of the review window; null when the answer holds no such list. */
function reviewWindow(answer: unknown): ReviewList | null {
  const list = at(answer, 1, 10)
  const records = at(list, 2) ?? []
  if (!Array.isArray(list) || !Array.isArray(records)) return null
  return { records, read: readBoqRecord, nextCursor: textAt(list, 6) || null, total: null }
}

/** What an answer says around its reviews; people may write anything in them. */
function textOutside(records: unknown[], answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (value === records ? null : value))
}
