import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { signClaims } from './signed-token.ts'
import { ALGORITHMS, Coordinate } from './verification-key.ts'

const EXAMPLE_KEY_ID = 'example'

const ParsedKey = v.parseJson(undefined, 'must be a JSON Web Key')
const PUBLIC_MEMBERS = { kty: v.literal('EC'), crv: v.literal('P-256'), x: Coordinate, y: Coordinate }

/** One of our public keys, as JSON in a setting; a private part is dropped. */
export const PublicKeySetting = v.pipe(v.string(), ParsedKey, v.object(PUBLIC_MEMBERS))
export const PrivateKeySetting = v.pipe(
  v.string(),
  ParsedKey,
  v.object({ ...PUBLIC_MEMBERS, d: Coordinate, kid: v.optional(v.string()) }),
)

type PublicKey = v.InferOutput<typeof PublicKeySetting>
type PrivateKey = v.InferOutput<typeof PrivateKeySetting>

interface KeySettings {
  TOKEN_PRIVATE_JWK: PrivateKey
  TOKEN_NEXT_PUBLIC_JWK?: PublicKey | undefined
  TOKEN_PREVIOUS_PUBLIC_JWK?: PublicKey | undefined
}

/** True for the key from .dev.vars.example, which is public. */
export function isExampleKey(key: PrivateKey): boolean {
  return key.kid === EXAMPLE_KEY_ID
}

/**
 * The public parts of the current, the next and the previous signing key. Each key is published once: during a
 * rotation, one key may be in two settings.
 */
export function publishedKeys(settings: KeySettings) {
  const { TOKEN_PRIVATE_JWK, TOKEN_NEXT_PUBLIC_JWK, TOKEN_PREVIOUS_PUBLIC_JWK } = settings
  const keys = [TOKEN_PRIVATE_JWK, TOKEN_NEXT_PUBLIC_JWK, TOKEN_PREVIOUS_PUBLIC_JWK]
    .filter((key) => key !== undefined)
    .map(
      ({ kty, crv, x, y }) =>
        ({ kty, crv, x, y, kid: keyId({ kty, crv, x, y }), alg: 'ES256', use: 'sig' }) as const,
    )
  return [...new Map(keys.map((key) => [key.kid, key])).values()]
}

export async function signToken(settings: KeySettings, type: string, claims: object): Promise<string> {
  const key = settings.TOKEN_PRIVATE_JWK
  const { kty, crv, x, y, d } = key
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, ALGORITHMS.ES256, false, [
    'sign',
  ])
  return signClaims(imported, { typ: type, kid: keyId(key) }, claims)
}

/** Key thumbprint (RFC 7638): SHA-256 of the required members, sorted by name, without white space. */
export function thumbprint(members: Record<string, string>): string {
  const sorted = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest('base64url')
}

/** Derived from the key itself, so that it is the same in every setting. */
function keyId({ kty, crv, x, y }: PublicKey): string {
  return thumbprint({ kty, crv, x, y })
}
