import type { Context } from '../../context.ts'

const GREETING = 'Hello,'
const NOT_YOU =
  'If this was not you, sign in, change your password and look at Security for what else was changed. If you can no longer sign in, set a new password first.'

const MAILS = {
  enrolled: {
    subject: 'Two-step sign-in is on',
    text: 'An authenticator app was set up for your account. From now on signing in takes a code of that app besides your password. You were signed out everywhere else.',
  },
  replaced: {
    subject: 'Your authenticator app was replaced',
    text: 'Another authenticator app was set up for your account. The one before it and its recovery codes no longer work. You were signed out everywhere else.',
  },
  removed: {
    subject: 'Two-step sign-in is off',
    text: 'The authenticator app was removed from your account, and its recovery codes no longer work. From now on your password alone is enough. You were signed out everywhere else.',
  },
  recovery_codes_made: {
    subject: 'You have new recovery codes',
    text: 'New recovery codes were made for your account. Those you had before no longer work.',
  },
  recovery_code_used: {
    subject: 'A recovery code was used to sign in',
    text: 'Somebody entered one of the recovery codes of your account in place of a code of your authenticator app. That code no longer works. If your codes run low, make new ones under Security.',
  },
} as const

/** Tells an owner what happened to their second factor: `{ statement }`, for the batch in which it happens. */
export function secondFactorMail(ctx: Context, to: string, what: keyof typeof MAILS) {
  const { subject, text } = MAILS[what]
  return ctx.mail.prepare({
    to,
    subject,
    text: [GREETING, text, NOT_YOU, `${ctx.settings.APP_ORIGIN}/app/security`].join('\n\n'),
    kind: 'second_factor_changed',
  })
}
