import { env } from 'cloudflare:test'
import { TOTP } from 'otpauth'
import { v7 as createId } from 'uuid'
import { databaseOf } from '#db/client.ts'
import { mfaFactors } from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import type { Context } from '#worker/context.ts'
import { openChallenge } from '#worker/identity/factors/challenge.ts'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { contextFor } from './caller.ts'

export const STEP_MS = 30 * SECOND_MS

export interface Enrolled {
  factorId: string
  secret: string
  recoveryCodes: string[]
}

/** The code of an authenticator app at that time. */
export function appCode(secret: string, now: number): string {
  return new TOTP({ secret }).generate({ timestamp: now })
}

/** A code that is never valid near `now`. */
export function wrongCode(secret: string, now: number): string {
  const near = [-1, 0, 1].map((step) => appCode(secret, now + step * STEP_MS))
  return ['000000', '111111', '222222', '333333'].find((code) => !near.includes(code)) ?? ''
}

/** Sets up an app with the code of the step before `now`, so that the code of `now` is still unused. */
export async function enrolled(account: Account, now: number): Promise<Enrolled> {
  const api = createApi(contextFor(account, { now: () => now - STEP_MS }))
  const { factorId, secret } = await api.auth.mfa.enroll()
  const code = appCode(secret, now - STEP_MS)
  const { recoveryCodes } = await api.auth.mfa.verify({ factorId, code })
  return { factorId, secret, recoveryCodes }
}

/** A verified authenticator app that nobody has. */
export async function plantFactor({ userId }: Account): Promise<void> {
  const row = { id: createId(), userId, factorType: 'totp', status: 'verified', createdAt: 0 } as const
  await databaseOf(env)
    .insert(mfaFactors)
    .values({ ...row, sealedSecret: 'x' })
}

/** The token in the challenge cookie of somebody who has proven their first factor. */
export async function challengeOf(account: Account, now: number): Promise<string> {
  const ctx = contextFor(null, { now: () => now })
  await openChallenge(ctx, { userId: account.userId, organizationId: account.organizationId, amr: ['pwd'] })
  return cookieOf(ctx.answerHeaders, 'challenge') ?? ''
}

/** The context of a browser with a challenge. */
export function challengedContext(challengeToken: string, now: number, bindings = env): Context {
  return contextFor(null, { challengeToken, now: () => now, env: bindings })
}

/** Signs in with a code, after the password. */
export async function signInWith(account: Account, code: string, now: number) {
  const api = createApi(challengedContext(await challengeOf(account, now), now))
  return api.auth.mfa.challenge({ code })
}

/** The value that a response gives a cookie; '' if cleared, null if unchanged. */
export function cookieOf(headers: Headers, name: string): string | null {
  const own = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  return own === undefined ? null : own.slice(name.length + 1).split(';', 1)[0] || ''
}

/** The person's sessions, oldest first. */
export async function sessionsOf(account: Account) {
  const { results } = await env.DB.prepare(
    'SELECT id, aal, amr, factor_at AS factorAt FROM sessions WHERE user_id = ? ORDER BY created_at, id',
  )
    .bind(account.userId)
    .all<{ id: string; aal: string; amr: string; factorAt: number | null }>()
  return results
}

/** The owner's mails about security. */
export async function mailsTo(account: Account): Promise<{ subject: string; text: string }[]> {
  const { results } = await env.DB.prepare(
    'SELECT subject, text FROM dev_mails WHERE recipient = ? ORDER BY id',
  )
    .bind(account.email)
    .all<{ subject: string; text: string }>()
  return results
}
