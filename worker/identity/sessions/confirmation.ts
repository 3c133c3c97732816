import { eq } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { identitiesQuery, identityLinks } from '../links/list.ts'

/** What a person is asked for where a recent login is needed. */
export type Confirmation =
  | { by: 'code' }
  | { by: 'password' }
  /** Linked providers that are switched on; none where only a mailed link opens the account. */
  | { by: 'provider'; providers: OAuthProvider[] }

/** The strongest credential that the caller's account has. */
export async function howToConfirm(ctx: SignedInContext): Promise<Confirmation> {
  if (ctx.session.nextLevel === 'aal2') return { by: 'code' }
  const [[account], identities] = await ctx.db.batch([
    ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, ctx.session.user.id)),
    identitiesQuery(ctx),
  ])
  if (account?.passwordHash) return { by: 'password' }
  const offered = offeredProviders(ctx.settings)
  const linked = identityLinks(ctx, identities).filter(({ connected }) => connected !== null)
  return {
    by: 'provider',
    providers: linked.map(({ provider }) => provider).filter((provider) => offered.includes(provider)),
  }
}
