import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at, countAt, listAt } from '../at.ts'
import { pageOf } from '../page.ts'
import type { SourcePage } from '../source.ts'
import { cursorAt, offsetOf } from './cursor.ts'
import { dayOrderOf, readFeedElement } from './feed-element.ts'

const NAME = PLATFORM_NAMES.yelp

/** True for `{ reviews, pagination }`, as `review_feed` sends it and older pages carry it. */
export function isFeed(value: unknown): boolean {
  return Array.isArray(at(value, 'reviews'))
}

/**
 * @param cursor what the feed was asked with, for feeds that don't say where they start
 * @throws SourceError
 */
export function feedPage(feed: unknown, cursor: string | null): SourcePage {
  const elements = listAt(feed, 'reviews')
  const order = dayOrderOf(elements)
  const total = countAt(feed, 'pagination', 'totalResults')
  const start = countAt(feed, 'pagination', 'startResult') ?? offsetOf(cursor) ?? 0
  const end = start + elements.length
  return pageOf(NAME, elements, (element) => readFeedElement(element, order), {
    nextCursor: total !== null && elements.length > 0 && end < total ? cursorAt(end) : null,
    total,
    warnings:
      order === 'unknown'
        ? ['The dates of these reviews are left out: Yelp wrote them in an unknown order.']
        : [],
  })
}
