import { failure } from '../failure.ts'
import { at, textAt } from '../json.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { otherList } from './other-formats.ts'
import { isLimitedView, requireAnswer } from './refusal.ts'
import { type ReviewList, readBoqRecord } from './review.ts'

/** The most that signed-out visitors see of a place with a limited view. */
const LIMITED_VIEW_REVIEWS = 5

/** Parses a page of the review window (`GetLocalBoqProxy`), or a body in another format. */
export function parse(body: string): SourcePage {
  const answer = requireAnswer(body)
  const list = Array.isArray(at(answer, 1, 10)) ? reviewWindow(at(answer, 1, 10)) : otherList(answer)
  if (list === null) throw failure('google', 'format_changed')
  const { records, read, nextCursor, total } = list
  if (
    records.length <= LIMITED_VIEW_REVIEWS &&
    isLimitedView(body) &&
    isLimitedView(textOutside(records, answer))
  ) {
    throw failure('google', 'limited_view')
  }
  return pageOf('google', records, read, { nextCursor, total })
}

/** The list of the review window; null if its records aren't a list. */
function reviewWindow(list: unknown): ReviewList | null {
  const records = at(list, 2) ?? []
  if (!Array.isArray(records)) return null
  return { records, read: readBoqRecord, nextCursor: textAt(list, 6) || null, total: null }
}

/** The response without its reviews, which may contain any text. */
function textOutside(records: unknown[], answer: unknown): string {
  return JSON.stringify(answer, (_, value) => (value === records ? null : value))
}
