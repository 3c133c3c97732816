import { changeEmail } from '../identity/accounts/change-email.ts'
import { getProfile, updateProfile } from '../identity/accounts/profile.ts'
import { ChangeEmailInput, UpdateProfileInput } from '../rules/profile.ts'
import { failsWith, router, signedIn } from './init.ts'

export const profileRouter = router({
  get: signedIn.use(failsWith('Failed to verify user profile')).query(({ ctx }) => getProfile(ctx)),
  update: signedIn.input(UpdateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changeEmail: signedIn.input(ChangeEmailInput).mutation(({ ctx, input }) => changeEmail(ctx, input)),
})
