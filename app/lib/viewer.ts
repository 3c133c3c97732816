import { useRouteLoaderData } from '@remix-run/react'
import { createContext, useEffect } from 'react'
import type { SessionView } from '#worker/identity/sessions/active-session.ts'
import { type Action, may } from '#worker/rules/permissions.ts'
import type { Theme } from './theme.ts'

/** The signed-in person, with the data for the frame around every screen. */
export interface Viewer extends Pick<SessionView, 'user' | 'plan' | 'expiresAt'> {
  organizationId: string
  /** This browser's preference: 'collapsed', or null. */
  sidebar: string | null
}

/** Undefined if the layout's data couldn't be read. */
export function useFindViewer(): Viewer | undefined {
  return useRouteLoaderData<Viewer>('routes/app')
}

export function useViewer(): Viewer {
  const viewer = useFindViewer()
  if (!viewer) throw new Error('useViewer is for screens below /app')
  return viewer
}

/** The server checks permissions as well. */
export function useMay(action: Action): boolean {
  return may(useViewer().user, action)
}

export interface RootData {
  theme: Theme
  locale: string
  /** The locale chosen in this browser; null if the browser's settings decide. */
  chosenLocale: string | null
  timeZone: string
  supportEmail: string | null
  isOnSale: boolean
}

/** The last data of the root loader. Set in browsers only, because effects don't run on the server. */
let known: RootData | undefined

/** The root loader's data; if reloading failed, the last data. Undefined if it never loaded. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData>('root')
  useEffect(() => {
    if (data) known = data
  }, [data])
  return data ?? known
}

/** The page's CSP nonce. Empty in the browser, which hides nonces from scripts anyway. */
export const NonceContext = createContext<string | undefined>(undefined)
