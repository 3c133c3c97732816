import { v7 } from 'uuid'

/** A UUIDv7: it grows with time, so that indexes on it stay compact. */
export function createId(): string {
  return v7()
}

/**
 * A UUIDv7 with digits of a hash in place of the random ones: the same moment and hash always give the same id.
 *
 * @param moment milliseconds; 0 if negative
 * @param hash at least 18 hexadecimal digits
 */
export function derivedId(moment: number, hash: string): string {
  const time = Math.max(0, moment).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

const TOKEN_BYTES = 32

/** 256 random bits in base64url, for tokens that must not be guessed. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

export function base64Url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex')
}

/** Decodes base64url; null unless the text is canonical: no padding, no white space, no bits left over. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  const bytes = new Uint8Array(Buffer.from(text, 'base64url'))
  return base64Url(bytes) === text ? bytes : null
}
