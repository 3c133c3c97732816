import type { SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { MailKind } from '../../platform/mail.ts'
import { BRAND_NAME } from '../../rules/titles.ts'

interface AccountMail {
  kind: MailKind
  subject: string
  /** Paragraphs between greeting and signature. */
  text: (string | { label: string; url: string })[]
  page: '' | '/app/security'
}

const NOT_YOU_SIGN_UP = 'If you did not ask for this, you don’t need to do anything.'
const NOT_YOU =
  'If this wasn’t you, set a new password right away and check under Security what else was changed.'

const NOT_YOU_SECOND_FACTOR =
  'If this wasn’t you, sign in, change your password and check under Security what else was changed. If you can no longer sign in, set a new password first.'

/** The emails about an account. They don't contain the name, because anyone can sign up with any name and address. */
export const ACCOUNT_MAILS = {
  verification: (url: string) =>
    mail('verification', 'Confirm your e-mail address', [
      'Please confirm that this address is yours. The link works once, within 24 hours.',
      { label: 'Confirm my address', url },
      `Not you? You can ignore this e-mail. Or open the link and choose 'I did not make this account': then the account is yours, and whoever made it is locked out.`,
    ]),
  signUpKnown: (loginUrl: string, resetUrl: string) =>
    mail('sign_up_known', 'You already have an account', [
      'Someone, probably you, tried to sign up with this address, but it already has an account.',
      { label: 'Sign in', url: loginUrl },
      'If you have forgotten the password, set a new one.',
      { label: 'Set a new password', url: resetUrl },
      NOT_YOU_SIGN_UP,
    ]),
  passwordReset: (url: string) =>
    mail('password_reset', 'Set a new password', [
      'Somebody, probably you, asked to set a new password. The link works once, within 60 minutes.',
      { label: 'Set a new password', url },
      `${NOT_YOU_SIGN_UP} Your password stays the same.`,
    ]),
  passwordChanged: mail('password_changed', 'Your password was changed', [
    'The password of your account was changed. You were logged out everywhere else.',
    NOT_YOU,
  ]),
  /** Sent after a password was set through a mailed link. */
  passwordReplaced: mail('password_changed', 'Your password was changed', [
    'A new password was set for your account through a link we e-mailed you. You were logged out everywhere. The addresses you created for forwarding reviews by e-mail no longer work; create new ones where you need them.',
    NOT_YOU,
  ]),
  addressClaimed: mail('account_changed', 'The account with your address is now yours', [
    'You told us you did not create the account with this address, and you chose a new password for it. Whoever created it can no longer sign in in any way.',
    'Everything stored in the account is still there. Look through it and delete what you don’t want.',
    NOT_YOU,
  ]),
  emailRefused: mail('account_changed', 'Your e-mail address stays as it is', [
    'The owner of the new address entered for your account told us they did not ask for this, so nothing was changed. If you mistyped it, enter it again under Profile.',
    NOT_YOU,
  ]),
  changeEmail: (url: string) =>
    mail('verification', 'Confirm your new e-mail address', [
      'Please confirm that this address is yours. From then on, you sign in with it. The link works once, within 24 hours.',
      { label: 'Confirm my new address', url },
      `Not you? You can ignore this e-mail. Or open the link and choose 'I did not ask for this' to cancel the change.`,
    ]),
  changeEmailKnown: mail('account_changed', 'Your address already belongs to an account', [
    'Someone tried to use this address for another account. It belongs to your account, and nothing was changed.',
    NOT_YOU_SIGN_UP,
    `If you never created an account here, use 'Forgot your password?' on the sign-in page to take it over.`,
  ]),
  emailChanging: mail('account_changed', 'Your account’s e-mail address is about to change', [
    'Someone, probably you, entered a new e-mail address for your account. It will replace this one once it is confirmed.',
    NOT_YOU,
  ]),
  factorEnrolled: factorMail(
    'Two-step sign-in is on',
    'An authenticator app was set up for your account. From now on, signing in takes a code from that app as well as your password. You were logged out everywhere else.',
  ),
  factorReplaced: factorMail(
    'Your authenticator app was replaced',
    'A new authenticator app was set up for your account. The previous one and its recovery codes no longer work. You were logged out everywhere else.',
  ),
  factorRemoved: factorMail(
    'Two-step sign-in is off',
    'The authenticator app was removed from your account, and its recovery codes no longer work. From now on, your password alone is enough to sign in. You were logged out everywhere else.',
  ),
  recoveryCodesMade: factorMail(
    'You have new recovery codes',
    'New recovery codes were created for your account. The old ones no longer work.',
  ),
  recoveryCodeUsed: factorMail(
    'A recovery code was used to sign in',
    'Someone used one of your recovery codes instead of a code from your authenticator app. That code no longer works. If you are running low on codes, create new ones under Security.',
  ),
  oldCredentialUsed: {
    ...mail('signed_in_elsewhere', 'We logged one of your devices out', [
      'A device that you keep signed in was logged out: somebody used an old copy of what keeps it signed in. That copy opens nothing any more.',
      'This can happen when a browser is restored from a backup. If you don’t know why, change your password, and check your devices under Security.',
    ]),
    page: '/app/security',
  },
  providerLinked: (providerName: string) =>
    mail('provider_linked', `${providerName} was connected to your account`, [
      `From now on, you can also sign in to your account with ${providerName}.`,
      NOT_YOU,
    ]),
  providerUnlinked: (providerName: string) =>
    mail('provider_linked', `${providerName} was disconnected from your account`, [
      `You can no longer sign in to your account with ${providerName}.`,
      NOT_YOU,
    ]),
  accountDeleted: (url: string, day: string) =>
    mail('account_deleted', 'Your account was deleted', [
      `Your account was deleted, and you were logged out everywhere. You can undo this until ${day}. After that, the account is erased for good, together with every organization that has no other members.`,
      'To keep it, use this link or sign in.',
      { label: 'Keep my account', url },
      'If this wasn’t you, keep the account and set a new password right away.',
    ]),
  accountKept: mail('account_deleted', 'Your account is kept', [
    'The deletion of your account was undone. Sign in as before; reviews are collected again.',
    'API keys and addresses for forwarded e-mails no longer work; create new ones where you need them. A paid plan will end unless you resume it under Billing.',
  ]),
} as const

/** @throws DomainError `unavailable` if no mail service is set up */
export function requireMail(ctx: Context): void {
  if (ctx.mail.isOn) return
  throw new DomainError('unavailable', `This server can't send e-mails yet. Please write to its operator.`)
}

/** A mail about an account, as `{ statement }` for a batch; skipped if the condition is false. */
export function accountMail(ctx: Context, to: string, mail: AccountMail, condition?: SQL) {
  const link = {
    label: mail.page === '' ? `Open ${BRAND_NAME}` : 'Open Security',
    url: ctx.settings.APP_ORIGIN + mail.page,
  }
  const blocks = ['Hello,', ...mail.text, link]
  return ctx.mail.prepare({ to, subject: mail.subject, blocks, kind: mail.kind }, condition)
}

function mail(kind: MailKind, subject: string, text: AccountMail['text']): AccountMail {
  return { kind, subject, text, page: '' }
}

function factorMail(subject: string, text: string): AccountMail {
  return { ...mail('second_factor_changed', subject, [text, NOT_YOU_SECOND_FACTOR]), page: '/app/security' }
}
