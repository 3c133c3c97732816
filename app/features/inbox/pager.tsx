import { useLocation } from '@remix-run/react'
import { LinkButton } from '#app/components/ui/button.tsx'
import { type Filters, listAddress } from './filters.ts'

export interface PagerProps {
  filters: Filters
  /** Cursor of this page; null on the first. */
  cursor: string | null
  nextCursor: string | null
}

/** Links to the next and previous page. A page opened by its address knows only the first page, not the one before it. */
export function Pager({ filters, cursor, nextCursor }: PagerProps) {
  const { state } = useLocation()
  if (!cursor && !nextCursor) return null
  // Cursors only lead forward, so the addresses of earlier pages are kept in the history state.
  const before: string[] = state?.pagesBefore ?? []
  const first = listAddress(filters)
  return (
    <nav aria-label="Pages" className="mt-5 flex justify-between gap-2">
      {cursor ? (
        <LinkButton
          to={before.at(-1) ?? first}
          state={{ pagesBefore: before.slice(0, -1) }}
          variant="outline"
        >
          {before.length > 0 ? 'Previous' : 'First page'}
        </LinkButton>
      ) : (
        <span />
      )}
      {nextCursor && (
        <LinkButton
          to={listAddress(filters, nextCursor)}
          state={{ pagesBefore: [...before, listAddress(filters, cursor)] }}
          variant="outline"
        >
          Next
        </LinkButton>
      )}
    </nav>
  )
}
