import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { userIdentities } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import { iso } from '../../rules/durations.ts'
import { OAUTH_PROVIDERS, type OAuthProvider } from '../../rules/oauth.ts'

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
