import { useLocation, useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { reviewIdIn } from './filters.ts'
import type { Inbox } from './inbox-data.server.ts'

/** True if the screen is wide enough to show a review beside the list. */
export function isWide(): boolean {
  return window.matchMedia('(width >= 64rem)').matches
}

/**
 * The review beside the list. Displayed as soon as it's clicked, because the list already has the review's data. On
 * wide screens the first review is displayed until another is opened.
 */
export function useShownReview({ items, selected, openId: readId }: Inbox) {
  const { location } = useNavigation()
  const isHere = location?.pathname.startsWith('/app/reviews') ?? false
  const openId = isHere && location ? reviewIdIn(location.pathname) : readId
  const fromList = items.find(({ id }) => id === openId)
  const fromRead = selected?.id === openId ? selected : null
  const shown = fromRead ?? fromList ?? (openId === null ? (items[0] ?? null) : null)
  const { search } = useLocation()
  useShowFromTop(openId)
  return {
    openId,
    shown,
    isListLoading: isHere && location !== undefined && location.search !== search,
    isReviewLoading: isHere && openId !== readId,
  }
}

/** Scrolls to the top and focuses the review's heading, because on phones the review replaces the list. */
function useShowFromTop(openId: string | null): void {
  const before = useRef(openId)
  useEffect(() => {
    if (before.current === openId) return
    before.current = openId
    if (openId === null || isWide()) return
    window.scrollTo(0, 0)
    document.querySelector<HTMLElement>('.review h2')?.focus({ preventScroll: true })
  }, [openId])
}
