import { useEffect } from 'react'
import { SHOWN_ORGANIZATION } from '#worker/rules/sessions.ts'

/** Id of the screen's organization. Set in browsers only, because effects don't run on the server. */
let shown: string | null = null

/** Sends the screen's organization with all further calls, so that they are refused once another tab has switched. */
export function useShownOrganization(id: string): void {
  useEffect(() => {
    shown = id
  }, [id])
}

export function organizationHeaders(): Record<string, string> {
  return shown === null ? {} : { [SHOWN_ORGANIZATION]: shown }
}
