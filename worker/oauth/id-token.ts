import * as v from 'valibot'
import type { Context } from '../context.ts'
import type { Settings } from '../env.ts'
import { DomainError } from '../errors.ts'
import { fromBase64Url } from '../platform/ids.ts'
import { jsonObject, verifySignedToken } from '../platform/jws/signed-token.ts'
import { type KeySet, keysNamed } from '../platform/jws/verification-key.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { askProvider } from './ask-provider.ts'
import { ENDPOINTS } from './endpoints.ts'
import { OAuthRefusal } from './refusal.ts'

const CLOCK_SKEW_MS = MINUTE_MS
const MAX_KEYS = 20
const KeySetAnswer = v.object({ keys: v.pipe(v.array(v.looseObject({})), v.maxLength(MAX_KEYS)) })

type KeyProvider = 'google' | 'apple'
/** Public keys, cached per isolate. */
const caches = new WeakMap<Settings, Map<KeyProvider, KeyCache>>()

const OnlyOne = v.pipe(
  v.tuple([v.string()]),
  v.transform(([only]) => only),
)

/** Only the claims we read. Apple sends `email_verified` as a string for some people and as a boolean for others. */
const IdTokenClaims = v.object({
  iss: v.string(),
  aud: v.union([v.string(), OnlyOne]),
  azp: v.optional(v.string()),
  sub: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  exp: v.number(),
  iat: v.number(),
  nonce: v.string(),
  email: v.optional(v.string()),
  email_verified: v.optional(v.union([v.boolean(), v.string()]), false),
  name: v.optional(v.string()),
  picture: v.optional(v.string()),
})

interface ExpectedIdToken {
  provider: KeyProvider
  issuers: readonly string[]
  /** Our client id. */
  audience: string
  nonce: string
}

/**
 * Verifies an identity token: signed by its provider, for us and for this attempt, and not expired. Returns its claims.
 *
 * @throws OAuthRefusal `failed` with the reason, for the log; `unavailable` if the provider's keys can't be fetched
 */
export async function verifyIdToken(ctx: Context, token: string | null, expected: ExpectedIdToken) {
  if (token === null) throw refused('is missing')
  const keys = await providerKeys(ctx, expected.provider).keysFor(keyIdOf(token))
  const { payload } = await verifySignedToken(token, keys).catch((cause: unknown) => {
    throw cause instanceof DomainError ? refused(cause.message) : cause
  })
  const parsed = v.safeParse(IdTokenClaims, jsonObject(payload))
  if (!parsed.success) throw refused('has not the claims it should have')
  const claims = parsed.output
  const now = ctx.now()
  if (!expected.issuers.includes(claims.iss)) throw refused('has another issuer')
  const { aud, azp = aud } = claims
  if (aud !== expected.audience || azp !== expected.audience) throw refused('is for another client')
  if (claims.nonce !== expected.nonce) throw refused('belongs to another attempt')
  // Both conditions state what must be true, so that a non-finite time is refused.
  if (!(claims.exp * SECOND_MS > now)) throw refused('has ended')
  if (!(claims.iat * SECOND_MS <= now + CLOCK_SKEW_MS)) throw refused('is from the future')
  return claims
}

function refused(why: string): OAuthRefusal {
  return new OAuthRefusal('failed', `the identity token: ${why}`)
}

/** The key id in the token's header, unverified. */
function keyIdOf(token: string): string | undefined {
  const header = fromBase64Url(token.slice(0, Math.max(0, token.indexOf('.'))))
  const keyId = header && jsonObject(header)?.kid
  return typeof keyId === 'string' ? keyId : undefined
}

/** @throws OAuthRefusal `unavailable` or `failed` until the first fetch has succeeded */
function providerKeys({ settings, outbound, now }: Context, provider: KeyProvider): KeyCache {
  const ofSettings = caches.get(settings) ?? new Map<KeyProvider, KeyCache>()
  caches.set(settings, ofSettings)
  // The cache outlives the request, so it refers only to these two, which contain nothing of the request.
  const cache = ofSettings.get(provider) ?? createKeyCache(() => fetchKeys({ outbound }, provider), now)
  ofSettings.set(provider, cache)
  return cache
}

async function fetchKeys(ctx: Pick<Context, 'outbound'>, provider: KeyProvider): Promise<KeySet> {
  const { status, json } = await askProvider(ctx, ENDPOINTS[provider].keys, {})
  const keySet = v.safeParse(KeySetAnswer, json)
  if (status === 200 && keySet.success) return keySet.output
  throw new OAuthRefusal('failed', `the keys of ${provider} could not be read: ${status}`)
}

export const KEY_CACHE_MS = 10 * MINUTE_MS
const REFETCH_MS = 30 * SECOND_MS

interface KeyCache {
  /** The key set that should contain this key id. @throws the error of fetching, until it has succeeded once */
  keysFor(keyId: string | undefined): Promise<KeySet>
}

/**
 * Caches another party's key set for ten minutes. An unknown key id triggers a refetch, because the keys may have
 * changed, but at most every 30 s, because anyone can invent ids. If fetching fails, the last set stays in use.
 *
 * Only results are cached, no promises: a Worker must not wait for another request's I/O.
 *
 * @param fetchKeys fetches the set; throws without a usable response
 * @param now milliseconds, UTC
 */
export function createKeyCache(fetchKeys: () => Promise<KeySet>, now: () => number): KeyCache {
  let known: { keys: KeySet; fetchedAt: number } | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  return {
    async keysFor(keyId) {
      const isFresh = known !== null && now() - known.fetchedAt < KEY_CACHE_MS
      if (known && (now() - triedAt < REFETCH_MS || (isFresh && keysNamed(known.keys, keyId).length > 0)))
        return known.keys
      triedAt = now()
      try {
        const keys = await fetchKeys()
        known = { keys, fetchedAt: now() }
        return keys
      } catch (cause) {
        if (known) return known.keys
        throw cause
      }
    },
  }
}
