import { eq, sql } from 'drizzle-orm'
import { users } from '#db/schema/index.ts'
import type { Context, HashingContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { randomToken } from '../../platform/ids.ts'
import { emailKey, type SignUpInput } from '../../rules/auth.ts'
import { ERROR_TEXTS } from '../../rules/error-texts.ts'
import { LIMITS, requireTry, takeTry } from '../limits/tries.ts'
import { audit } from '../log/audit.ts'
import { recordPassword, requireGoodPassword } from '../passwords/new-password.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import type { SignInAnswer } from '../sessions/complete-sign-in.ts'
import { rememberDevice } from '../sessions/known-devices.ts'
import { openSession, signInCookies } from '../sessions/session-store.ts'
import { addAccount } from './account-store.ts'
import { makeLink } from './email-link.ts'
import { defaultOrganization } from './home.ts'
import { ACCOUNT_MAILS, accountMail } from './mails.ts'

/**
 * Creates the account, profile, organization and session atomically, and mails the link that proves the address. If the
 * address already has an account, the response looks the same but opens nothing, and the owner gets a mail
 * (docs/decisions/0007-uniform-sign-up.md).
 *
 * @throws DomainError `invalid_input` for `password`, `too_many`
 */
export async function signUp(ctx: HashingContext, input: SignUpInput): Promise<SignInAnswer> {
  await requireGoodPassword(ctx, input.password, { name: input.fullName, email: input.email })
  await requireTry(ctx, LIMITS.signUpPrefix, ctx.network.prefix)
  const passwordHash = await hashPassword(input.password, ctx)
  const known = await findEmail(ctx, input.email)
  const made = known === null ? await makeAccount(ctx, input, passwordHash) : null
  if (made) {
    for (const cookie of made.cookies) ctx.answerHeaders.append('set-cookie', cookie)
  } else {
    const owner = known ?? (await findEmail(ctx, input.email))
    if (owner !== null) await informOwner(ctx, owner)
    for (const cookie of signInCookies(ctx, randomToken(), null))
      ctx.answerHeaders.append('set-cookie', cookie)
    // Sets the cookie, but records the device for no account.
    const { cookie } = await rememberDevice(ctx, ctx.createId())
    ctx.answerHeaders.append('set-cookie', cookie)
  }
  const { email } = input
  const { userId, organizationId } = made ?? { userId: null, organizationId: null }
  await audit(ctx, 'sign_up', made ? 'done' : 'refused', { userId, organizationId, email })
  return { user: { id: userId ?? ctx.createId(), email, role: 'owner' }, aal: 'aal1', nextLevel: 'aal1' }
}

/** The account's spelling of the address; null if there is no account. */
async function findEmail(ctx: Context, email: string): Promise<string | null> {
  const key = emailKey(email)
  const [owner] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.emailKey, key))
  return owner?.email ?? null
}

/** @returns null if another sign-up with this address came first */
async function makeAccount(ctx: Context, input: SignUpInput, passwordHash: string) {
  const userId = ctx.createId()
  const { email, fullName, planToPay } = input
  // Counts the first mail of the hour; the path for a known address takes this step too.
  await takeTry(ctx, LIMITS.verificationMailAccount, userId)
  const organization = defaultOrganization(ctx, { userId, email, fullName })
  const session = await openSession(ctx, {
    userId,
    organizationId: organization.id,
    aal: 'aal1',
    amr: ['pwd'],
  })
  const device = await rememberDevice(ctx, userId)
  const link = await makeLink(ctx, { userId, purpose: 'verify', email, planToPay })
  const mail = await accountMail(ctx, email, ACCOUNT_MAILS.verification(link.url))
  try {
    await ctx.db.batch([
      ...addAccount(ctx, { userId, email, fullName, passwordHash, isVerified: false }),
      recordPassword(ctx, userId, passwordHash),
      ...organization.statements,
      ...session.statements,
      ...device.statements,
      link.statement,
      mail.statement,
    ])
  } catch (cause) {
    // The unique index on email_key decides between concurrent sign-ups; the look-up before only saves work.
    if ((await findEmail(ctx, email)) === null) {
      throw new DomainError('unavailable', ERROR_TEXTS.SERVER.text, {
        specified: 'Failed to create user profile',
        cause,
      })
    }
    return null
  }
  return { userId, organizationId: organization.id, cookies: [...session.cookies, device.cookie] }
}

/**
 * Mails the owner of a known address. Limited like verification mails, so that nobody can flood the mailbox. Beyond the
 * limit the statement still runs but writes nothing, so that a known address takes as many steps as a new one.
 */
async function informOwner(ctx: Context, email: string): Promise<void> {
  const { isAllowed } = await takeTry(ctx, LIMITS.verificationMailAccount, emailKey(email))
  const { APP_ORIGIN } = ctx.settings
  const text = ACCOUNT_MAILS.signUpKnown(`${APP_ORIGIN}/login`, `${APP_ORIGIN}/reset-password`)
  const mail = await accountMail(ctx, email, text, sql`${isAllowed ? 1 : 0}`)
  await mail.statement
}
