import { userIdentities } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import type { ProviderPerson } from '../../oauth/providers/index.ts'
import { wasRolledBack } from '../../platform/all-or-nothing.ts'
import { claimStatements } from '../accounts/claim.ts'
import { audit } from '../log/audit.ts'
import { linkByAddress } from './link-by-address.ts'

/**
 * Gives an account whose address nobody had proven to the person whose provider vouches for it: the identity becomes the
 * only way in.
 */
export async function claimAccount(
  ctx: Context,
  userId: string,
  person: ProviderPerson & { email: string },
): Promise<void> {
  const { provider, subject, email, fullName, avatarUrl } = person
  try {
    await ctx.db.batch([
      ...claimStatements(ctx, { userId, email, passwordHash: null, fullName, avatarUrl }),
      ctx.db.insert(userIdentities).values({ provider, subject, userId, email, createdAt: ctx.now() }),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    // The address was proven in another way meanwhile: now it is an account like any other.
    return linkByAddress(ctx, userId, person)
  }
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email, detail: provider })
}
