import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, countAt, listAt, textAt } from '../at.ts'
import { brokeOff, failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { pageOf, type Reading } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { errorCodeOf, isHtml, isOnlyBegun, listText } from './body.ts'
import { readPostRecord } from './other-formats.ts'
import { codeRefusal, htmlRefusal, isLimitedView } from './refusal.ts'
import { readBoqRecord } from './review.ts'

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
  const listed = listedIn(answer)
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

interface Listed {
  records: unknown[]
  read: (record: unknown) => Reading
  nextCursor: string | null
  total: number | null
}

function listedIn(answer: unknown): Listed | null {
  if (Array.isArray(at(answer, 1, 10))) return reviewWindow(at(answer, 1, 10))
  if (Array.isArray(at(answer, 6))) return firstReviews(at(answer, 6))
  return postList(answer)
}

function reviewWindow(list: unknown): Listed | null {
  const records = at(list, 2) ?? []
  if (!Array.isArray(records)) return null
  return { records, read: readBoqRecord, nextCursor: textAt(list, 6) || null, total: null }
}

function firstReviews(place: unknown): Listed {
  const read = (element: unknown) => readPostRecord(recordIn(element))
  return { records: listAt(place, 175, 9, 0, 0), read, nextCursor: null, total: countAt(place, 4, 8) }
}

/** `[null, next token, [[record, …], …]]`; the last page may have neither token nor list. */
function postList(answer: unknown): Listed | null {
  const token = at(answer, 1) ?? null
  const list = at(answer, 2) ?? null
  const isList = Array.isArray(list) || (list === null && at(answer, 0) === null)
  if (!isList || (token !== null && typeof token !== 'string')) return null
  const read = (element: unknown) => readPostRecord(recordIn(element))
  return { records: listAt(answer, 2), read, nextCursor: textAt(answer, 1) || null, total: null }
}

/** The record of a list element, which may be wrapped once more; a record itself begins with its id. */
function recordIn(element: unknown): unknown {
  let record = at(element, 0)
  for (let level = 0; level < 2 && Array.isArray(at(record, 0)); level += 1) record = at(record, 0)
  return record
}

/** What an answer says around its reviews; people may write anything in them. */
function textOutside(records: unknown[], answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (value === records ? null : value))
}
