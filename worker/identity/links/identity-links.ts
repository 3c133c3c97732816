import { and, eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { userIdentities, users } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { Intent } from '../../oauth/attempts.ts'
import { findClient, offeredProviders, requireClient } from '../../oauth/clients.ts'
import { beginHandshake } from '../../oauth/handshake.ts'
import { iso } from '../../rules/durations.ts'
import {
  type ConfirmByProviderInput,
  IDENTITY_LINKS_SCREEN,
  OAUTH_PROVIDER_NAMES,
  OAUTH_PROVIDERS,
  type OAuthProvider,
  oauthProblemText,
  type ProviderInput,
} from '../../rules/oauth.ts'
import { safeRedirect } from '../../rules/paths.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin, requireVerified } from '../sessions/require-proof.ts'

export interface IdentityLink {
  provider: OAuthProvider
  connected: { email: string; since: string } | null
}

/** Providers offered here, and any other that is linked. */
export async function listIdentityLinks(ctx: SignedInContext): Promise<IdentityLink[]> {
  return identityLinks(ctx, await identitiesQuery(ctx))
}

export function identitiesQuery(ctx: SignedInContext) {
  return ctx.db
    .select(columns(userIdentities, 'provider', 'email', 'createdAt'))
    .from(userIdentities)
    .where(eq(userIdentities.userId, ctx.session.user.id))
}

type IdentityRow = Awaited<ReturnType<typeof identitiesQuery>>[number]

export function identityLinks({ settings }: SignedInContext, rows: IdentityRow[]): IdentityLink[] {
  const offered = offeredProviders(settings)
  return OAUTH_PROVIDERS.map((provider) => {
    const row = rows.find((identity) => identity.provider === provider)
    const connected = row ? { email: row.email, since: iso(row.createdAt) } : null
    return { provider, connected }
  }).filter(({ provider, connected }) => connected !== null || offered.includes(provider))
}

/**
 * Unlinks a provider from the caller's account. The DELETE itself checks that another way to sign in remains, so that
 * concurrent calls can't remove the last two.
 *
 * @throws DomainError `recent_login_needed`; `not_found` if the provider isn't linked; `conflict` if it is the only way
 * to sign in
 */
export async function unlink(ctx: SignedInContext, { provider }: ProviderInput): Promise<void> {
  requireRecentLogin(ctx)
  const { id: userId, email } = ctx.session.user
  const name = OAUTH_PROVIDER_NAMES[provider]
  const own = and(eq(userIdentities.userId, userId), eq(userIdentities.provider, provider))
  const hasAnother = sql`(EXISTS (SELECT 1 FROM ${users} WHERE id = ${userId} AND password_hash IS NOT NULL)
    OR (SELECT count(*) FROM ${userIdentities} WHERE user_id = ${userId}) > 1)`
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.providerUnlinked(name), sql`changes() = 1`)
  const [removed] = await ctx.db.batch([
    ctx.db.delete(userIdentities).where(and(own, hasAnother)).returning({ subject: userIdentities.subject }),
    mail.statement,
  ])
  if (removed.length === 0) {
    const [linked] = await ctx.db.select({ userId: userIdentities.userId }).from(userIdentities).where(own)
    throw linked
      ? new DomainError('conflict', `${name} is your only way to sign in. Set a password first.`)
      : new DomainError('not_found', `${name} is not connected to your account.`)
  }
  await audit(ctx, 'provider_unlinked', 'done', { detail: provider })
}

export function forgetIdentities({ db }: Context, userId: string) {
  return db.delete(userIdentities).where(eq(userIdentities.userId, userId))
}

/**
 * @param wish `target`: our own path to end at; `keep`: whether the device stays signed in
 * @returns where the browser goes next
 * @throws OAuthRefusal `off`; DomainError `too_many`
 */
export function beginSignIn(
  ctx: Context,
  provider: OAuthProvider,
  wish: { target: string; keep: boolean },
): Promise<string> {
  return begin(ctx, { purpose: 'sign_in', provider, ...wish })
}

/**
 * @returns the provider's address to send the browser to
 * @throws DomainError `recent_login_needed`; `email_not_verified`, because anybody may have created an account with an
 * unverified address; `not_found` if the provider is off; `too_many`
 */
export async function beginLink(ctx: SignedInContext, { provider }: ProviderInput): Promise<{ url: string }> {
  requireOffered(ctx, provider)
  requireVerified(ctx)
  requireRecentLogin(ctx)
  const { id: sessionId } = ctx.session
  return { url: await begin(ctx, { purpose: 'link', provider, target: IDENTITY_LINKS_SCREEN, sessionId }) }
}

/**
 * Starts a recent-login check through a provider, for accounts without a password.
 *
 * @returns the provider's address to send the browser to; afterwards the browser returns to `input.target`
 * @throws DomainError `not_found` if the provider is off; `too_many`
 */
export async function beginConfirmation(ctx: SignedInContext, input: ConfirmByProviderInput) {
  const { provider } = input
  requireOffered(ctx, provider)
  const { id: sessionId } = ctx.session
  const target = safeRedirect(input.target, IDENTITY_LINKS_SCREEN)
  return { url: await begin(ctx, { purpose: 'confirm', provider, target, sessionId }) }
}

/** @throws DomainError `too_many` beyond 30 in 15 minutes from one network */
async function begin(ctx: Context, intent: Intent): Promise<string> {
  requireClient(ctx.settings, intent.provider)
  await requireTry(ctx, LIMITS.oauthPrefix, ctx.network.prefix)
  return beginHandshake(ctx, intent)
}

function requireOffered(ctx: Context, provider: OAuthProvider): void {
  if (!findClient(ctx.settings, provider))
    throw new DomainError('not_found', oauthProblemText('off', provider))
}
