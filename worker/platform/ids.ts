import { v7 } from 'uuid'

/** A UUIDv7: unique, and growing with time, so that an index on it stays compact. */
export function createId(): string {
  return v7()
}

/** `bytes` random bytes as base64url, for tokens that must not be guessed. */
export function randomToken(bytes: number): string {
  return base64Url(crypto.getRandomValues(new Uint8Array(bytes)))
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
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
