import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * A cookie that scripts can't read, tied to this host and to https by the prefix `__Host-`; plain http (local only)
 * can't carry that prefix.
 */
export function hostCookie(name: string, sameSite: 'Strict' | 'Lax', lifetimeMs: number) {
  const nameAt = (appOrigin: string) => (isSecure(appOrigin) ? `__Host-${name}` : name)

  function write(value: string, appOrigin: string, maxAge: number): string {
    return generateCookie(nameAt(appOrigin), value, {
      path: '/',
      httpOnly: true,
      secure: isSecure(appOrigin),
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
