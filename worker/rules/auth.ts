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

/** Passwords are used exactly as typed: neither trimmed nor normalized here. */
export const SignUpInput = v.pipe(
  v.object({
    email: Email,
    password: Password,
    fullName: FullName,
    /** The link in the verification email leads back to the checkout of this plan. */
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

/** Lowercasing U+212A gives an ASCII k, which could be another person's mailbox. */
const KELVIN_SIGN = '\u212a'

/** Lookup key of an account. The stored address keeps its local part as typed. */
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

/** Message for a link whose token isn't 32 random bytes in base64url. */
export const LINK_INCOMPLETE = 'This link is incomplete. Open it from the e-mail again.'
const Token = needed(v.pipe(v.string(LINK_INCOMPLETE), v.regex(/^[A-Za-z0-9_-]{43}$/, LINK_INCOMPLETE)))
const NewPassword = needed(v.pipe(v.string('Choose a password.'), v.minLength(1, 'Choose a password.')))

export const LinkToken = v.object({ token: Token })
export type LinkToken = v.InferOutput<typeof LinkToken>

/** The password is empty if the browser is already signed in to the account. */
export const VerifyEmailInput = v.object({
  token: Token,
  password: v.optional(v.string('Enter the password of this account.'), ''),
})
export type VerifyEmailInput = v.InferOutput<typeof VerifyEmailInput>

export const ResendVerificationInput = v.optional(v.object({ planToPay: v.optional(Plan) }), {})
export type ResendVerificationInput = v.InferOutput<typeof ResendVerificationInput>

export const RequestPasswordResetInput = v.object({ email: Email })
export type RequestPasswordResetInput = v.InferOutput<typeof RequestPasswordResetInput>

/** Password strength is checked later, when the account is known. */
export const ResetPasswordInput = v.object({ token: Token, password: NewPassword })
export type ResetPasswordInput = v.InferOutput<typeof ResetPasswordInput>

/** Joins by an invitation. Password strength is checked later, when the invited address is known. */
export const JoinInput = v.object({
  ...ResetPasswordInput.entries,
  fullName: FullName,
  keep: v.optional(v.boolean(), false),
})
export type JoinInput = v.InferOutput<typeof JoinInput>

/** `current` is empty if the account signs in through a provider and has no password yet. */
export const ChangePasswordInput = v.object({
  current: v.optional(v.string('Enter your current password.'), ''),
  password: NewPassword,
})
export type ChangePasswordInput = v.InferOutput<typeof ChangePasswordInput>

export const ConfirmPasswordInput = v.object({ password: Password })
export type ConfirmPasswordInput = v.InferOutput<typeof ConfirmPasswordInput>

/** With a user, only that person is signed out: somebody else may have signed in since the screen was loaded. */
export const SignOutInput = v.optional(v.object({ userId: v.optional(uuid('This person does not exist.')) }))
export type SignOutInput = v.InferOutput<typeof SignOutInput>

export const SessionId = v.object({ id: uuid('This session does not exist.') })
export type SessionId = v.InferOutput<typeof SessionId>

function passwordFeedback(input: { email: string; password: string; fullName: string }): string[] {
  return scorePassword(input.password, { name: input.fullName, email: input.email }).feedback
}
