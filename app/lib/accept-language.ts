import { readCookie } from './browser-state.ts'
import { formatFor } from './format.ts'

/** The person's chosen locale, otherwise the browser's language. */
export function localeOfRequest({ headers }: Request): string {
  return preferredLocale(readCookie(headers.get('cookie'), 'locale') ?? headers.get('accept-language'))
}

export function formatOfRequest(request: Request) {
  return formatFor({ locale: localeOfRequest(request), timeZone: 'UTC' })
}

/**
 * Returns the first language that Intl knows, otherwise 'en'. Strips extensions, so that a header can't ask for an odd
 * calendar.
 */
export function preferredLocale(header: string | null): string {
  for (const range of header?.split(',', 10) ?? []) {
    const tag = range.split(';')[0]?.trim() ?? ''
    try {
      const { baseName } = new Intl.Locale(tag)
      if (Intl.DateTimeFormat.supportedLocalesOf(baseName).length > 0) return baseName
    } catch {
      // '*' and garbage aren't language tags.
    }
  }
  return 'en'
}

/** Returns the time zone if Intl knows it, otherwise UTC. */
export function knownTimeZone(name: string | null): string {
  if (!name) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
