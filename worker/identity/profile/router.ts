import { failsWith, router, signedIn } from '../../api/init.ts'
import { ChangeEmailInput, UpdateProfileInput } from '../../rules/profile.ts'
import { changeEmail } from './change-email.ts'
import { getProfile } from './get-profile.ts'
import { updateProfile } from './update-profile.ts'

export const profileRouter = router({
  get: signedIn.use(failsWith('Failed to verify user profile')).query(({ ctx }) => getProfile(ctx)),
  update: signedIn.input(UpdateProfileInput).mutation(({ ctx, input }) => updateProfile(ctx, input)),
  changeEmail: signedIn.input(ChangeEmailInput).mutation(({ ctx, input }) => changeEmail(ctx, input)),
})
