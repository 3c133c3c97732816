import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from '../identity/log/audit.ts'
import type { ActiveSession } from '../identity/sessions/active-session.ts'

/**
 * The token of `Authorization: Bearer`; null if there is none or the request has a cookie. Another site can forge
 * requests with a cookie, so only the cookie counts there.
 */
export function bearerToken(headers: Headers): string | null {
  if (headers.has('cookie')) return null
  const bearer = /^Bearer(?: (.*))?$/i.exec(headers.get('authorization') ?? '')
  return bearer && (bearer[1] ?? '')
}

/** The context of a request with an access token: its session, or the error that its procedures return. */
export async function withBearer(context: Context, lookUp: () => Promise<ActiveSession | null>) {
  try {
    return { ...context, session: await lookUp() }
  } catch (cause) {
    if (!(cause instanceof DomainError && cause.code === 'not_signed_in')) throw cause
    await audit(context, 'token_refused', 'refused', { detail: cause.message })
    return { ...context, tokenFault: cause }
  }
}
