import type { Context } from '../context.ts'
import { audit } from '../identity/log/audit.ts'
import { findConnectTarget, takeAttempt } from '../oauth/attempts.ts'
import { type Callback, CONNECTION_FLOWS, finishHandshake } from '../oauth/handshake.ts'
import { problemOf } from '../oauth/refusal.ts'
import { logEvent } from '../platform/log.ts'
import { CONNECT_PROBLEMS, type ConnectionProvider, connectProblemAddress } from '../rules/connections.ts'
import { CONNECT_FALLBACK_SCREEN } from '../rules/paths.ts'
import { type ResumePosts, saveConnection } from './save-connection.ts'

/**
 * Ends an attempt to connect. The session's cookie does not come along from another site: the attempt names the session
 * that began it.
 *
 * @returns the path of our own to go on to: where to choose a place, or where it says what is wrong
 */
export async function answerConnection(
  ctx: Context,
  provider: ConnectionProvider,
  callback: Callback,
  resumePosts: ResumePosts,
) {
  const attempt = await takeAttempt(ctx, provider, callback, ['connect'])
  if (!attempt) {
    logEvent('connection_without_attempt', { requestId: ctx.requestId, provider })
    const screen = callback.browser === null ? null : await findConnectTarget(ctx, callback.browser)
    return connectProblemAddress('expired', provider, screen ?? CONNECT_FALLBACK_SCREEN)
  }
  try {
    const grant = await finishHandshake(ctx, CONNECTION_FLOWS[provider], attempt, callback)
    const saved = await saveConnection(ctx, attempt, grant, resumePosts)
    await audit(ctx, 'connection_added', 'done', { ...saved, detail: provider })
    const query = new URLSearchParams({ connection: saved.id, connected: provider })
    return `${attempt.target}?${query}`
  } catch (error) {
    const problem = problemOf(error, CONNECT_PROBLEMS)
    if (!problem) throw error
    const reason = error instanceof Error ? error.message : ''
    logEvent('connection_refused', { requestId: ctx.requestId, provider, problem, reason })
    const about = { userId: null, organizationId: attempt.organizationId, detail: `${provider} ${problem}` }
    await audit(ctx, 'connection_added', 'refused', about)
    return connectProblemAddress(problem, provider, attempt.target)
  }
}
