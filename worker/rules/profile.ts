import * as v from 'valibot'
import { MAX_NAME_CHARS } from './auth.ts'
import { Email } from './contact-fields.ts'
import { suspicionOf } from './suspicion.ts'
import { cleanString, emptyToNull } from './text.ts'
import { INVALID_URL, isHttpUrl } from './validators.ts'

/** After this long the profile recommends a new password. */
export const PASSWORD_REMINDER_DAYS = 90

/** A picture is loaded by browsers only, and only over https. */
export function isPictureUrl(text: string): boolean {
  return isHttpUrl(text) && text.startsWith('https://')
}

const AvatarUrl = v.nullable(
  v.pipe(
    cleanString(2_048, 'Picture'),
    v.check((text) => text === '' || isPictureUrl(text), INVALID_URL),
    v.transform(emptyToNull),
  ),
)

export const UpdateProfileInput = v.object({
  fullName: v.optional(
    v.pipe(
      cleanString(MAX_NAME_CHARS, 'Name'),
      v.minLength(1, 'Enter your name.'),
      v.check((name) => suspicionOf(name) === null, 'Invalid user data'),
    ),
  ),
  avatarUrl: v.optional(AvatarUrl),
})
export type UpdateProfileInput = v.InferOutput<typeof UpdateProfileInput>

export const ChangeEmailInput = v.object({ email: Email })
export type ChangeEmailInput = v.InferOutput<typeof ChangeEmailInput>
