const YEAR_SECONDS = 365 * 24 * 60 * 60

/** Preferences of this browser that the server needs for the first paint. They identify nobody. */
export type PreferenceCookie = 'theme' | 'sidebar' | 'tz' | 'locale'

/** Reads a cookie from a Cookie header or `document.cookie`; null if absent or unreadable. */
export function readCookie(header: string | null, name: PreferenceCookie): string | null {
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = pair.trim().split('=')
    if (key !== name || value === undefined) continue
    try {
      return decodeURIComponent(value)
    } catch {
      return null
    }
  }
  return null
}

export function forgetCookie(name: PreferenceCookie): void {
  document.cookie = `${name}=; Path=/; Max-Age=0`
}

export function rememberInCookie(name: PreferenceCookie, value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Lax${secure}`
}
