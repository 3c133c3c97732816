import { and, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { oauthAttempts } from '#db/schema/index.ts'
import type { Context } from '../context.ts'
import { sha256Hex } from '../platform/ids.ts'
import type { ConnectionProvider } from '../rules/connections.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { ATTEMPT_LIFETIME_MS } from './attempt-cookie.ts'

export type AttemptProvider = OAuthProvider | ConnectionProvider

export interface NewAttempt {
  provider: AttemptProvider
  state: string
  /** What the browser gets as a cookie. */
  browser: string
  codeVerifier: string | null
  nonce: string
  /** A path of our own. */
  target: string
  /** The session that adds a way to sign in, or a connection; null for a sign-in. */
  linkSessionId: string | null
  /** The session adds nothing: its owner shows that they are there. */
  isConfirmation?: boolean | undefined
  /** The organization that gets a connection; null for signing in. */
  connectOrganizationId: string | null
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
  'codeVerifier' | 'nonce' | 'target' | 'linkSessionId' | 'isConfirmation' | 'connectOrganizationId'
>

/**
 * Takes the attempt that a way back belongs to. One statement checks and uses it up: of any number of calls with the
 * same state, one gets it.
 *
 * @param way.isConnection what it has to have been begun for: a connection, or signing in
 * @returns null where no unused attempt has this state, provider and browser
 */
export async function consumeAttempt(
  ctx: Context,
  {
    provider,
    state,
    browser,
    isConnection,
  }: Pick<NewAttempt, 'provider' | 'state' | 'browser'> & { isConnection: boolean },
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
        isConnection
          ? isNotNull(oauthAttempts.connectOrganizationId)
          : isNull(oauthAttempts.connectOrganizationId),
        isNull(oauthAttempts.usedAt),
        gt(oauthAttempts.expiresAt, now),
      ),
    )
    .returning({
      codeVerifier: oauthAttempts.codeVerifier,
      nonce: oauthAttempts.nonce,
      target: oauthAttempts.target,
      linkSessionId: oauthAttempts.linkSessionId,
      isConfirmation: oauthAttempts.isConfirmation,
      connectOrganizationId: oauthAttempts.connectOrganizationId,
    })
  return attempt ?? null
}

/** Where the attempt that this browser began ends, used up or not; null where it began none, or long ago. */
export async function findTarget(ctx: Context, browser: string): Promise<string | null> {
  const [attempt] = await ctx.db
    .select({ target: oauthAttempts.target })
    .from(oauthAttempts)
    .where(
      and(
        eq(oauthAttempts.browserHash, await sha256Hex(browser)),
        isNotNull(oauthAttempts.connectOrganizationId),
      ),
    )
  return attempt?.target ?? null
}
