import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { SECOND_MS } from '../../rules/durations.ts'
import { SESSION_LIFETIME_MS } from '../../rules/sessions.ts'

/** `__Host-` ties the cookie to this host and to https; plain http (local only) can't carry that prefix. */
function cookieName(appOrigin: string): string {
  return appOrigin.startsWith('https://') ? '__Host-session' : 'session'
}

export function sessionToken(cookieHeader: string | null, appOrigin: string): string | null {
  const name = cookieName(appOrigin)
  return (cookieHeader && parse(cookieHeader, name)[name]) || null
}

export function sessionCookie(token: string, appOrigin: string): string {
  return generateCookie(cookieName(appOrigin), token, {
    path: '/',
    httpOnly: true,
    secure: appOrigin.startsWith('https://'),
    sameSite: 'Strict',
    maxAge: SESSION_LIFETIME_MS / SECOND_MS,
  })
}

export function clearedSessionCookie(appOrigin: string): string {
  return generateCookie(cookieName(appOrigin), '', {
    path: '/',
    httpOnly: true,
    secure: appOrigin.startsWith('https://'),
    sameSite: 'Strict',
    maxAge: 0,
  })
}
