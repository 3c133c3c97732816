import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at } from '../at.ts'
import { failure } from '../failure.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { graphAnswerOf, nextCursorOf } from './graph-answer.ts'
import { numbersOf } from './numbers.ts'
import { readRating, starsOf } from './rating.ts'

const NAME = PLATFORM_NAMES.facebook

/** One entry without a verdict may be; many of them mean that the field has another name now. */
const MAX_SILENT_SHARE = 0.3
const SILENT_ENTRIES_MAY_BE = 4

/**
 * Reads a page of recommendations and older star ratings: the list itself, or a Facebook page that carries it as its
 * field `ratings`, with the number of ratings and their average where those were asked for too.
 *
 * @throws SourceError for every other body: an error, a broken or changed format
 */
export function parse(body: string): SourcePage {
  const answer = graphAnswerOf(body)
  const list = Array.isArray(at(answer, 'data')) ? answer : at(answer, 'ratings')
  const entries = at(list, 'data')
  if (!Array.isArray(entries)) throw failure(NAME, 'format_changed')
  const rated = entries.filter((entry) => starsOf(entry) !== null)
  const silent = entries.length - rated.length
  if (silent > SILENT_ENTRIES_MAY_BE && silent > entries.length * MAX_SILENT_SHARE) {
    throw failure(NAME, 'format_changed')
  }
  const { total, rating } = numbersOf(answer)
  const page = pageOf(NAME, rated, readRating, { nextCursor: nextCursorOf(list), total })
  return {
    ...page,
    ...(rating !== null && { rating }),
    ...(silent > 0 && {
      warnings: [...page.warnings, withoutVerdict(silent)],
      unreadable: (page.unreadable ?? 0) + silent,
    }),
  }
}

function withoutVerdict(count: number): string {
  const entries = count === 1 ? '1 entry' : `${count} entries`
  return `Left out, because they neither recommend the page nor advise against it: ${entries}.`
}
