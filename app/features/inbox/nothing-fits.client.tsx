import { Inbox, SearchX } from 'lucide'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { type Filters, viewOf } from './filters.ts'

const EMPTY_VIEWS: Record<string, readonly [title: string, text: string]> = {
  'Needs an answer': [
    'Nothing needs an answer',
    'New reviews that need an answer appear here, unhappy ones first.',
  ],
  Overdue: [
    'Nothing is overdue',
    'Reviews that have waited longer than your target for answers appear here.',
  ],
  Due: ['Nothing is due soon', 'Reviews to answer in the next few hours to meet your target appear here.'],
  Unhappy: ['No unhappy reviews', 'Nobody gave one or two stars. Good work.'],
  'Edited or removed': [
    'Nothing was edited or removed',
    'When somebody changes a review, or a platform takes it down, you see it here.',
  ],
  'Saved, not posted': [
    'All your replies are posted',
    'Replies you’ve saved but not yet posted on the platform appear here.',
  ],
  Drafts: ['No drafts', 'Replies you start but don’t save are kept in this browser and listed here.'],
  'Assigned to me': ['Nothing is assigned to you', 'Reviews that somebody asks you to answer appear here.'],
  'To approve': ['Nothing to approve', 'Replies that members suggest wait here until somebody posts them.'],
  Answered: ['No answered reviews yet', 'Reviews that you reply to appear here.'],
}

export default function NothingFits({ filters, historyDays }: { filters: Filters; historyDays: number }) {
  const { search } = filters
  const known = search ? undefined : EMPTY_VIEWS[viewOf(filters)?.label ?? '']
  const isSearchAlone = search && viewOf(filters)?.count === 'all'
  return (
    <EmptyState
      icon={known ? Inbox : SearchX}
      title={known?.[0] ?? 'No reviews match'}
      action={
        <LinkButton to="/app/reviews" variant="outline">
          {known ? 'Show all reviews' : 'Clear the filters'}
        </LinkButton>
      }
    >
      {known?.[1] ??
        `${isSearchAlone ? `Nothing found for “${search}”` : 'Your filters hide all reviews'} in the last ${historyDays} days.`}
    </EmptyState>
  )
}
