import { v7 } from 'uuid'

/** A UUIDv7: unique, and growing with time, so that an index on it stays compact. */
export function createId(): string {
  return v7()
}

const TOKEN_BYTES = 32

/** 256 random bits in base64url, for tokens that must not be guessed. */
export function randomToken(): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** SHA-256 of a text, in hexadecimal: what is stored instead of a token. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return toHex(new Uint8Array(digest))
}

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * The bytes of a base64url text; null unless it is their canonical form: no padding, no white space, no
 * character of plain base64, no bits left over.
 */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) =>
    char.charCodeAt(0),
  )
  return base64Url(bytes) === text ? bytes : null
}
