import { generateKeyPairSync } from 'node:crypto'

/** Creates a key for signing access tokens (EC, P-256), as JSON for TOKEN_PRIVATE_JWK. */
export function newTokenKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return JSON.stringify(privateKey.export({ format: 'jwk' }))
}
