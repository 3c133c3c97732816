import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * A cookie hidden from scripts. On https, the prefix `__Host-` binds it to this host; on plain http (local only) it has
 * no prefix. `sameSite: 'None'` is for cross-site posts. Browsers accept it only with Secure, and they accept Secure on
 * http://localhost too.
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
    /** Null if missing or empty. */
    read(cookieHeader: string | null, appOrigin: string): string | null {
      const cookie = nameAt(appOrigin)
      return (cookieHeader && parse(cookieHeader, cookie)[cookie]) || null
    },
    set(value: string, appOrigin: string): string {
      return write(value, appOrigin, lifetimeMs / SECOND_MS)
    },
    clear(appOrigin: string): string {
      return write('', appOrigin, 0)
    },
  }
}

function isSecure(appOrigin: string): boolean {
  return appOrigin.startsWith('https://')
}
