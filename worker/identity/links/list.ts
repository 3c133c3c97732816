import { eq } from 'drizzle-orm'
import { userIdentities } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../../rules/oauth.ts'

/** A provider that the account is, or could be, linked with. */
export interface IdentityLink {
  provider: OAuthProvider
  /** Null where it is not linked. */
  connected: { email: string; since: string } | null
}

/** The providers that are offered here, and any other that is linked. */
export async function listIdentityLinks(ctx: SignedInContext): Promise<IdentityLink[]> {
  return identityLinks(ctx, await identitiesQuery(ctx))
}

/** The rows that `identityLinks` takes, for a batch. */
export function identitiesQuery(ctx: SignedInContext) {
  return ctx.db
    .select({
      provider: userIdentities.provider,
      email: userIdentities.email,
      createdAt: userIdentities.createdAt,
    })
    .from(userIdentities)
    .where(eq(userIdentities.userId, ctx.session.user.id))
}

export function identityLinks(
  ctx: SignedInContext,
  rows: Awaited<ReturnType<typeof identitiesQuery>>,
): IdentityLink[] {
  const offered = offeredProviders(ctx.settings)
  return OAUTH_PROVIDERS.map((provider) => {
    const row = rows.find((identity) => identity.provider === provider)
    const connected = row ? { email: row.email, since: new Date(row.createdAt).toISOString() } : null
    return { provider, connected }
  }).filter(({ provider, connected }) => connected !== null || offered.includes(provider))
}
