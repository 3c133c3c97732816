import { eq, ne, type SQL, sql } from 'drizzle-orm'
import { emailLinks, users } from '#db/schema/index.ts'
import type { Context, HashingContext, SignedInContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import {
  emailKey,
  type LinkToken,
  type ResendVerificationInput,
  type ResetPasswordInput,
  type VerifyEmailInput,
} from '../../rules/auth.ts'
import type { ChangeEmailInput } from '../../rules/profile.ts'
import { loginSucceeded, takeLoginTry } from '../limits/sign-in-tries.ts'
import { LIMITS, requireTry } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'
import { requireGoodPassword } from '../passwords/new-password.ts'
import { checkPassword, hashPassword } from '../passwords/password-hash.ts'
import { completeSignIn, passwordIs, type SignInAnswer } from '../sessions/complete-sign-in.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { requireRecentLogin } from '../sessions/require-proof.ts'
import { endSessionsOf } from '../sessions/session-store.ts'
import { recordProof } from './account-store.ts'
import { claimStatements, type EndCredentials } from './claim.ts'
import {
  endLinks,
  isOwnLink,
  type LiveLink,
  linkEnded,
  makeLink,
  requirePasswordTry,
  requireProofLink,
  spendLink,
} from './email-link.ts'
import { homeOf } from './home.ts'
import { ACCOUNT_MAILS, accountMail, requireMail } from './mails.ts'

type VerifyEmailAnswer = Pick<SignInAnswer, 'nextLevel' | 'keepAt'>

/**
 * Proves an address together with its account, once, by the link mailed there. The link alone shows that somebody reads
 * the mailbox, not that the account is theirs: anybody may have typed the address. Therefore it also requires the
 * account's session, or its password, which then signs in. All other sessions end.
 *
 * @returns after a password, whether a second factor is needed now
 * @throws DomainError `not_found` if the link has expired or another account has proven the address meanwhile; for
 * `password`: `invalid_input` if it is needed, `bad_credentials` if it is wrong or the account has none; `too_many`.
 * None of these errors uses the link up.
 */
export async function verifyEmail(ctx: HashingContext, input: VerifyEmailInput): Promise<VerifyEmailAnswer> {
  const link = await requireProofLink(ctx, input.token)
  const isOwn = isOwnLink(ctx, link)
  if (!isOwn) await requirePassword(ctx, link, input.password)
  await prove(ctx, link, isOwn && ctx.session ? ctx.session.id : null)
  const organizationId = isOwn ? undefined : null
  await audit(ctx, 'email_verified', 'done', { userId: link.userId, organizationId, email: link.sentTo })
  if (isOwn) return { nextLevel: 'aal1' }
  const still = passwordIs(link.userId, link.passwordHash)
  return completeSignIn(ctx, { ...(await homeOf(ctx, link.userId)), method: 'pwd', still })
}

async function requirePassword(ctx: HashingContext, link: LiveLink, password: string): Promise<void> {
  if (password === '') throw fieldError('invalid_input', 'password', 'Enter the password of this account.')
  const { userId, email, passwordHash } = link
  const counters = await takeLoginTry(ctx, { emailKey: emailKey(email), userId })
  if ((await checkPassword(password, passwordHash, ctx)) === 'wrong') {
    await audit(ctx, 'sign_in', 'refused', { userId, organizationId: null, email, detail: 'pwd' })
    throw fieldError('bad_credentials', 'password', 'This is not the password of this account.')
  }
  await loginSucceeded(ctx, counters)
}

/** @param sessionId the session that confirms; null if the password did */
async function prove(ctx: Context, link: LiveLink, sessionId: string | null): Promise<void> {
  const { userId, sentTo, passwordHash } = link
  // Confirm only if the password hasn't changed since it was entered.
  const isSame = sessionId === null ? sql`${users.passwordHash} IS ${passwordHash}` : undefined
  const proven = { id: userId, email: sentTo }
  const proof = proofStatements(ctx, proven, { but: sessionId ?? undefined, condition: isSame })
  await spendLink(ctx, link, proof).catch((error: unknown) => {
    throw isTaken(error) ? linkEnded() : error
  })
}

/** Statements for a proven address; at most one session stays open. Rolled back if a condition on `users` is false. */
export function proofStatements(
  ctx: Context,
  { id, email }: { id: string; email: string },
  { but, condition }: { but?: string | undefined; condition?: SQL | undefined },
) {
  return [
    ...recordProof(ctx, id, email, condition),
    // Also ends links mailed to the former address.
    endLinks(ctx, id, ne(emailLinks.email, email)),
    endSessionsOf(ctx, id, { but }),
  ] as const
}

/** True if the unique index on email_key refused the second of two accounts that prove the same address. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && (error.message.includes('users.email_key') || isTaken(error.cause))
}

/**
 * Resends the link that proves the address; the former link ends. Does nothing if the address is proven.
 *
 * @throws DomainError `too_many` beyond 3 an hour
 */
export async function resendVerification(
  ctx: SignedInContext,
  { planToPay }: ResendVerificationInput,
): Promise<void> {
  const { id: userId, email, isVerified } = ctx.session.user
  if (isVerified) return
  requireMail(ctx)
  await requireTry(ctx, LIMITS.verificationMailAccount, userId)
  const link = await makeLink(ctx, { userId, purpose: 'verify', email, planToPay })
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.verification(link.url))
  await ctx.db.batch([link.statement, mail.statement])
  await audit(ctx, 'verification_sent', 'done')
}

/**
 * Declines an account: the mailbox owner didn't create it, and takes it over with their own password, which replaces
 * every former credential. Doesn't sign anybody in. A change of address can't be declined this way, because that
 * account belongs to somebody else: see `dropAddressChange`.
 *
 * @throws DomainError `not_found` if the link has expired or is for a change of address; `invalid_input` beside
 * `password`; `too_many`. None of them uses the link up.
 */
export async function claimByLink(
  ctx: HashingContext,
  input: ResetPasswordInput,
  endCredentials: EndCredentials,
): Promise<void> {
  const { token, password } = input
  const link = await requireProofLink(ctx, token)
  const { purpose, userId, email } = link
  if (purpose !== 'verify') throw linkEnded()
  // The stored name and former passwords belong to the account's creator, not to this person.
  await requireGoodPassword(ctx, password, { email })
  await requirePasswordTry(ctx, link)
  const passwordHash = await hashPassword(password, ctx)
  const device = await rememberDevice(ctx, userId)
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.addressClaimed)
  const claim = claimStatements(ctx, { userId, email, passwordHash }, endCredentials)
  await spendLink(ctx, link, [...claim, ...device.statements, mail.statement])
  ctx.answerHeaders.append('set-cookie', device.cookie)
  await audit(ctx, 'address_claimed', 'done', { userId, organizationId: null, email })
}

/**
 * Declines a change of address that the new mailbox's owner didn't request. The account stays as it is, and its owner
 * is notified.
 *
 * @throws DomainError `not_found` if the link has expired or isn't for a change of address
 */
export async function dropAddressChange(ctx: Context, { token }: LinkToken): Promise<void> {
  const link = await requireProofLink(ctx, token)
  const { purpose, userId, email, sentTo } = link
  if (purpose !== 'change_email') throw linkEnded()
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.emailRefused)
  await spendLink(ctx, link, [mail.statement])
  await audit(ctx, 'address_refused', 'done', { userId, organizationId: null, email: sentTo })
}

/**
 * Starts a change of address. The account keeps its address until a mailed link proves the new one. Both addresses get
 * a mail. If the new one belongs to another account, its owner gets a warning instead of the link.
 *
 * @throws DomainError `recent_login_needed`, `invalid_input` for `email`, `too_many`
 */
export async function changeEmail(ctx: SignedInContext, input: ChangeEmailInput): Promise<void> {
  requireRecentLogin(ctx)
  requireMail(ctx)
  const { id: userId, email: present } = ctx.session.user
  const key = emailKey(input.email)
  if (key === emailKey(present)) throw fieldError('invalid_input', 'email', 'This is already your address.')
  await requireTry(ctx, LIMITS.verificationMailAccount, userId)
  const [owner] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.emailKey, key))
  const link = await makeLink(ctx, { userId, purpose: 'change_email', email: input.email })
  const toNew = owner
    ? await accountMail(ctx, owner.email, ACCOUNT_MAILS.changeEmailKnown)
    : await accountMail(ctx, input.email, ACCOUNT_MAILS.changeEmail(link.url))
  const toPresent = await accountMail(ctx, present, ACCOUNT_MAILS.emailChanging)
  await ctx.db.batch([link.statement, toNew.statement, toPresent.statement])
  await audit(ctx, 'profile_changed', 'done', { detail: 'email' })
}
