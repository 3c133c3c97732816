import { useRouteLoaderData } from '@remix-run/react'
import { createContext, useEffect } from 'react'
import type { Theme } from './theme.ts'

/** How this browser wants to see things, where to get help, and whether plans can be bought. */
export interface RootData {
  theme: Theme
  locale: string
  /** The locale chosen in this browser; null where its own settings decide. */
  chosenLocale: string | null
  timeZone: string
  supportEmail: string | null
  isOnSale: boolean
}

/** Set in a browser only: on the server no effect runs. */
let known: RootData | undefined

/** What the document's loader read; where it failed to read again, what it read before. Undefined where it never could. */
export function useRootData(): RootData | undefined {
  const data = useRouteLoaderData<RootData>('root')
  useEffect(() => {
    if (data) known = data
  }, [data])
  return data ?? known
}

/** The page's Content-Security-Policy nonce. Empty in the browser, which hides nonces from scripts anyway. */
export const NonceContext = createContext<string | undefined>(undefined)
