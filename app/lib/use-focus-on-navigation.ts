import { useLocation } from '@remix-run/react'
import { type RefObject, useEffect, useRef } from 'react'

/** Moves the focus to the new screen's heading, as a page load would: readers announce it, Tab starts there. */
export function useFocusOnNavigation(main: RefObject<HTMLElement>): void {
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const heading = main.current?.querySelector<HTMLElement>('h1')
    const target = heading ?? main.current
    target?.focus({ preventScroll: true })
  }, [pathname, main])
}
