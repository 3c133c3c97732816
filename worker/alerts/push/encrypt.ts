import { fromBase64Url } from '../../platform/ids.ts'

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const
const SALT_BYTES = 16
const KEY_BITS = 128
const NONCE_BITS = 96
const SECRET_BITS = 256
/** The whole message is one record (RFC 8188); push services accept at most 4,096 bytes. */
const RECORD_BYTES = 4_096
const DELIMITER = 2

/** The keys of a browser's subscription, in base64url. */
export interface SubscriptionKeys {
  p256dh: string
  auth: string
}

/** Random values of one message; tests pass those of RFC 8291. */
export interface MessageSecrets {
  salt: Uint8Array<ArrayBuffer>
  keys: CryptoKeyPair
}

/**
 * Body of a push request, `content-encoding: aes128gcm` (RFC 8291). Nobody between us and the browser can read it.
 *
 * @throws Error for keys that aren't a point on the curve
 */
export async function encryptPush(
  text: string,
  subscription: SubscriptionKeys,
  secrets?: MessageSecrets,
): Promise<Uint8Array<ArrayBuffer>> {
  const receiver = bytesOf(subscription.p256dh)
  const { salt, keys } = secrets ?? (await newSecrets())
  const sender = new Uint8Array((await crypto.subtle.exportKey('raw', keys.publicKey)) as ArrayBuffer)
  const receiverKey = await crypto.subtle.importKey('raw', receiver, CURVE, false, [])
  const shared = await crypto.subtle.deriveBits(
    { name: 'ECDH', public: receiverKey } as EcdhKeyDeriveParams,
    keys.privateKey,
    SECRET_BITS,
  )
  const info = joined(encoded('WebPush: info\0'), receiver, sender)
  const input = await derived(new Uint8Array(shared), bytesOf(subscription.auth), info, SECRET_BITS)
  const key = await derived(input, salt, encoded('Content-Encoding: aes128gcm\0'), KEY_BITS)
  const nonce = await derived(input, salt, encoded('Content-Encoding: nonce\0'), NONCE_BITS)
  const cipher = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  const record = joined(encoded(text), Uint8Array.of(DELIMITER))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, cipher, record)
  const size = new Uint8Array(4)
  new DataView(size.buffer).setUint32(0, RECORD_BYTES)
  return joined(salt, size, Uint8Array.of(sender.length), sender, new Uint8Array(sealed))
}

async function newSecrets(): Promise<MessageSecrets> {
  const keys = (await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])) as CryptoKeyPair
  return { salt: crypto.getRandomValues(new Uint8Array(SALT_BYTES)), keys }
}

async function derived(
  secret: Uint8Array<ArrayBuffer>,
  salt: Uint8Array<ArrayBuffer>,
  info: Uint8Array<ArrayBuffer>,
  bits: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  return new Uint8Array(
    await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, key, bits),
  )
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const bytes = fromBase64Url(text)
  if (!bytes) throw new Error('the key of a subscription is no base64url')
  return bytes
}

function encoded(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
}

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}
