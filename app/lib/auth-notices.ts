/** What the log-in page says to someone who was sent there by another page, by the `notice` in its address. */
export const AUTH_NOTICES = {
  'check-mail':
    'Check your mail: we have sent you the next step. If you have an account with this address already, log in here.',
  'password-set': 'Your new password is set. Log in with it.',
  claimed: 'The account is yours. Log in with your new password.',
} as const
export type AuthNotice = keyof typeof AUTH_NOTICES

/** The text for a `notice`; null for none and for any that does not exist. */
export function authNotice(name: string | null): string | null {
  return Object.entries(AUTH_NOTICES).find(([known]) => known === name)?.[1] ?? null
}

/** /login with a notice; `otherForm` keeps where to go afterwards. */
export function loginWithNotice(notice: AuthNotice, otherForm = ''): string {
  const query = new URLSearchParams(otherForm)
  query.set('notice', notice)
  return `/login?${query}`
}
