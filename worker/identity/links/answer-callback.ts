import { and, eq, exists, gt, isNotNull, sql } from 'drizzle-orm'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { type Attempt, takeAttempt } from '../../oauth/attempts.ts'
import { type Callback, finishHandshake, SIGN_IN_FLOWS } from '../../oauth/handshake.ts'
import type { ProviderPerson } from '../../oauth/provider.ts'
import { OAuthRefusal, problemOf } from '../../oauth/refusal.ts'
import { logEvent } from '../../platform/log.ts'
import {
  OAUTH_PROBLEMS,
  OAUTH_PROVIDER_NAMES,
  type OAuthProblem,
  type OAuthProvider,
  oauthOutcomeAddress,
  oauthProblemAddress,
} from '../../rules/oauth.ts'
import type { EndCredentials } from '../accounts/claim.ts'
import { audit } from '../log/audit.ts'
import { completeSignIn, identityIs } from '../sessions/complete-sign-in.ts'
import { recordLogin } from '../sessions/session-store.ts'
import {
  addIdentity,
  type FindWelcome,
  findByIdentity,
  findOrMakeAccount,
  type MadeAccount,
} from './find-or-make-account.ts'

const PURPOSES = ['sign_in', 'link', 'confirm'] as const
type IdentityAttempt = Attempt<(typeof PURPOSES)[number]>

const EVENTS = { sign_in: 'sign_in', link: 'provider_linked', confirm: 'provider_confirmed' } as const

/**
 * Completes an attempt: signs in, links the provider to the account of the session that started the attempt, or records
 * that this session's owner is present.
 *
 * @param findWelcome finds the invitation that a sign-in's target leads to; used only if the sign-in creates an account
 * @returns our own path to continue at: the attempt's target, the second factor, or the screen that reports the problem
 */
export async function answerCallback(
  ctx: Context,
  provider: OAuthProvider,
  callback: Callback,
  endCredentials: EndCredentials,
  findWelcome: (target: string) => FindWelcome = () => async () => null,
) {
  const attempt = await takeAttempt(ctx, provider, callback, PURPOSES)
  if (!attempt) {
    logEvent('oauth_without_attempt', { requestId: ctx.requestId, provider })
    return oauthProblemAddress('expired', provider, null)
  }
  try {
    const person = await finishHandshake(ctx, SIGN_IN_FLOWS[provider], attempt, callback)
    return await serve(ctx, attempt, person, endCredentials, findWelcome(attempt.target))
  } catch (error) {
    const problem = signInProblemOf(error)
    if (!problem) throw error
    const reason = error instanceof Error ? error.message : ''
    logEvent('oauth_refused', { requestId: ctx.requestId, provider, problem, reason })
    await audit(ctx, EVENTS[attempt.purpose], 'refused', {
      userId: attempt.purpose === 'sign_in' ? null : await ownerOfSession(ctx, attempt.sessionId),
      organizationId: null,
      detail: `${provider} ${problem}`,
    })
    return oauthProblemAddress(problem, provider, attempt)
  }
}

async function serve(
  ctx: Context,
  attempt: IdentityAttempt,
  person: ProviderPerson,
  endCredentials: EndCredentials,
  findWelcome: FindWelcome,
): Promise<string> {
  const { target, provider } = attempt
  switch (attempt.purpose) {
    case 'sign_in':
      return signIn(ctx, attempt, person, await findOrMakeAccount(ctx, person, endCredentials, findWelcome))
    case 'link':
      await linkToSession(ctx, attempt.sessionId, person)
      return oauthOutcomeAddress(target, { linked: provider })
    case 'confirm':
      await confirmSession(ctx, attempt.sessionId, person)
      return oauthOutcomeAddress(target, { confirmed: provider })
  }
}

async function signIn(
  ctx: Context,
  { target: wanted, keep }: Attempt<'sign_in'>,
  person: ProviderPerson,
  { target = wanted, ...account }: MadeAccount,
): Promise<string> {
  const still = identityIs(account.userId, person)
  const { nextLevel, keepAt } = await completeSignIn(ctx, { ...account, method: 'oauth', keep, still })
  if (keepAt !== undefined) return keepAt
  return nextLevel === 'aal1' ? target : `/login/challenge?${new URLSearchParams({ redirectTo: target })}`
}

/** Null for an unexpected error. */
function signInProblemOf(error: unknown): OAuthProblem | null {
  if (error instanceof DomainError) return error.code === 'too_many' ? 'limit' : 'failed'
  return problemOf(error, OAUTH_PROBLEMS)
}

/** The user of a session, expired or not; null if unknown. */
async function ownerOfSession(ctx: Context, sessionId: string): Promise<string | null> {
  const { id, userId } = sessions
  const [session] = await ctx.db.select({ userId }).from(sessions).where(eq(id, sessionId))
  return session?.userId ?? null
}

/**
 * Records that a session's owner was just confirmed, for actions that need a recent login. The statement itself checks
 * that the identity is the owner's.
 *
 * @throws OAuthRefusal `expired` if the session has ended; `stranger` if the identity isn't linked to its account
 */
async function confirmSession(ctx: Context, sessionId: string, person: ProviderPerson): Promise<void> {
  const { provider, subject } = person
  const now = ctx.now()
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, now))
  const isOwners = sql`EXISTS (SELECT 1 FROM user_identities AS identity WHERE identity.provider = ${provider}
    AND identity.subject = ${subject} AND identity.user_id = ${sessions.userId})`
  const [confirmed] = await recordLogin(ctx, sessionId, and(isLive, isOwners))
  if (!confirmed) {
    const [session] = await ctx.db.select({ id: sessions.id }).from(sessions).where(isLive)
    throw session
      ? new OAuthRefusal('stranger', `the identity at ${OAUTH_PROVIDER_NAMES[provider]} is not the account's`)
      : new OAuthRefusal('expired', 'the session that asked has ended')
  }
  await audit(ctx, 'provider_confirmed', 'done', { ...confirmed, organizationId: null, detail: provider })
}

/**
 * Adds an identity to the account whose session asked for it. The addresses may differ: the signed-in person has chosen
 * both.
 *
 * @throws OAuthRefusal `expired` if the session has ended or the account's address isn't proven; `taken` if the
 * identity signs in to another account; `connected` if the account is linked to another account of this provider
 */
async function linkToSession(ctx: Context, sessionId: string, person: ProviderPerson): Promise<void> {
  const isLive = and(eq(sessions.id, sessionId), gt(sessions.expiresAt, ctx.now()))
  const [owner] = await ctx.db
    .select({ userId: users.id, email: users.email })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isLive, isNotNull(users.emailVerifiedAt)))
  if (!owner) throw new OAuthRefusal('expired', 'the session that asked has ended')
  const { userId } = owner
  const isOwners = and(isLive, eq(sessions.userId, userId))
  const still = exists(ctx.db.select({ id: sessions.id }).from(sessions).where(isOwners))
  if (await addIdentity(ctx, owner, person, still)) {
    return audit(ctx, 'provider_linked', 'done', { userId, organizationId: null, detail: person.provider })
  }
  // Nothing was added, which is fine if the identity is already the owner's.
  const linked = await findByIdentity(ctx, person)
  if (linked?.userId === userId) return
  throw linked
    ? new OAuthRefusal('taken', 'the identity signs in to another account')
    : new OAuthRefusal('connected', 'the account has another account of this provider')
}
