import { createHmac } from 'node:crypto'
import type { BackgroundContext } from '../context.ts'
import { seal, unsealEither } from '../platform/seal.ts'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * The headers of a message according to Standard Webhooks 1.0: each secret signs the message id, the time of sending
 * and the body with HMAC-SHA-256, so that receivers can rotate secrets and refuse replayed messages.
 *
 * @param now milliseconds
 */
export function signedHeaders(
  secrets: readonly string[],
  { id, body }: { id: string; body: string },
  now: number,
): Record<string, string> {
  const timestamp = String(Math.floor(now / SECOND_MS))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_MARK.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}

/** Prefix by which programs and secret scanners recognize a secret. */
const SECRET_MARK = 'whsec_'
const SECRET_BYTES = 32

/** A new secret in the format of Standard Webhooks: 256 random bits in base64, after the prefix. */
export function newSecret(): string {
  return SECRET_MARK + Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64')
}

/** Encrypts a secret for its endpoint's row; it can't be opened in another row. */
export function sealSecret(
  { settings }: BackgroundContext,
  endpointId: string,
  secret: string,
): Promise<string> {
  return seal(settings.MFA_ENCRYPTION_KEY, purposeOf(endpointId), secret)
}

/** @throws Error if none of our keys opens it */
export async function openSecret(
  ctx: BackgroundContext,
  endpointId: string,
  sealed: string,
): Promise<string> {
  return (await openedSecret(ctx, endpointId, sealed)).text
}

/**
 * Decrypts an endpoint's secret. `isOldKey` is true if the previous key was needed.
 *
 * @throws Error if none of our keys opens it
 */
export function openedSecret({ settings }: BackgroundContext, endpointId: string, sealed: string) {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = settings
  return unsealEither(MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS, purposeOf(endpointId), sealed)
}

function purposeOf(endpointId: string): string {
  return `webhook ${endpointId}`
}
