import { createHmac } from 'node:crypto'
import type { BackgroundContext } from '../context.ts'
import { seal, unseal } from '../platform/seal.ts'
import { SECOND_MS } from '../rules/durations.ts'

/**
 * The headers of a message, by Standard Webhooks 1.0: each secret signs its id, the moment of sending and its body with
 * HMAC-SHA-256, so that receivers can go over from one secret to the next and refuse what somebody sends again later.
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

/** By it programs and secret scanners know what it is. */
const SECRET_MARK = 'whsec_'
const SECRET_BYTES = 32

/** As Standard Webhooks writes it: 256 random bits in base64, after their mark. */
export function newSecret(): string {
  return SECRET_MARK + Buffer.from(crypto.getRandomValues(new Uint8Array(SECRET_BYTES))).toString('base64')
}

/** In the row of another endpoint it can't be opened. */
export function sealSecret(
  { settings }: BackgroundContext,
  endpointId: string,
  secret: string,
): Promise<string> {
  return seal(settings.MFA_ENCRYPTION_KEY, purposeOf(endpointId), secret)
}

/** @throws Error when none of our keys opens it */
export function openSecret(
  { settings }: BackgroundContext,
  endpointId: string,
  sealed: string,
): Promise<string> {
  const { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } = settings
  return unseal(MFA_ENCRYPTION_KEY, purposeOf(endpointId), sealed).catch((cause: unknown) => {
    if (MFA_ENCRYPTION_KEY_PREVIOUS === undefined) throw cause
    return unseal(MFA_ENCRYPTION_KEY_PREVIOUS, purposeOf(endpointId), sealed)
  })
}

function purposeOf(endpointId: string): string {
  return `webhook ${endpointId}`
}
