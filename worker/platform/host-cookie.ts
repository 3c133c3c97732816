import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * A cookie hidden from scripts, bound to this host and to https by the prefix `__Host-`, which plain http (local only)
 * can't use. `None` is for cross-site posts: browsers require Secure with it, which they also allow on
 * http://localhost.
 */
export function hostCookie(name: string, sameSite: 'Strict' | 'Lax' | 'None', lifetimeMs: number) {
  const nameAt = (appOrigin: string) => (isSecure(appOrigin) ? `__Host-${name}` : name)

  function write(value: string, appOrigin: string, maxAge: number): string {
    return generateCookie(nameAt(appOrigin), value, {
      path: '/',
      httpOnly: true,
      secure: sameSite === 'None' || isSecure(appOrigin),
      sameSite,
      maxAge,
    })
  }

  return {
    /** The cookie's value in a Cookie header; null if missing or empty. */
    read(cookieHeader: string | null, appOrigin: string): string | null {
      const cookie = nameAt(appOrigin)
      return (cookieHeader && parse(cookieHeader, cookie)[cookie]) || null
    },
    /** The Set-Cookie header that stores a value. */
    set(value: string, appOrigin: string): string {
      return write(value, appOrigin, lifetimeMs / SECOND_MS)
    },
    /** The Set-Cookie header that removes the cookie. */
    clear(appOrigin: string): string {
      return write('', appOrigin, 0)
    },
  }
}

function isSecure(appOrigin: string): boolean {
  return appOrigin.startsWith('https://')
}
