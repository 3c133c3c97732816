import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { emailLinks, profiles, users } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { DAY_MS, iso } from '../../rules/durations.ts'
import { PASSWORD_REMINDER_DAYS, type UpdateProfileInput } from '../../rules/profile.ts'
import { audit } from '../log/audit.ts'
import { changeProfile } from './account-store.ts'

export type ProfileView = Awaited<ReturnType<typeof getProfile>>

export async function getProfile(ctx: SignedInContext) {
  const { id } = ctx.session.user
  const now = ctx.now()
  const [rows, links] = await ctx.db.batch([
    ctx.db
      .select({
        ...columns(users, 'email', 'emailVerifiedAt', 'passwordHash', 'passwordChangedAt', 'createdAt'),
        ...columns(profiles, 'fullName', 'avatarUrl', 'username', 'subscriptionTier'),
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.id, id)),
    ctx.db
      .select({ purpose: emailLinks.purpose, sentTo: emailLinks.email, expiresAt: emailLinks.expiresAt })
      .from(emailLinks)
      .where(eq(emailLinks.userId, id)),
  ])
  const row = rows[0]
  if (!row) throw new DomainError('not_signed_in', 'Please sign in to continue.')
  const { emailVerifiedAt, passwordHash, createdAt, passwordChangedAt: changedAt, ...profile } = row
  const passwordChangedAt = changedAt ?? createdAt
  const change = links.find((link) => link.purpose === 'change_email' && link.expiresAt > now)
  return {
    id,
    ...profile,
    isVerified: emailVerifiedAt !== null,
    /** New address that isn't confirmed yet. */
    newEmail: change?.sentTo ?? null,
    hasPassword: passwordHash !== null,
    passwordChangedAt: iso(passwordChangedAt),
    isPasswordOld: passwordHash !== null && now - passwordChangedAt > PASSWORD_REMINDER_DAYS * DAY_MS,
    createdAt: iso(createdAt),
  }
}

/**
 * Updates the given fields; missing ones stay.
 * @throws DomainError `conflict` for `username` if another account has it
 */
export async function updateProfile(ctx: SignedInContext, input: UpdateProfileInput): Promise<ProfileView> {
  const { fullName, avatarUrl, username } = input
  if (fullName !== undefined || avatarUrl !== undefined || username !== undefined) {
    const changed = await changeProfile(ctx, ctx.session.user.id, { fullName, avatarUrl, username })
    if (changed.meta.changes === 0) {
      throw fieldError('conflict', 'username', 'This username is taken. Choose another one.')
    }
    await audit(ctx, 'profile_changed', 'done')
  }
  return getProfile(ctx)
}
