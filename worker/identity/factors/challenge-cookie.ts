import { generateCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'

export const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

function cookieName(appOrigin: string): string {
  return appOrigin.startsWith('https://') ? '__Host-challenge' : 'challenge'
}

export function challengeToken(cookieHeader: string | null, appOrigin: string): string | null {
  const name = cookieName(appOrigin)
  return (cookieHeader && parse(cookieHeader, name)[name]) || null
}

export function challengeCookie(token: string, appOrigin: string): string {
  return cookie(appOrigin, token, CHALLENGE_LIFETIME_MS / SECOND_MS)
}

export function clearedChallengeCookie(appOrigin: string): string {
  return cookie(appOrigin, '', 0)
}

function cookie(appOrigin: string, value: string, maxAge: number): string {
  return generateCookie(cookieName(appOrigin), value, {
    path: '/',
    httpOnly: true,
    secure: appOrigin.startsWith('https://'),
    // Not Strict: a sign-in with another provider arrives from that provider's site. It opens nothing without a code.
    sameSite: 'Lax',
    maxAge,
  })
}
