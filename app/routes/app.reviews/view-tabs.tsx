import { Link } from '@remix-run/react'
import { cn } from '#app/lib/cn.ts'
import { type Filters, listAddress, SAVED_VIEWS, viewFilters } from './filters.ts'

/** The list's saved views; the one whose filters hold is marked. */
export function ViewTabs({ filters }: { filters: Filters }) {
  const current = listAddress(filters)
  return (
    <nav aria-label="Views" className="mb-4 flex gap-1 overflow-x-auto rounded-lg bg-muted p-1 sm:w-fit">
      {SAVED_VIEWS.map((view) => {
        const address = listAddress(viewFilters(view.filters, filters))
        const isCurrent = address === current
        return (
          <Link
            key={view.label}
            to={address}
            aria-current={isCurrent ? 'page' : undefined}
            className={cn(
              'flex h-11 flex-1 items-center justify-center rounded-md px-4 text-sm font-medium text-muted-foreground hover:text-foreground md:h-8',
              isCurrent && 'bg-card text-foreground shadow-xs',
            )}
          >
            {view.label}
          </Link>
        )
      })}
    </nav>
  )
}
