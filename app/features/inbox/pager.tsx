import { useLocation } from '@remix-run/react'
import { LinkButton } from '#app/components/ui/button.tsx'
import { type Filters, listAddress } from './filters.ts'

export interface PagerProps {
  filters: Filters
  /** Where this page begins; null on the first. */
  cursor: string | null
  nextCursor: string | null
}

/** To the next page and back. A page opened by its address alone knows no page before it, only the first. */
export function Pager({ filters, cursor, nextCursor }: PagerProps) {
  const { state } = useLocation()
  if (!cursor && !nextCursor) return null
  // The addresses of the pages before this one, kept in the history: a cursor only leads forward.
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
