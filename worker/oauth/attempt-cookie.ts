import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { callbackMethod, type Provider } from './clients.ts'

export const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS

/** Ties an attempt to the browser that began it. */
function cookieName(appOrigin: string): string {
  return appOrigin.startsWith('https://') ? '__Host-oauth' : 'oauth'
}

export function attemptCookie(value: string, provider: Provider, appOrigin: string): string {
  return cookie(value, provider, appOrigin, ATTEMPT_LIFETIME_MS / SECOND_MS)
}

export function clearedAttemptCookie(provider: Provider, appOrigin: string): string {
  return cookie('', provider, appOrigin, 0)
}

export function attemptCookieIn(cookieHeader: string | null, appOrigin: string): string | null {
  const name = cookieName(appOrigin)
  return (cookieHeader && parse(cookieHeader, name)[name]) || null
}

function cookie(value: string, provider: Provider, appOrigin: string, maxAge: number): string {
  // Apple sends people back with a form, and a form from another site carries only cookies with SameSite=None, which
  // browsers take only together with Secure (on http://localhost too).
  const isPosted = callbackMethod(provider) === 'POST'
  return generateCookie(cookieName(appOrigin), value, {
    path: '/',
    httpOnly: true,
    secure: isPosted || appOrigin.startsWith('https://'),
    sameSite: isPosted ? 'None' : 'Lax',
    maxAge,
  })
}
