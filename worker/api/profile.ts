import { changeEmail } from '../identity/profile/change-email.ts'
import { getProfile } from '../identity/profile/get-profile.ts'
import { updateProfile } from '../identity/profile/update-profile.ts'
import { ChangeEmailInput, UpdateProfileInput } from '../rules/profile.ts'
import { failsWith, router, signedIn } from './init.ts'

export const profileRouter = router({
  get: signedIn.use(failsWith('Failed to verify user profile')).query(({ ctx }) => getProfile(ctx)),
  update: signedIn.input(UpdateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changeEmail: signedIn.input(ChangeEmailInput).mutation(({ ctx, input }) => changeEmail(ctx, input)),
})
