import { Link } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '#app/lib/cn.ts'
import { useViewer } from '#app/lib/viewer.ts'
import { countText, MAX_TOTAL, MAX_VIEW_COUNTS, type SavedView } from '#worker/rules/inbox-views.ts'
import type { InboxView } from '#worker/screens/reviews-screen.ts'
import { useDraftIds } from '../replies/use-draft.ts'
import {
  type Filters,
  filtersIn,
  LIST_VIEWS,
  type ListView,
  listAddress,
  MAX_LISTED_IDS,
  NO_IDS,
  savedViewOf,
  viewFilters,
  viewOf,
} from './filters.ts'

export interface ViewTabsProps {
  filters: Filters
  counts: InboxView['counts']
  dueCounts: InboxView['dueCounts']
  savedViews: SavedView[]
  isTeam: boolean
}

const TEAM_VIEWS: readonly ListView['count'][] = ['assigned', 'suggested']
/** Views for organizations with a target time for replies. */
const DUE: readonly ListView['count'][] = ['overdue', 'due']

function maxOf(name: ListView['count']): number {
  return name === null || name === 'overdue' || name === 'due' ? MAX_TOTAL : MAX_VIEW_COUNTS[name]
}

export function ViewTabs({ filters, counts, dueCounts, savedViews, isTeam }: ViewTabsProps) {
  const draftIds = useDraftIds(useViewer().user.id)
  const current = viewOf(filters)
  const own = savedViewOf(filters, savedViews)
  const all: Partial<Record<NonNullable<ListView['count']>, number>> = { ...counts, ...dueCounts }
  const isOffered = (view: ListView) =>
    view === current ||
    ((isTeam || !TEAM_VIEWS.includes(view.count)) && (dueCounts !== null || !DUE.includes(view.count)))
  const nav = useRef<HTMLElement>(null)
  const shown = own?.id ?? current?.label
  // A phone has room for two tabs; scroll the current one into view.
  useEffect(() => {
    const tab = shown && nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && tab)
      nav.current.scrollLeft = tab.offsetLeft - (nav.current.clientWidth - tab.offsetWidth) / 2
  }, [shown])
  return (
    <nav
      ref={nav}
      aria-label="Views"
      // If the tabs scroll, the last visible one fades out instead of being cut off.
      className="relative mb-3 flex gap-1 overflow-x-auto rounded-lg bg-muted p-1 max-xl:mask-r-from-90% max-xl:pe-8 xl:flex-wrap print:overflow-visible"
    >
      {LIST_VIEWS.filter(isOffered).map((view) => {
        const isDrafts = view.count === null
        // Lists are limited to this many ids. Older drafts appear as newer ones are sent.
        const ids = draftIds.slice(-MAX_LISTED_IDS).join(',') || NO_IDS
        const count = isDrafts ? draftIds.length : view.count && (all[view.count] ?? 0)
        return (
          <Tab
            key={view.label}
            address={listAddress(viewFilters(isDrafts ? { ids } : view.filters, filters))}
            isCurrent={view === current}
          >
            {view.label}{' '}
            <span className="font-normal tabular-nums">
              {count ? countText(count, maxOf(view.count)) : ''}
            </span>
          </Tab>
        )
      })}
      {savedViews.map((view) => (
        <Tab
          key={view.id}
          address={listAddress(filtersIn(new URLSearchParams(view.query)))}
          isCurrent={view === own}
        >
          {view.name}
        </Tab>
      ))}
    </nav>
  )
}

function Tab({ address, isCurrent, children }: { address: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link
      to={address}
      state={{ keepsFocus: true }}
      aria-current={isCurrent ? 'page' : undefined}
      className={cn(
        'inline-flex h-11 shrink-0 items-center justify-center gap-1.5 rounded-md px-3 text-sm font-medium whitespace-nowrap text-muted-foreground hover:text-foreground dense:h-8 dense:px-2.5',
        isCurrent && 'bg-raised text-foreground shadow-xs',
      )}
    >
      {children}
    </Link>
  )
}
