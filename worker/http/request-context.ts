import { backgroundContext } from '../background-context.ts'
import type { BackgroundContext, Context } from '../context.ts'
import { type Env, settingsOf } from '../env.ts'
import { DomainError } from '../errors.ts'
import { challengeCookie } from '../identity/factors/challenge.ts'
import { isApiKey, isAssistantToken, resolveApiKey } from '../identity/keys/resolve.ts'
import type { ActiveSession } from '../identity/sessions/active-session.ts'
import { deviceTokenIn } from '../identity/sessions/known-devices.ts'
import { completeLogOut } from '../identity/sessions/list-sessions.ts'
import { renewSession } from '../identity/sessions/renew-session.ts'
import { assumeSession, resolveSession } from '../identity/sessions/resolve-session.ts'
import { keptCookie, logOutCookie, sessionCookie } from '../identity/sessions/session-store.ts'
import { resolveBearer } from '../identity/tokens/issue.ts'
import { clientNetwork } from '../platform/client-network.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { INVALID_SESSION, renewedExpiry, SHOWN_ORGANIZATION } from '../rules/sessions.ts'
import { bearerToken, withBearer } from './bearer.ts'

interface Options {
  /** True for pages that are the same for everyone: the session isn't read. */
  anonymous: boolean
  /** True if access tokens are accepted, for the API only. */
  takesBearer: boolean
  /** True if API keys are accepted too, for endpoints meant for programs. */
  takesKeys: boolean
  /** True if assistants' tokens are accepted too. */
  takesAssistants: boolean
  calls: number
}

/** The session is resolved once, from its cookie or, without one, from its access token or API key. */
export async function requestContext(env: Env, request: Request, requestId: string, options: Options) {
  const background = backgroundContext(env)
  const { APP_ORIGIN } = settingsOf(env)
  const cookies = options.anonymous ? null : request.headers.get('cookie')
  const token = sessionCookie.read(cookies, APP_ORIGIN)
  const counted = { requestId, calls: options.calls }
  const session = token
    ? await counting((calls) => resolveSession(background.db, token, background.now(), calls), counted)
    : null
  const context = contextOf(background, request, requestId, session)
  if (session === null && !options.anonymous && context.keptToken !== null) {
    const { reopenSession } = await import('../identity/sessions/reopen-session.ts')
    context.session = await reopenSession(context).catch((cause: unknown) => {
      throw checkFailed(cause)
    })
  }
  const loggedOut = logOutCookie.read(cookies, APP_ORIGIN)
  if (loggedOut !== null && (await completeLogOut(context, loggedOut))) return context
  context.isSessionRefused = token !== null && context.session === null
  if (context.isSessionRefused) logEvent('session_refused', { requestId, reason: INVALID_SESSION })
  if (token) {
    // Clear an invalid cookie unless its session was reopened; replace one that is about to expire.
    const renewed = session && (await renewSession(background, session, token))
    const cookie = context.isSessionRefused ? sessionCookie.clear(APP_ORIGIN) : renewed
    if (cookie) context.answerHeaders.append('set-cookie', cookie)
  }
  const bearer = options.takesBearer ? bearerToken(request.headers) : null
  if (bearer === null) return context
  const lookUp = (calls: number) => {
    if (options.takesAssistants && isAssistantToken(bearer))
      return resolveApiKey(background, bearer, calls, 'assistant')
    return (options.takesKeys && isApiKey(bearer) ? resolveApiKey : resolveBearer)(background, bearer, calls)
  }
  return withBearer(context, () => counting(lookUp, counted))
}

/**
 * Context of a screen with the session cached in this isolate; null if none is cached or it is about to expire. Use
 * what was rendered with it only if `isConfirmed` resolves to true.
 */
export async function assumedContext(env: Env, request: Request, requestId: string) {
  const background = backgroundContext(env)
  const { APP_ORIGIN } = background.settings
  const cookies = request.headers.get('cookie')
  const token = logOutCookie.read(cookies, APP_ORIGIN) === null && sessionCookie.read(cookies, APP_ORIGIN)
  const assumed = token && (await assumeSession(background.db, token, background.now()))
  if (!assumed || renewedExpiry(assumed.session, background.now()) !== null) return null
  const context = contextOf(background, request, requestId, assumed.session)
  return {
    context,
    isConfirmed: () =>
      assumed.isConfirmed().catch((cause: unknown) => {
        throw checkFailed(cause)
      }),
  }
}

function contextOf(
  background: BackgroundContext,
  request: Request,
  requestId: string,
  session: ActiveSession | null,
): Context {
  const cookies = request.headers.get('cookie')
  const { APP_ORIGIN } = background.settings
  return {
    ...background,
    requestId,
    route: new URL(request.url).pathname,
    userAgent: request.headers.get('user-agent') ?? '',
    network: clientNetwork(request),
    session,
    isSessionRefused: false,
    shownOrganizationId: request.headers.get(SHOWN_ORGANIZATION),
    challengeToken: challengeCookie.read(cookies, APP_ORIGIN),
    deviceToken: deviceTokenIn(cookies, APP_ORIGIN),
    keptToken: keptCookie.read(cookies, APP_ORIGIN),
    answerHeaders: new Headers(),
  }
}

/**
 * Looks up a session and counts its calls in one round trip. If that fails, the lookup is repeated without counting.
 *
 * @throws DomainError `unavailable` if the lookup itself fails
 */
async function counting(
  lookUp: (calls: number) => Promise<ActiveSession | null>,
  { requestId, calls }: { requestId: string; calls: number },
): Promise<ActiveSession | null> {
  try {
    return await lookUp(calls)
  } catch (cause) {
    if (cause instanceof DomainError) throw cause
    if (calls === 0) throw checkFailed(cause)
    logFault('calls_not_counted', cause, { requestId })
  }
  const session = await lookUp(0).catch((cause: unknown) => {
    throw cause instanceof DomainError ? cause : checkFailed(cause)
  })
  return session && { ...session, calls: null }
}

function checkFailed(cause: unknown): DomainError {
  const specified = 'Failed to check user session'
  return new DomainError('unavailable', ERROR_TEXTS.SERVER.text, { specified, cause })
}
