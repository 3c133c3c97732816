import { and, eq, isNull } from 'drizzle-orm'
import {
  accessTokens,
  emailLinks,
  passwordHistory,
  profiles,
  sessions,
  userIdentities,
  users,
} from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { onlyIfChanged, wasRolledBack } from '../all-or-nothing.ts'
import { audit } from '../audit.ts'
import { dropWaysIn } from '../drop-ways-in.ts'
import { linkByAddress } from './link-by-address.ts'
import type { ProviderPerson } from './providers/index.ts'

/**
 * Gives an account whose address nobody had proven to the person who now has. Anybody may have made it: every way into
 * it goes first, and what the provider vouches for becomes the only one. What is stored in it stays.
 */
export async function claimAccount(
  ctx: Context,
  userId: string,
  person: ProviderPerson & { email: string },
): Promise<void> {
  const { provider, subject, email, fullName, avatarUrl } = person
  const now = ctx.now()
  try {
    await ctx.db.batch([
      ctx.db
        .update(users)
        .set({
          email,
          emailVerifiedAt: now,
          passwordHash: null,
          passwordChangedAt: now,
          mustChangePassword: false,
          updatedAt: now,
        })
        .where(and(eq(users.id, userId), isNull(users.emailVerifiedAt))),
      onlyIfChanged(ctx),
      ctx.db.delete(passwordHistory).where(eq(passwordHistory.userId, userId)),
      ctx.db.delete(sessions).where(eq(sessions.userId, userId)),
      ctx.db.delete(accessTokens).where(eq(accessTokens.userId, userId)),
      ctx.db.delete(emailLinks).where(eq(emailLinks.userId, userId)),
      ...dropWaysIn(ctx, userId),
      ctx.db
        .update(profiles)
        .set({ email, ...(fullName && { fullName }), avatarUrl, updatedAt: now })
        .where(eq(profiles.id, userId)),
      ctx.db.insert(userIdentities).values({ provider, subject, userId, email, createdAt: now }),
    ])
  } catch (error) {
    if (!wasRolledBack(error)) throw error
    // The address was proven in another way meanwhile: now it is an account like any other.
    return linkByAddress(ctx, userId, person)
  }
  await audit(ctx, 'email_verified', 'done', { userId, organizationId: null, email, detail: provider })
}
