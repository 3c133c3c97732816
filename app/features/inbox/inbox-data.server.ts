import type { NumberFormat } from '#worker/rules/counted.ts'
import type { InboxView } from '#worker/rules/views.ts'
import { backfillsMessage } from '../collection/run-message.ts'
import { historyOf } from '../reviews/review-history.server.ts'
import { reviewRow } from '../reviews/review-row.server.ts'
import type { ReadFilters } from './filters.server.ts'

interface Asked extends Pick<ReadFilters, 'filters' | 'errors'> {
  /** Where this page begins; null on the first. */
  cursor: string | null
  /** The review that is open; null on the list alone. */
  openId: string | null
}

/** What the screen shows: a page of reviews, the one that is open, and what was asked for. */
export function inboxData(view: InboxView, asked: Asked, format: NumberFormat) {
  const { backfills, ...shown } = view
  return {
    ...shown,
    backfill: backfillsMessage(backfills, format),
    ...asked,
    items: view.items.map(reviewRow),
    selected: view.selected && { ...reviewRow(view.selected), history: historyOf(view.selected) },
    businesses: view.businesses ?? [],
    // A read that failed is no account without a business.
    isNew: view.businesses?.length === 0,
  }
}

export type Inbox = ReturnType<typeof inboxData>
