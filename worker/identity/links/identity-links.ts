import { and, eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { userIdentities, users } from '#db/schema/index.ts'
import type { Context, SignedInContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { iso } from '../../rules/durations.ts'
import {
  OAUTH_PROVIDER_NAMES,
  OAUTH_PROVIDERS,
  type OAuthProvider,
  type ProviderInput,
} from '../../rules/oauth.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'

/** A provider that is, or could be, linked to the account. */
export interface IdentityLink {
  provider: OAuthProvider
  /** Null if not linked. */
  connected: { email: string; since: string } | null
}

/** Providers offered here, and any other that is linked. */
export async function listIdentityLinks(ctx: SignedInContext): Promise<IdentityLink[]> {
  return identityLinks(ctx, await identitiesQuery(ctx))
}

/** Query for `identityLinks`, for a batch. */
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

/** Statement that unlinks all providers from an account. */
export function forgetIdentities({ db }: Context, userId: string) {
  return db.delete(userIdentities).where(eq(userIdentities.userId, userId))
}
