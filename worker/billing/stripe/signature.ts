import { timingSafeEqual } from 'node:crypto'
import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'

const TOLERANCE_MS = 5 * MINUTE_MS
const ENCODER = new TextEncoder()

/**
 * Verifies that one of our secrets signed a webhook's body within five minutes of now: HMAC-SHA-256 over `time.body`,
 * in any of the header's v1 signatures (https://docs.stripe.com/webhooks#verify-manually).
 *
 * @param header `t=1700000000,v1=hex,v1=hex`
 * @param body exactly as it came
 */
export async function isSigned(
  body: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
  now: number,
): Promise<boolean> {
  const parts = header.split(',').map((part) => part.split('='))
  const times = valuesOf(parts, 't')
  const time = times[0] ?? ''
  if (times.length !== 1 || !/^\d{1,12}$/.test(time)) return false
  if (Math.abs(now - Number(time) * SECOND_MS) > TOLERANCE_MS) return false
  const signatures = valuesOf(parts, 'v1').map((hex) => Buffer.from(hex, 'hex'))
  const signed = Buffer.concat([ENCODER.encode(`${time}.`), body])
  const expected = await Promise.all(secrets.map((secret) => hmac(secret, signed)))
  // Every pair is compared, so that the time tells nothing.
  const matches = expected.flatMap((own) => signatures.map((given) => isEqual(own, given)))
  return matches.includes(true)
}

function valuesOf(parts: readonly string[][], name: string): string[] {
  return parts.flatMap(([key, value, ...rest]) =>
    key === name && value !== undefined && rest.length === 0 ? [value] : [],
  )
}

async function hmac(secret: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', ENCODER.encode(secret), algorithm, false, ['sign'])
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes))
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
