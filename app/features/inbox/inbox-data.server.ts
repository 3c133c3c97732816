import type { NumberFormat } from '#worker/rules/counted.ts'
import type { InboxView } from '#worker/rules/views.ts'
import { backfillsMessage } from '../collection/run-message.ts'
import { historyOf } from '../reviews/review-history.server.ts'
import { reviewRow } from '../reviews/review-row.server.ts'
import type { ReadFilters } from './filters.server.ts'

interface Asked extends Pick<ReadFilters, 'filters' | 'errors'> {
  /** Cursor of this page; null on the first. */
  cursor: string | null
  /** Id of the open review; null if only the list is open. */
  openId: string | null
}

/** Data for the screen: a page of reviews, the open review, and the request. */
export function inboxData(view: InboxView, asked: Asked, format: NumberFormat) {
  const { backfills, ...shown } = view
  return {
    ...shown,
    backfill: backfillsMessage(backfills, format),
    ...asked,
    items: view.items.map(reviewRow),
    selected: view.selected && { ...reviewRow(view.selected), history: historyOf(view.selected) },
    businesses: view.businesses ?? [],
    // Null means that the read failed, not that there are no businesses.
    isNew: view.businesses?.length === 0,
  }
}

export type Inbox = ReturnType<typeof inboxData>
