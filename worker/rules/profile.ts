import * as v from 'valibot'
import { MAX_NAME_CHARS } from './auth.ts'
import { cleanString, cleanText, Email, emptyToNull, NullablePictureUrl } from './fields.ts'
import { suspicionOf } from './suspicion.ts'

export const PASSWORD_REMINDER_DAYS = 90

const INVALID_USERNAME = 'Username must be 3-20 characters, alphanumeric with - or _'

/** Name for @-mentions. No other field is refused for looking like an attack. */
const Username = v.nullable(
  v.pipe(
    v.string(INVALID_USERNAME),
    v.transform(cleanText),
    v.check(
      (text) => suspicionOf(text) === null,
      ({ input }) => suspicionOf(input)?.message ?? INVALID_USERNAME,
    ),
    v.check((text) => text === '' || /^[A-Za-z0-9_-]{3,20}$/.test(text), INVALID_USERNAME),
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
  avatarUrl: v.optional(NullablePictureUrl),
  username: v.optional(Username),
})
export type UpdateProfileInput = v.InferOutput<typeof UpdateProfileInput>

export const ChangeEmailInput = v.object({ email: Email })
export type ChangeEmailInput = v.InferOutput<typeof ChangeEmailInput>
