import { readCookie } from './cookies.ts'
import { formatFor } from './format.ts'

/** What the person has chosen, else the language of their browser. */
export function localeOfRequest({ headers }: Request): string {
  return preferredLocale(readCookie(headers.get('cookie'), 'locale') ?? headers.get('accept-language'))
}

/** For numbers in what a loader says. */
export function formatOfRequest(request: Request) {
  return formatFor({ locale: localeOfRequest(request), timeZone: 'UTC' })
}

/** The first language that Intl knows, without extensions: a header can't ask for an odd calendar. Else 'en'. */
export function preferredLocale(header: string | null): string {
  for (const range of header?.split(',', 10) ?? []) {
    const tag = range.split(';')[0]?.trim() ?? ''
    try {
      const { baseName } = new Intl.Locale(tag)
      if (Intl.DateTimeFormat.supportedLocalesOf(baseName).length > 0) return baseName
    } catch {
      // '*' and garbage are no language tags.
    }
  }
  return 'en'
}

/** A time zone Intl knows, else UTC. */
export function knownTimeZone(name: string | null): string {
  if (!name) return 'UTC'
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
