import * as v from 'valibot'
import { MAX_NAME_CHARS } from './auth.ts'
import { cleanString, Email, NullablePictureUrl } from './fields.ts'
import { suspicionOf } from './suspicion.ts'

/** After this long the profile recommends a new password. */
export const PASSWORD_REMINDER_DAYS = 90

export const UpdateProfileInput = v.object({
  fullName: v.optional(
    v.pipe(
      cleanString(MAX_NAME_CHARS, 'Name'),
      v.minLength(1, 'Enter your name.'),
      v.check((name) => suspicionOf(name) === null, 'Invalid user data'),
    ),
  ),
  avatarUrl: v.optional(NullablePictureUrl),
})
export type UpdateProfileInput = v.InferOutput<typeof UpdateProfileInput>

export const ChangeEmailInput = v.object({ email: Email })
export type ChangeEmailInput = v.InferOutput<typeof ChangeEmailInput>
