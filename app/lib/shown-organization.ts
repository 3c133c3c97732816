import { useEffect } from 'react'
import { SHOWN_ORGANIZATION } from '#worker/rules/sessions.ts'

/** Set in a browser only: on the server no effect runs. */
let shown: string | null = null

/** From now on calls say that the screen is of this organization: they are refused once another tab has switched. */
export function useShownOrganization(id: string): void {
  useEffect(() => {
    shown = id
  }, [id])
}

export function organizationHeaders(): Record<string, string> {
  return shown === null ? {} : { [SHOWN_ORGANIZATION]: shown }
}
