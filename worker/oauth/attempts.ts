import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { oauthAttempts } from '#db/schema/index.ts'
import type { Context } from '../context.ts'
import { hostCookie } from '../platform/host-cookie.ts'
import { sha256Hex } from '../platform/ids.ts'
import { prune } from '../platform/prune.ts'
import type { ConnectionProvider } from '../rules/connections.ts'
import { MINUTE_MS } from '../rules/durations.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { callbackMethod } from './clients.ts'

const ATTEMPT_LIFETIME_MS = 10 * MINUTE_MS

const COOKIE = hostCookie('oauth', 'Lax', ATTEMPT_LIFETIME_MS)
/** Cookie for providers that return people with a form POST, which only carries cookies with SameSite=None. */
const COOKIE_FOR_FORM = hostCookie('oauth', 'None', ATTEMPT_LIFETIME_MS)

/** The cookie that binds an attempt to the browser that started it. */
export function attemptCookie(provider: Intent['provider']) {
  return callbackMethod(provider) === 'POST' ? COOKIE_FOR_FORM : COOKIE
}

export type Intent = {
  /** Our own path to end at. */
  target: string
} /** `keep`: whether the device stays signed in. */ & (
  | { purpose: 'sign_in'; provider: OAuthProvider; keep: boolean }
  /** Adds a way to sign in to a session's account, or confirms that the session's owner is present. */
  | { purpose: 'link' | 'confirm'; provider: OAuthProvider; sessionId: string }
  | { purpose: 'connect'; provider: ConnectionProvider; sessionId: string; organizationId: string }
)
export type Purpose = Intent['purpose']

interface Secrets {
  codeVerifier: string | null
  nonce: string
}
/** Values with which the browser comes back from the provider: one in the URL, the other in our cookie. */
interface Keys {
  state: string
  browser: string
}

export type Attempt<P extends Purpose> = Extract<Intent, { purpose: P }> & Secrets

export async function storeAttempt(ctx: Context, attempt: Intent & Secrets & Keys): Promise<void> {
  const { state, browser, ...others } = attempt
  await ctx.db.insert(oauthAttempts).values({
    ...others,
    stateHash: await sha256Hex(state),
    browserHash: await sha256Hex(browser),
    expiresAt: ctx.now() + ATTEMPT_LIFETIME_MS,
  })
}

/**
 * Takes the attempt that a callback belongs to, and its cookie, before any request to the provider. A single statement
 * checks the attempt and uses it up, so that only one of concurrent calls gets it.
 *
 * @param purposes the attempt's purpose must be one of these
 * @returns null if there is no unused, unexpired attempt with this state, provider and browser
 */
export async function takeAttempt<P extends Purpose>(
  ctx: Context,
  provider: Intent['provider'],
  { state, browser }: { [Key in keyof Keys]: string | null },
  purposes: readonly P[],
): Promise<Attempt<P> | null> {
  if (!state || !browser) return null
  const now = ctx.now()
  const [attempt] = await ctx.db
    .update(oauthAttempts)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthAttempts.stateHash, await sha256Hex(state)),
        eq(oauthAttempts.browserHash, await sha256Hex(browser)),
        eq(oauthAttempts.provider, provider),
        inArray(oauthAttempts.purpose, [...purposes]),
        isNull(oauthAttempts.usedAt),
        gt(oauthAttempts.expiresAt, now),
      ),
    )
    .returning()
  const cleared = attemptCookie(provider).clear(ctx.settings.APP_ORIGIN)
  if (attempt) ctx.answerHeaders.append('set-cookie', cleared)
  // Safe: the table's CHECK constraints define which columns a purpose has.
  return (attempt ?? null) as Attempt<P> | null
}

/** Target of the connection attempt in this browser's cookie, even if used up; null if it doesn't exist any more. */
export async function findConnectTarget(ctx: Context, browser: string): Promise<string | null> {
  const { target, browserHash, purpose } = oauthAttempts
  const isIt = and(eq(browserHash, await sha256Hex(browser)), eq(purpose, 'connect'))
  const [attempt] = await ctx.db.select({ target }).from(oauthAttempts).where(isIt)
  return attempt?.target ?? null
}

/** Statement that deletes attempts which expired before a time, a slice at a time. */
export function pruneAttempts(db: Database, before: number) {
  return prune(db, { key: oauthAttempts.stateHash, time: oauthAttempts.expiresAt }, before)
}
