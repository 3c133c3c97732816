import {
  createContext,
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { whenIdle } from './browser-state.ts'
import { rememberInCookie } from './cookies.ts'
import { formatFor, type LocaleSettings } from './format.ts'

declare global {
  // TypeScript 5.9 doesn't know it, nor do all browsers.
  var Temporal: { Now: { timeZoneId(): string } } | undefined
}

function localeOf(settings: LocaleSettings) {
  return { settings, format: formatFor(settings) }
}

const LocaleContext = createContext(localeOf({ locale: 'en', timeZone: 'UTC' }))

/** The first paint uses the server's time zone, so that hydration finds the same text; the browser then sends its own. */
export function LocaleProvider({ settings, children }: { settings: LocaleSettings; children: ReactNode }) {
  const { locale } = settings
  const [timeZone, setTimeZone] = useState(settings.timeZone)
  // Where Intl has to say it, that takes as long as hydration's commit: not in the same task.
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

/** The browser's own, an IANA name. A page's first formatter of Intl takes as long as hydration's commit; Temporal knows at once. */
export function ownTimeZone(): string {
  return globalThis.Temporal?.Now.timeZoneId() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
}

export function useLocale(): LocaleSettings {
  return useContext(LocaleContext).settings
}

/** The formatters of `format.ts`, bound to the person's locale and time zone. */
export function useFormat() {
  return useContext(LocaleContext).format
}
