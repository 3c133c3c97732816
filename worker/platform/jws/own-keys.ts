import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { signClaims } from './signed-token.ts'
import { ALGORITHMS, Coordinate } from './verification-key.ts'

const EXAMPLE_KEY_ID = 'example'

const ParsedKey = v.parseJson(undefined, 'must be a JSON Web Key')
const PUBLIC_MEMBERS = { kty: v.literal('EC'), crv: v.literal('P-256'), x: Coordinate, y: Coordinate }

/** One of our public keys, as JSON in a setting; a private part in it is dropped. */
export const PublicKeySetting = v.pipe(v.string(), ParsedKey, v.object(PUBLIC_MEMBERS))
/** The key that signs, as JSON in a setting. */
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

/** Whether this is the key of .dev.vars.example, which everyone knows. */
export function isExampleKey(key: PrivateKey): boolean {
  return key.kid === EXAMPLE_KEY_ID
}

/**
 * The public parts of the key that signs, of the next one and of the previous one. Each key is published once: while
 * settings are moved, one key may be in two of them.
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

/** A compact JWS over the claims, by the key that signs. */
export async function signToken(settings: KeySettings, type: string, claims: object): Promise<string> {
  const key = settings.TOKEN_PRIVATE_JWK
  const { kty, crv, x, y, d } = key
  const imported = await crypto.subtle.importKey('jwk', { kty, crv, x, y, d }, ALGORITHMS.ES256, false, [
    'sign',
  ])
  return signClaims(imported, { typ: type, kid: keyId(key) }, claims)
}

/** RFC 7638: SHA-256 over the required members of a key, by name, without white space. */
export function thumbprint(members: Record<string, string>): string {
  const sorted = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify(Object.fromEntries(sorted)))
    .digest('base64url')
}

/** Made from the key itself, so that it stays the same in whichever setting the key is. */
function keyId({ kty, crv, x, y }: PublicKey): string {
  return thumbprint({ kty, crv, x, y })
}
