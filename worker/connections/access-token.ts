import { and, eq } from 'drizzle-orm'
import { connections } from '#db/schema/index.ts'
import type { SourceKey } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import type { Settings } from '../env.ts'
import { findClient } from '../oauth/clients.ts'
import { CONNECTION_FLOWS } from '../oauth/handshake.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import { logEvent, logFault } from '../platform/log.ts'
import { OutboundError } from '../platform/outbound.ts'
import { seal, unsealEither } from '../platform/seal.ts'
import { CONNECTION_PROVIDER_NAMES } from '../rules/connections.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { FAILURES } from '../rules/failures.ts'
import { failure } from '../sources/failure.ts'
import { type SourceAnswer, SourceError } from '../sources/source.ts'

export type Connection = typeof connections.$inferSelect

/** A token that expires within this time is renewed, because a request may take a while. */
const RENEW_BEFORE_MS = MINUTE_MS

/**
 * The access token of a connection, renewed if it has expired. Concurrent callers may each renew it: every caller gets
 * a valid token, and one of the tokens is stored.
 *
 * @param refused a token that the platform refused although it should still be valid; another one is fetched
 * @throws SourceError `reconnect` if the connection was revoked, `unavailable`, `not_allowed`
 */
export async function connectionToken(ctx: BackgroundContext, connection: Connection, refused?: string) {
  requireActive(connection)
  const holder = connectionHolder(connection)
  const { text: token, isOldKey } = await opened(ctx, connection, holder, connection.sealedAccessToken)
  const { accessExpiresAt, sealedRefreshToken } = connection
  const isValid = accessExpiresAt === null || accessExpiresAt > ctx.now() + RENEW_BEFORE_MS
  if (!isValid || token === refused) return renewed(ctx, connection)
  // Renewing seals a token with the current key; one that is never renewed is sealed again here.
  if (isOldKey && sealedRefreshToken === null)
    await ctx.db
      .update(connections)
      .set({ sealedAccessToken: await sealToken(ctx.settings, holder, token) })
      .where(isUnchanged(connection))
  return token
}

async function renewed(ctx: BackgroundContext, connection: Connection): Promise<string> {
  const { provider, sealedRefreshToken } = connection
  const { refresh } = CONNECTION_FLOWS[provider]
  if (refresh === null || sealedRefreshToken === null) return recordRevoked(ctx, connection)
  const name = CONNECTION_PROVIDER_NAMES[provider]
  const client = findClient(ctx.settings, provider)
  if (!client) {
    throw failure(provider, 'not_allowed', { message: `Connecting ${name} has been switched off here.` })
  }
  const holder = connectionHolder(connection)
  const { text: refreshToken } = await opened(ctx, connection, holder, sealedRefreshToken)
  const token = await refresh(ctx, client, refreshToken).catch((cause: unknown) => {
    if (!(cause instanceof OAuthRefusal)) throw cause
    if (cause.providerError === 'invalid_grant') return null
    throw new SourceError('unavailable', `${name} didn't renew our access.`, { cause })
  })
  if (token === null) return recordRevoked(ctx, connection)
  await ctx.db
    .update(connections)
    .set({
      sealedAccessToken: await sealToken(ctx.settings, holder, token.text),
      // Sealed again with the current key.
      sealedRefreshToken: await sealToken(ctx.settings, holder, refreshToken),
      accessExpiresAt: token.expiresAt,
      updatedAt: ctx.now(),
    })
    // A newer token from a concurrent renewal or a new connection is kept; this one is valid as well.
    .where(isUnchanged(connection))
  return token.text
}

/** Guard: the connection has the same token as when it was read, and wasn't revoked since. */
function isUnchanged({ id, sealedAccessToken }: Connection) {
  const { state } = connections
  return and(
    eq(connections.id, id),
    eq(connections.sealedAccessToken, sealedAccessToken),
    eq(state, 'active'),
  )
}

export function requireActive({ provider, state }: Connection): void {
  if (state !== 'active') throw failure(provider, 'reconnect')
}

/** Opens a stored token. If none of our keys can, the owner has to connect again. */
async function opened(ctx: BackgroundContext, connection: Connection, holder: Holder, sealed: string) {
  return openedToken(ctx.settings, holder, sealed).catch((cause: unknown) => {
    logFault('connection_token_unreadable', cause, { connectionId: connection.id })
    return recordRevoked(ctx, connection)
  })
}

/** Records that a connection was revoked, unless it was renewed since. @throws SourceError `reconnect`, always */
async function recordRevoked(ctx: BackgroundContext, connection: Connection): Promise<never> {
  const name = CONNECTION_PROVIDER_NAMES[connection.provider]
  const recorded = await ctx.db
    .update(connections)
    .set({
      state: 'revoked',
      fault: `${name} no longer lets us in: the permission was withdrawn or has expired.`,
      updatedAt: ctx.now(),
    })
    .where(isUnchanged(connection))
    .returning({ id: connections.id })
  if (recorded.length > 0) logEvent('connection_revoked', { connectionId: connection.id })
  throw failure(connection.provider, 'reconnect')
}

type Keys = Pick<Settings, 'MFA_ENCRYPTION_KEY' | 'MFA_ENCRYPTION_KEY_PREVIOUS'>

/** The row that a token is encrypted for. It can't be decrypted for any other. */
type Holder = `connection ${string}` | `place ${string}`

type ConnectionKey = Pick<typeof connections.$inferSelect, 'organizationId' | 'provider' | 'subject'>

export function connectionHolder(connection: ConnectionKey): Holder {
  return `connection ${connection.organizationId} ${connection.provider} ${connection.subject}`
}

export function placeHolder(link: SourceKey): Holder {
  return `place ${link.organizationId} ${link.businessId} ${link.platform}`
}

export function sealToken(keys: Keys, holder: Holder, token: string): Promise<string> {
  return seal(keys.MFA_ENCRYPTION_KEY, holder, token)
}

/** @throws Error if none of our keys opens the token, or if it was changed or moved to another row */
export async function openToken(keys: Keys, holder: Holder, sealed: string): Promise<string> {
  return (await openedToken(keys, holder, sealed)).text
}

/** Like `openToken`; `isOldKey` is true if the token should be sealed again with the current key. */
export function openedToken(
  { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS }: Keys,
  holder: Holder,
  sealed: string,
) {
  return unsealEither(MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS, holder, sealed)
}

const TIMEOUT_MS = 15 * SECOND_MS

type Asking = Pick<BackgroundContext, 'outbound'>

/** @param refused a token that the platform refused; another one is fetched */
type TokenGiver = (refused?: string) => Promise<string>

/**
 * Calls `work` with a token. If the platform refuses the token, renews it once, because it may have been revoked early.
 */
export async function withToken<T>(tokenOf: TokenGiver, work: (token: string) => Promise<T>): Promise<T> {
  const token = await tokenOf()
  try {
    return await work(token)
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'reconnect') throw error
    return work(await tokenOf(token))
  }
}

/**
 * Sends a request with an owner's token to a platform's API.
 *
 * @param name the platform's display name
 * @param build creates the request with a token
 * @param read parses the response; throws SourceError for a refusal
 * @throws SourceError for every failure
 */
export function askPlatform<T>(
  ctx: Asking,
  name: string,
  tokenOf: TokenGiver,
  build: (accessToken: string) => Request,
  read: (answer: SourceAnswer) => T,
): Promise<T> {
  return withToken(tokenOf, async (token) => read(await answerOf(ctx, name, build(token))))
}

function answerOf({ outbound }: Asking, name: string, request: Request): Promise<SourceAnswer> {
  return outbound('review-api', request, { timeoutMs: TIMEOUT_MS }).catch((cause: unknown) => {
    if (!(cause instanceof OutboundError) || cause.fault === 'address_refused') throw cause
    throw new SourceError('unavailable', FAILURES.unavailable.sentence(name), { cause })
  })
}
