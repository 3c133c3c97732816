import { useLocation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { SHOWN_ORGANIZATION } from '#worker/rules/sessions.ts'

/** Id of the organization for which the page was loaded. Set in browsers only, because effects don't run on the server. */
let shown: string | null = null

/**
 * Sends the page's organization with all further calls, so that they are refused once another tab has switched. Loading
 * new data doesn't change it, because text typed before belongs to that organization. Opening another screen reloads
 * the page for the new one.
 *
 * @param id organization of the data on screen
 * @returns true if the data are no longer the page's organization's
 */
export function useShownOrganization(id: string): boolean {
  const { pathname } = useLocation()
  const opened = useRef(pathname)
  const [isOther, setIsOther] = useState(false)
  useEffect(() => {
    shown ??= id
    setIsOther(shown !== id)
    if (opened.current === pathname) return
    opened.current = pathname
    if (shown !== id) window.location.reload()
  }, [id, pathname])
  return isOther
}

export function organizationHeaders(): Record<string, string> {
  return shown === null ? {} : { [SHOWN_ORGANIZATION]: shown }
}
