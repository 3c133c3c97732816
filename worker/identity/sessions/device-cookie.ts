import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { DAY_MS, SECOND_MS } from '../../rules/durations.ts'

/** Since the last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * DAY_MS
const TOKEN = /^[A-Za-z0-9_-]{43}$/

function cookieName(appOrigin: string): string {
  return appOrigin.startsWith('https://') ? '__Host-device' : 'device'
}

/** Null for none, and for what we can not have made. */
export function deviceToken(cookieHeader: string | null, appOrigin: string): string | null {
  const name = cookieName(appOrigin)
  const token = cookieHeader && parse(cookieHeader, name)[name]
  return token && TOKEN.test(token) ? token : null
}

/** Opens nothing: it only names a browser among those that have signed in. */
export function deviceCookie(token: string, appOrigin: string): string {
  return generateCookie(cookieName(appOrigin), token, {
    path: '/',
    httpOnly: true,
    secure: appOrigin.startsWith('https://'),
    sameSite: 'Strict',
    maxAge: DEVICE_LIFETIME_MS / SECOND_MS,
  })
}
