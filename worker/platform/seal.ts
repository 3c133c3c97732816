import { base64Url, toHex } from './ids.ts'

const IV_BYTES = 12

/** AES-256-GCM under a key derived from the server's secret; the purpose keeps keys apart. */
export async function seal(secret: string, purpose: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const key = await sealingKey(secret, purpose)
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, new TextEncoder().encode(text))
  return `${base64Url(iv)}.${base64Url(new Uint8Array(sealed))}`
}

/** @throws Error where the text was sealed with another secret, for another purpose, or changed since */
export async function unseal(secret: string, purpose: string, sealed: string): Promise<string> {
  const [iv = '', text = ''] = sealed.split('.')
  const key = await sealingKey(secret, purpose)
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: bytesOf(iv) }, key, bytesOf(text))
  return new TextDecoder().decode(opened)
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

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}

const HASH_CHARS = 32

/**
 * HMAC-SHA-256 of a value under the server's secret, cut to 128 bits, in hexadecimal: lets addresses be counted and
 * recognised in logs and limits without being stored. `purpose` keeps the hashes of different uses apart.
 */
export async function keyedHash(secret: string, purpose: string, value: string): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  const mac = await crypto.subtle.sign('HMAC', key, encoder.encode(`${purpose}\n${value}`))
  return toHex(new Uint8Array(mac)).slice(0, HASH_CHARS)
}
