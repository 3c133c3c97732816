import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { rememberInCookie, whenIdle } from './browser-state.ts'
import { formatFor, type LocaleSettings } from './format.ts'

declare global {
  // Not typed in TypeScript 5.9, and not in every browser.
  var Temporal: { Now: { timeZoneId(): string } } | undefined
}

function localeOf(settings: LocaleSettings) {
  return { settings, format: formatFor(settings) }
}

const LocaleContext = createContext(localeOf({ locale: 'en', timeZone: 'UTC' }))

/** Uses the server's time zone for the first paint, so that hydration finds the same text, then the browser's own. */
export function LocaleProvider({ settings, children }: { settings: LocaleSettings; children: ReactNode }) {
  const { locale } = settings
  const [timeZone, setTimeZone] = useState(settings.timeZone)
  // If only Intl knows the zone, this takes as long as hydration's commit, so run it in another task.
  useEffect(
    () =>
      whenIdle(() => {
        const own = ownTimeZone()
        if (own === timeZone) return
        startTransition(() => setTimeZone(own))
        rememberInCookie('tz', own)
      }),
    [timeZone],
  )
  const value = useMemo(() => localeOf({ locale, timeZone }), [locale, timeZone])
  return <LocaleContext.Provider value={value}>{children}</LocaleContext.Provider>
}

/**
 * The browser's time zone (IANA name). Uses Temporal if available: it is instant, while a page's first Intl formatter
 * takes as long as hydration's commit.
 */
export function ownTimeZone(): string {
  return globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function useLocale(): LocaleSettings {
  return useContext(LocaleContext).settings
}

export function useFormat() {
  return useContext(LocaleContext).format
}
