import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { clearedAttemptCookie } from '../../oauth/attempt-cookie.ts'
import { type Attempt, consumeAttempt } from '../../oauth/attempts.ts'
import { configuredProvider } from '../../oauth/configured-provider.ts'
import type { ProviderPerson } from '../../oauth/providers/index.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { logEvent } from '../../platform/log.ts'
import {
  type OAuthProblem,
  type OAuthProvider,
  oauthOutcomeAddress,
  oauthProblemAddress,
} from '../../rules/oauth.ts'
import type { OwnerEvent } from '../../rules/security-events.ts'
import { audit } from '../log/audit.ts'
import { completeSignIn, identityIs } from '../sessions/complete-sign-in.ts'
import { confirmSession } from './confirm-session.ts'
import { findOrMakeAccount } from './find-or-make-account.ts'
import { linkToSession } from './link-to-session.ts'
import { ownerOfSession } from './owner-of-session.ts'

/** What a browser brought back. Each is null where it is missing, empty, too long or there twice. */
export interface Callback {
  state: string | null
  code: string | null
  error: string | null
  /** Apple's form field. */
  user: string | null
  /** The cookie of the attempt. */
  browser: string | null
}

/** What providers say when a person did not agree. */
export const DENIALS: readonly string[] = ['access_denied', 'user_cancelled_authorize']

/**
 * Ends an attempt: signs in, adds the way to sign in that it was begun for, or notes that a session's owner is there.
 * Whatever comes back uses the attempt up, before the provider is asked anything.
 *
 * @returns the path of our own to go on to: the attempt's target, the second factor, or the screen that says what is wrong
 */
export async function answerCallback(
  ctx: Context,
  provider: OAuthProvider,
  callback: Callback,
): Promise<string> {
  const { state, browser } = callback
  const attempt =
    state && browser ? await consumeAttempt(ctx, { provider, state, browser, isConnection: false }) : null
  if (!attempt) {
    logEvent('oauth_without_attempt', { requestId: ctx.requestId, provider })
    return oauthProblemAddress('expired', provider, null)
  }
  ctx.answerHeaders.append('set-cookie', clearedAttemptCookie(provider, ctx.settings.APP_ORIGIN))
  try {
    const person = await identify(ctx, provider, attempt, callback)
    return attempt.linkSessionId === null
      ? await signIn(ctx, attempt, person)
      : await serveSession(ctx, attempt, attempt.linkSessionId, person)
  } catch (error) {
    const problem = problemOf(error)
    if (!problem) throw error
    logEvent('oauth_refused', {
      requestId: ctx.requestId,
      provider,
      problem,
      reason: error instanceof Error ? error.message : '',
    })
    await audit(ctx, eventOf(attempt), 'refused', {
      userId: attempt.linkSessionId && (await ownerOfSession(ctx, attempt.linkSessionId)),
      organizationId: null,
      detail: `${provider} ${problem}`,
    })
    return oauthProblemAddress(problem, provider, attempt)
  }
}

function identify(
  ctx: Context,
  provider: OAuthProvider,
  attempt: Attempt,
  { code, error, user }: Callback,
): Promise<ProviderPerson> {
  if (error !== null) {
    const problem = DENIALS.includes(error) ? 'denied' : 'failed'
    throw new OAuthRefusal(problem, 'the provider sent back an error')
  }
  if (code === null) throw new OAuthRefusal('failed', 'there is no code')
  const { codeVerifier, nonce } = attempt
  return configuredProvider(ctx, provider).identify({ code, codeVerifier, nonce, user })
}

async function signIn(ctx: Context, attempt: Attempt, person: ProviderPerson): Promise<string> {
  const account = await findOrMakeAccount(ctx, person)
  const { nextLevel } = await completeSignIn(ctx, {
    ...account,
    method: 'oauth',
    still: identityIs(account.userId, person),
  })
  if (nextLevel === 'aal1') return attempt.target
  return `/login/challenge?${new URLSearchParams({ redirectTo: attempt.target })}`
}

/** What a signed-in person sent their browser for. */
async function serveSession(
  ctx: Context,
  { target, isConfirmation }: Attempt,
  sessionId: string,
  person: ProviderPerson,
): Promise<string> {
  if (isConfirmation) await confirmSession(ctx, sessionId, person)
  else await linkToSession(ctx, sessionId, person)
  return oauthOutcomeAddress(target, { [isConfirmation ? 'confirmed' : 'linked']: person.provider })
}

function eventOf({ linkSessionId, isConfirmation }: Attempt): OwnerEvent {
  if (linkSessionId === null) return 'sign_in'
  return isConfirmation ? 'provider_confirmed' : 'provider_linked'
}

/** What the person is told; null for a fault, which is nobody's business but ours. */
function problemOf(error: unknown): OAuthProblem | null {
  if (error instanceof OAuthRefusal) return error.problem
  if (error instanceof DomainError) return error.code === 'too_many' ? 'limit' : 'failed'
  return null
}
