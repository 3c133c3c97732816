import type { SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { MailKind } from '../../platform/mail.ts'

interface AccountMail {
  kind: MailKind
  subject: string
  /** Paragraphs between greeting and signature. */
  text: string[]
  /** The page of ours at its end. */
  page: '' | '/app/security'
}

const NOT_YOU_SIGN_UP = 'If you did not ask for this, you need not do anything.'
const NOT_YOU =
  'If this was not you, set a new password at once and look at Security for what else was changed.'

const NOT_YOU_SECOND_FACTOR =
  'If this was not you, sign in, change your password and look at Security for what else was changed. If you can no longer sign in, set a new password first.'

/** The mails about an account. They name nobody: whoever signs up chooses the name. */
export const ACCOUNT_MAILS = {
  verification: (url: string) =>
    mail('verification', 'Confirm your e-mail address', [
      'Please confirm that this address is yours. The link works once, within 24 hours:',
      url,
      'In the browser you signed up with, one click is enough. Anywhere else it asks for the password you chose.',
      `If you did not sign up, somebody else entered your address. Leave the link alone, or open it and choose 'I did not make this account': then the account is yours, and whoever set it up can no longer get in.`,
    ]),
  signUpKnown: (loginUrl: string, resetUrl: string) =>
    mail('sign_up_known', 'You already have an account', [
      'Somebody, probably you, tried to sign up with this address. It has an account already. Sign in here:',
      loginUrl,
      'If you have forgotten the password, set a new one here:',
      resetUrl,
      NOT_YOU_SIGN_UP,
    ]),
  passwordReset: (url: string) =>
    mail('password_reset', 'Set a new password', [
      'Somebody, probably you, asked to set a new password. The link works once, within 60 minutes:',
      url,
      `${NOT_YOU_SIGN_UP} Your password stays what it is.`,
    ]),
  passwordChanged: mail('password_changed', 'Your password was changed', [
    'The password of your account was changed. You were logged out everywhere else.',
    NOT_YOU,
  ]),
  /** After a link to set one was used. */
  passwordReplaced: mail('password_changed', 'Your password was changed', [
    'A new password was set for your account with a link we mailed you. You were logged out everywhere, and addresses that you made for forwarding reviews by mail no longer work: make new ones where you need them.',
    NOT_YOU,
  ]),
  addressClaimed: mail('account_changed', 'The account with your address is yours', [
    'You said that you did not make the account with this address, and chose a password for it. Whoever made it can no longer get in: their password and all other ways to sign in no longer work.',
    'What is stored in the account is still there. Look through it, and delete what you do not want.',
    NOT_YOU,
  ]),
  emailRefused: mail('account_changed', 'Your e-mail address stays as it is', [
    'Whoever reads the new address that was entered for your account does not want it here. Nothing was changed. Was it mistyped? Enter it once more under Profile.',
    NOT_YOU,
  ]),
  changeEmail: (url: string) =>
    mail('verification', 'Confirm your new e-mail address', [
      'Please confirm that this address is yours. From then on you sign in with it. The link works once, within 24 hours:',
      url,
      'In a browser where you are signed in, one click is enough. Anywhere else it asks for the password of your account.',
      `If you did not ask for this, somebody else entered your address. Leave the link alone, or open it and choose 'I did not ask for this': then nothing comes of it.`,
    ]),
  changeEmailKnown: mail('account_changed', 'Your address belongs to an account already', [
    'Somebody tried to make this the address of another account. It belongs to yours, and stays there.',
    NOT_YOU_SIGN_UP,
    `If you never made an account here, 'Forgot your password?' on the log-in page makes it yours.`,
  ]),
  emailChanging: mail('account_changed', 'Your account is about to get another e-mail address', [
    'Somebody, probably you, entered another e-mail address for your account. It takes its place once it is confirmed.',
    NOT_YOU,
  ]),
  factorEnrolled: factorMail(
    'Two-step sign-in is on',
    'An authenticator app was set up for your account. From now on signing in takes a code of that app besides your password. You were logged out everywhere else.',
  ),
  factorReplaced: factorMail(
    'Your authenticator app was replaced',
    'Another authenticator app was set up for your account. The one before it and its recovery codes no longer work. You were logged out everywhere else.',
  ),
  factorRemoved: factorMail(
    'Two-step sign-in is off',
    'The authenticator app was removed from your account, and its recovery codes no longer work. From now on your password alone is enough. You were logged out everywhere else.',
  ),
  recoveryCodesMade: factorMail(
    'You have new recovery codes',
    'New recovery codes were made for your account. Those you had before no longer work.',
  ),
  recoveryCodeUsed: factorMail(
    'A recovery code was used to sign in',
    'Somebody entered one of the recovery codes of your account in place of a code of your authenticator app. That code no longer works. If your codes run low, make new ones under Security.',
  ),
  providerLinked: (providerName: string) =>
    mail('provider_linked', `${providerName} was connected with your account`, [
      `From now on a ${providerName} account signs in to your account, besides the ways you had before.`,
      NOT_YOU,
    ]),
  providerUnlinked: (providerName: string) =>
    mail('provider_linked', `${providerName} was disconnected from your account`, [
      `Your ${providerName} account no longer signs in to your account.`,
      NOT_YOU,
    ]),
  accountDeleted: (url: string, day: string) =>
    mail('account_deleted', 'Your account was deleted', [
      `Your account was deleted, and you were logged out everywhere. Until ${day} it can be kept as it is; after that it is erased for good, together with the organizations that have no other member.`,
      'To keep it, open this link or sign in:',
      url,
      'If this was not you, keep the account, and set a new password at once.',
    ]),
  accountKept: mail('account_deleted', 'Your account is kept', [
    'The deletion of your account was undone. Sign in as before; reviews are collected again.',
    'Keys for programs and addresses for forwarded mails no longer work: make new ones where you need them. A plan that was paid ends unless you resume it under Billing.',
  ]),
} as const

/** @throws DomainError `unavailable` where no mail service is set up */
export function requireMail(ctx: Context): void {
  if (ctx.mail.isOn) return
  throw new DomainError('unavailable', `This server can't send e-mails yet. Please write to its operator.`)
}

/** A mail about an account, as `{ statement }` for a batch; left out where the condition is false. */
export function accountMail(ctx: Context, to: string, mail: AccountMail, condition?: SQL) {
  const blocks = ['Hello,', ...mail.text, ctx.settings.APP_ORIGIN + mail.page]
  return ctx.mail.prepare({ to, subject: mail.subject, blocks, kind: mail.kind }, condition)
}

function mail(kind: MailKind, subject: string, text: string[]): AccountMail {
  return { kind, subject, text, page: '' }
}

function factorMail(subject: string, text: string): AccountMail {
  return { ...mail('second_factor_changed', subject, [text, NOT_YOU_SECOND_FACTOR]), page: '/app/security' }
}
