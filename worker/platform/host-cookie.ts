import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * A cookie that scripts can't read, tied to this host and to https by the prefix `__Host-`; plain http (local only)
 * can't carry that prefix. `None` is for what another site posts: browsers take it only together with Secure, which they
 * allow on http://localhost, too.
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
    /** The value in a Cookie header; null where it is missing or empty. */
    read(cookieHeader: string | null, appOrigin: string): string | null {
      const cookie = nameAt(appOrigin)
      return (cookieHeader && parse(cookieHeader, cookie)[cookie]) || null
    },
    /** The Set-Cookie value that stores it. */
    set(value: string, appOrigin: string): string {
      return write(value, appOrigin, lifetimeMs / SECOND_MS)
    },
    /** The Set-Cookie value that removes it. */
    clear(appOrigin: string): string {
      return write('', appOrigin, 0)
    },
  }
}

function isSecure(appOrigin: string): boolean {
  return appOrigin.startsWith('https://')
}
