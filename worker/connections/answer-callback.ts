import type { Context } from '../context.ts'
import { DENIALS } from '../identity/links/answer-callback.ts'
import { audit } from '../identity/log/audit.ts'
import { clearedAttemptCookie } from '../oauth/attempt-cookie.ts'
import { type Attempt, consumeAttempt, findTarget } from '../oauth/attempts.ts'
import { logEvent } from '../platform/log.ts'
import { CONNECT_FALLBACK_SCREEN } from '../rules/connect-address.ts'
import { type ConnectionProvider, connectProblemAddress } from '../rules/connections.ts'
import { connectionRedirectUri, findPlatformClient } from './clients.ts'
import { PLATFORM_PROVIDERS } from './providers/index.ts'
import type { ConnectionGrant } from './providers/provider.ts'
import { ConnectionRefusal, connectProblemOf } from './refusal.ts'
import { saveConnection } from './save-connection.ts'

/** What a browser brought back. Each is null where it is missing, empty, too long or there twice. */
export interface ConnectionCallback {
  state: string | null
  code: string | null
  error: string | null
  /** The cookie of the attempt. */
  browser: string | null
}

/**
 * Ends an attempt to connect. Whatever comes back uses the attempt up, before the platform is asked anything. The
 * session's cookie does not come along from another site: the attempt names the session that began it.
 *
 * @returns the path of our own to go on to: where to choose a place, or where it says what is wrong
 */
export async function answerConnection(
  ctx: Context,
  provider: ConnectionProvider,
  callback: ConnectionCallback,
): Promise<string> {
  const { state, browser } = callback
  const attempt =
    state && browser ? await consumeAttempt(ctx, { provider, state, browser, isConnection: true }) : null
  if (!attempt) {
    logEvent('connection_without_attempt', { requestId: ctx.requestId, provider })
    const screen = browser === null ? null : await findTarget(ctx, browser)
    return connectProblemAddress('expired', provider, screen ?? CONNECT_FALLBACK_SCREEN)
  }
  ctx.answerHeaders.append('set-cookie', clearedAttemptCookie(provider, ctx.settings.APP_ORIGIN))
  try {
    const grant = await accept(ctx, provider, attempt, callback)
    const saved = await saveConnection(ctx, attempt, provider, grant)
    await audit(ctx, 'connection_added', 'done', { ...saved, detail: provider })
    const query = new URLSearchParams({ connection: saved.id, connected: provider })
    return `${attempt.target}?${query}`
  } catch (error) {
    const problem = connectProblemOf(error)
    if (!problem) throw error
    logEvent('connection_refused', {
      requestId: ctx.requestId,
      provider,
      problem,
      reason: error instanceof Error ? error.message : '',
    })
    await audit(ctx, 'connection_added', 'refused', {
      userId: null,
      organizationId: attempt.connectOrganizationId,
      detail: `${provider} ${problem}`,
    })
    return connectProblemAddress(problem, provider, attempt.target)
  }
}

function accept(
  ctx: Context,
  provider: ConnectionProvider,
  { codeVerifier, nonce }: Attempt,
  { code, error }: ConnectionCallback,
): Promise<ConnectionGrant> {
  if (error !== null) {
    const problem = DENIALS.includes(error) ? 'denied' : 'failed'
    throw new ConnectionRefusal(problem, 'the platform sent back an error')
  }
  if (code === null) throw new ConnectionRefusal('failed', 'there is no code')
  const client = findPlatformClient(ctx.settings, provider)
  if (!client) throw new ConnectionRefusal('off', `${provider} is not configured`)
  const redirectUri = connectionRedirectUri(ctx.settings, provider)
  return PLATFORM_PROVIDERS[provider].accept(ctx, client, { code, codeVerifier, nonce, redirectUri })
}
