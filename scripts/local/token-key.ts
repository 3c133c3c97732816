import { generateKeyPairSync } from 'node:crypto'

/** A new key that signs access tokens (EC, P-256), as the JSON that TOKEN_PRIVATE_JWK takes. */
export function newTokenKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}
