import * as v from 'valibot'
import { Plan } from './billing.ts'
import { Email, nameString, needed, uuid } from './fields.ts'
import { scorePassword } from './passwords.ts'
import { suspicionOf } from './suspicion.ts'

export const MAX_NAME_CHARS = 120

const Password = needed(v.pipe(v.string('Enter your password.'), v.minLength(1, 'Enter your password.')))
const FullName = v.pipe(
  nameString(MAX_NAME_CHARS, 'Name', 'Enter your name.'),
  v.check((name) => suspicionOf(name) === null, 'Invalid user data'),
)

/** Passwords are taken exactly as typed: neither trimmed nor normalised here. */
export const SignUpInput = v.pipe(
  v.object({
    email: Email,
    password: Password,
    fullName: FullName,
    /** The plan they came to pay: the mailed link leads back to that. */
    planToPay: v.optional(Plan),
  }),
  v.forward(
    v.partialCheck(
      [['email'], ['password'], ['fullName']],
      (input) => passwordFeedback(input).length === 0,
      (issue) => passwordFeedback(issue.input).join(', '),
    ),
    ['password'],
  ),
)
export type SignUpInput = v.InferOutput<typeof SignUpInput>

/** The one letter whose small form is an ASCII one, which would make it the address of another mailbox. */
const KELVIN_SIGN = '\u212a'

/** The form an account is looked up by. The address itself keeps its local part as typed. */
export function emailKey(email: string): string {
  const pieces = email.split(KELVIN_SIGN)
  return pieces.map((piece) => piece.toLowerCase()).join(KELVIN_SIGN)
}

export const SignInInput = v.object({
  email: Email,
  password: Password,
  /** Stay signed in on this device. */
  keep: v.optional(v.boolean(), false),
})
export type SignInInput = v.InferOutput<typeof SignInInput>

/** What a mailed link carries: 32 random bytes as base64url. */
export const LINK_INCOMPLETE = 'This link is incomplete. Open it from the e-mail again.'
const Token = needed(v.pipe(v.string(LINK_INCOMPLETE), v.regex(/^[A-Za-z0-9_-]{43}$/, LINK_INCOMPLETE)))
const NewPassword = needed(v.pipe(v.string('Choose a password.'), v.minLength(1, 'Choose a password.')))

export const LinkToken = v.object({ token: Token })
export type LinkToken = v.InferOutput<typeof LinkToken>

/** The password is empty in a browser that is signed in to the account. */
export const VerifyEmailInput = v.object({
  token: Token,
  password: v.optional(v.string('Enter the password of this account.'), ''),
})
export type VerifyEmailInput = v.InferOutput<typeof VerifyEmailInput>

/** The plan they are about to pay, as at sign-up. */
export const ResendVerificationInput = v.optional(v.object({ planToPay: v.optional(Plan) }), {})
export type ResendVerificationInput = v.InferOutput<typeof ResendVerificationInput>

export const RequestPasswordResetInput = v.object({ email: Email })
export type RequestPasswordResetInput = v.InferOutput<typeof RequestPasswordResetInput>

/** Whether the new password is good enough is decided where its owner is known. */
export const ResetPasswordInput = v.object({ token: Token, password: NewPassword })
export type ResetPasswordInput = v.InferOutput<typeof ResetPasswordInput>

/** To join by an invitation; whether the password is good enough is decided where the invited address is known. */
export const JoinInput = v.object({
  ...ResetPasswordInput.entries,
  fullName: FullName,
  keep: v.optional(v.boolean(), false),
})
export type JoinInput = v.InferOutput<typeof JoinInput>

/** `current` is empty where an account that signs in through a provider gets its first password. */
export const ChangePasswordInput = v.object({
  current: v.optional(v.string('Enter your current password.'), ''),
  password: NewPassword,
})
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>

export const ConfirmPasswordInput = v.object({ password: Password })
export type ConfirmPasswordInput = v.InferOutput<typeof ConfirmPasswordInput>

export const SessionId = v.object({ id: uuid('This session does not exist.') })
export type SessionId = v.InferOutput<typeof SessionId>

function passwordFeedback(input: { email: string; password: string; fullName: string }): string[] {
  return scorePassword(input.password, { name: input.fullName, email: input.email }).feedback
}
