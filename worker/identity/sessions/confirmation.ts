import type { SignedInContext } from '../../context.ts'
import { offeredProviders } from '../../oauth/clients.ts'
import type { OAuthProvider } from '../../rules/oauth.ts'
import { identitiesQuery } from '../links/list.ts'
import { passwordQuery } from '../passwords/confirm-password.ts'

/** Credential to ask for when a recent login is needed. */
export type Confirmation =
  | { by: 'code' }
  | { by: 'password' }
  /** Linked providers that are switched on; empty if only a mailed link opens the account. */
  | { by: 'provider'; providers: OAuthProvider[] }

/** The strongest credential of the caller's account. */
export async function howToConfirm(ctx: SignedInContext): Promise<Confirmation> {
  if (ctx.session.nextLevel === 'aal2') return { by: 'code' }
  const [[account], identities] = await ctx.db.batch([passwordQuery(ctx), identitiesQuery(ctx)])
  if (account?.passwordHash) return { by: 'password' }
  const offered = offeredProviders(ctx.settings)
  return {
    by: 'provider',
    providers: offered.filter((name) => identities.some((one) => one.provider === name)),
  }
}
