import { eq } from 'drizzle-orm'
import { profiles } from '#db/schema/index.ts'
import type { SignedInContext } from '../../context.ts'
import type { UpdateProfileInput } from '../../rules/profile.ts'
import { audit } from '../log/audit.ts'
import { getProfile, type ProfileView } from './get-profile.ts'

/** Changes what is given; fields that are left out stay. */
export async function updateProfile(ctx: SignedInContext, input: UpdateProfileInput): Promise<ProfileView> {
  const { fullName, avatarUrl } = input
  if (fullName !== undefined || avatarUrl !== undefined) {
    await ctx.db
      .update(profiles)
      .set({
        ...(fullName !== undefined && { fullName }),
        ...(avatarUrl !== undefined && { avatarUrl }),
        updatedAt: ctx.now(),
      })
      .where(eq(profiles.id, ctx.session.user.id))
    await audit(ctx, 'profile_changed', 'done')
  }
  return getProfile(ctx)
}
