import { useRouteLoaderData } from '@remix-run/react'
import { createContext, useEffect } from 'react'
import type { Theme } from './theme.ts'

/** Data of the root loader: this browser's preferences, the address for help, and whether plans can be bought. */
export interface RootData {
  theme: Theme
  locale: string
  /** The locale chosen in this browser; null if the browser's settings decide. */
  chosenLocale: string | null
  timeZone: string
  supportEmail: string | null
  isOnSale: boolean
}

/** Set in browsers only, because effects don't run on the server. */
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
