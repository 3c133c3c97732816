import { createHmac } from 'node:crypto'
import { base64Url, fromBase64Url } from './ids.ts'

const IV_BYTES = 12

/** Encrypts with AES-256-GCM, under a key derived from the server's secret and the purpose. */
export async function seal(secret: string, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await sealingKey(secret, purpose)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return `${base64Url(iv)}.${base64Url(new Uint8Array(sealed))}`
}

/** @throws Error if the text was encrypted with another secret or for another purpose, or was changed */
export async function unseal(secret: string, purpose: string, sealed: string): Promise<string> {
  const [iv = '', text = ''] = sealed.split('.')
  const key = await sealingKey(secret, purpose)
  const bytes = fromBase64Url(text) ?? new Uint8Array()
  const parameters = { name: 'AES-GCM', iv: fromBase64Url(iv) ?? new Uint8Array() }
  const opened = await crypto.subtle.decrypt(parameters, key, bytes)
  return new TextDecoder().decode(opened)
}

/**
 * Decrypts with the current secret or, while it is being replaced, with the previous one.
 *
 * @returns `isOldKey`: true if the previous secret was needed. The caller must then encrypt the text again before that
 * secret is removed.
 * @throws Error in the same cases as `unseal`
 */
export async function unsealEither(
  secret: string,
  previous: string | undefined,
  purpose: string,
  sealed: string,
): Promise<{ text: string; isOldKey: boolean }> {
  try {
    return { text: await unseal(secret, purpose, sealed), isOldKey: false }
  } catch (cause) {
    if (previous === undefined) throw cause
    return { text: await unseal(previous, purpose, sealed), isOldKey: true }
  }
}

/** Like `unseal`, but also accepts text encrypted with the previous secret. */
export async function unsealAny(
  {
    SESSION_SECRET,
    SESSION_SECRET_PREVIOUS,
  }: { SESSION_SECRET: string; SESSION_SECRET_PREVIOUS?: string | undefined },
  purpose: string,
  sealed: string,
): Promise<string> {
  return (await unsealEither(SESSION_SECRET, SESSION_SECRET_PREVIOUS, purpose, sealed)).text
}

async function sealingKey(secret: string, purpose: string): Promise<CryptoKey> {
  const encoder = new TextEncoder()
  const material = await crypto.subtle.importKey('raw', encoder.encode(secret), 'HKDF', false, ['deriveKey'])
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode(purpose) },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

const HASH_CHARS = 32

/**
 * HMAC-SHA-256 of a value under the server's secret, truncated to 128 bits, in hexadecimal. Lets logs and limits count
 * and recognize addresses without storing them. `purpose` separates the hashes of different uses.
 */
export function keyedHash(secret: string, purpose: string, value: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${value}`).digest('hex').slice(0, HASH_CHARS)
}
