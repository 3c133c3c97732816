import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { audit } from '../identity/audit.ts'
import { resolveBearer } from '../identity/tokens/bearer-session.ts'

/**
 * The token of `Authorization: Bearer`, as it stands there; null where there is none. A request that carries a cookie
 * may come from a browser that another site moved to send it, so it stands for its cookie and no token counts.
 */
export function bearerToken(headers: Headers): string | null {
  if (headers.has('cookie')) return null
  const bearer = /^Bearer(?: (.*))?$/i.exec(headers.get('authorization') ?? '')
  return bearer && (bearer[1] ?? '')
}

/** The context of a request that came with an access token: its session, or what its procedures answer instead. */
export async function withBearer(context: Context, token: string): Promise<Context> {
  try {
    return { ...context, session: await resolveBearer(context, token) }
  } catch (cause) {
    if (!(cause instanceof DomainError)) throw cause
    await audit(context, 'token_refused', 'refused', { detail: cause.message })
    return { ...context, tokenFault: cause }
  }
}
