import type { SQL } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '../../rules/oauth.ts'

const NOT_YOU =
  'If this was not you, set a new password at once and look at Security for what else was changed.'

/** Tells the owner that a provider signs in to the account: `{ statement }`, for the batch that adds it. */
export function linkedMail(ctx: Context, to: string, provider: OAuthProvider, condition?: SQL) {
  const name = OAUTH_PROVIDER_NAMES[provider]
  const what = `From now on a ${name} account signs in to your account, besides the ways you had before.`
  return mail(ctx, to, `${name} was connected with your account`, what, condition)
}

export function unlinkedMail(ctx: Context, to: string, provider: OAuthProvider, condition?: SQL) {
  const name = OAUTH_PROVIDER_NAMES[provider]
  const what = `Your ${name} account no longer signs in to your account.`
  return mail(ctx, to, `${name} was disconnected from your account`, what, condition)
}

function mail(ctx: Context, to: string, subject: string, what: string, condition?: SQL) {
  const text = ['Hello,', what, NOT_YOU, ctx.settings.APP_ORIGIN].join('\n\n')
  return ctx.mail.prepare({ to, subject, text, kind: 'provider_linked' }, condition)
}
