import * as v from 'valibot'
import type { Context } from '../context.ts'
import { DomainError } from '../errors.ts'
import { fromBase64Url } from '../platform/ids.ts'
import { jsonObject, verifySignedToken } from '../platform/jws/signed-token.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { providerKeys } from './provider-keys.ts'
import { OAuthRefusal } from './refusal.ts'

const CLOCK_SKEW_MS = MINUTE_MS

/** Only what is read. Apple writes `email_verified` as a text for some people and as a boolean for others. */
const IdTokenClaims = v.object({
  iss: v.string(),
  aud: v.union([
    v.string(),
    v.pipe(
      v.tuple([v.string()]),
      v.transform(([only]) => only),
    ),
  ]),
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
export type IdTokenClaims = v.InferOutput<typeof IdTokenClaims>

export interface ExpectedIdToken {
  provider: 'google' | 'apple'
  issuers: readonly string[]
  /** Our client id. */
  audience: string
  nonce: string
}

/**
 * The claims of an identity token that its provider signed for us, for this attempt, and that has not ended.
 *
 * @throws OAuthRefusal `failed` with what is wrong, for the log; `unavailable` when the provider's keys can't be got
 */
export async function verifyIdToken(
  ctx: Context,
  token: string | null,
  expected: ExpectedIdToken,
): Promise<IdTokenClaims> {
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
  if (claims.aud !== expected.audience || (claims.azp ?? expected.audience) !== expected.audience)
    throw refused('is for another client')
  if (claims.nonce !== expected.nonce) throw refused('belongs to another attempt')
  // Both say what has to hold, so that a time that is no finite number refuses.
  if (!(claims.exp * SECOND_MS > now)) throw refused('has ended')
  if (!(claims.iat * SECOND_MS <= now + CLOCK_SKEW_MS)) throw refused('is from the future')
  return claims
}

function refused(why: string): OAuthRefusal {
  return new OAuthRefusal('failed', `the identity token: ${why}`)
}

/** The key that the token names; nothing is believed yet. */
function keyIdOf(token: string): string | undefined {
  const header = fromBase64Url(token.slice(0, Math.max(0, token.indexOf('.'))))
  const keyId = header && jsonObject(header)?.kid
  return typeof keyId === 'string' ? keyId : undefined
}
