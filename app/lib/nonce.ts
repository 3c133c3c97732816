import { createContext } from 'react'

/** The page's Content-Security-Policy nonce. Empty in the browser, which hides nonces from scripts anyway. */
export const NonceContext = createContext<string | undefined>(undefined)
