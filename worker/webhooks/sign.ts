import { createHmac } from 'node:crypto'
import { SECOND_MS } from '../rules/durations.ts'
import { SECRET_MARK } from './secrets.ts'

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
