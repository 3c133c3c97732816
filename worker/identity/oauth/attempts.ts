import { and, eq, gt, isNull } from 'drizzle-orm'
import { oauthAttempts } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { sha256Hex } from '../../platform/ids.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { ATTEMPT_LIFETIME_MS } from './attempt-cookie.ts'

export interface NewAttempt {
  provider: OAuthProvider
  state: string
  /** What the browser gets as a cookie. */
  browser: string
  codeVerifier: string | null
  nonce: string
  /** A path of our own. */
  target: string
  /** The session that adds a way to sign in; null for a sign-in. */
  linkSessionId: string | null
}

/** Notes that somebody was sent to a provider. */
export async function storeAttempt(ctx: Context, attempt: NewAttempt): Promise<void> {
  const { state, browser, ...others } = attempt
  await ctx.db.insert(oauthAttempts).values({
    ...others,
    stateHash: await sha256Hex(state),
    browserHash: await sha256Hex(browser),
    expiresAt: ctx.now() + ATTEMPT_LIFETIME_MS,
  })
}

export type Attempt = Pick<
  typeof oauthAttempts.$inferSelect,
  'provider' | 'codeVerifier' | 'nonce' | 'target' | 'linkSessionId'
>

/**
 * Takes the attempt that a way back belongs to. One statement checks and uses it up: of any number of calls with the
 * same state, one gets it.
 *
 * @returns null where no unused attempt has this state, provider and browser
 */
export async function consumeAttempt(
  ctx: Context,
  { provider, state, browser }: Pick<NewAttempt, 'provider' | 'state' | 'browser'>,
): Promise<Attempt | null> {
  const now = ctx.now()
  const [attempt] = await ctx.db
    .update(oauthAttempts)
    .set({ usedAt: now })
    .where(
      and(
        eq(oauthAttempts.stateHash, await sha256Hex(state)),
        eq(oauthAttempts.browserHash, await sha256Hex(browser)),
        eq(oauthAttempts.provider, provider),
        isNull(oauthAttempts.usedAt),
        gt(oauthAttempts.expiresAt, now),
      ),
    )
    .returning({
      provider: oauthAttempts.provider,
      codeVerifier: oauthAttempts.codeVerifier,
      nonce: oauthAttempts.nonce,
      target: oauthAttempts.target,
      linkSessionId: oauthAttempts.linkSessionId,
    })
  return attempt ?? null
}
