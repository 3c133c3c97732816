import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto'
import { ControlError, type Fields } from './control-input.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

const HOST = 'fcm.googleapis.com'
const PATH = /^\/fcm\/send\/([A-Za-z0-9_-]+)$/
const DAY_SECONDS = 24 * 60 * 60
const TAG_BYTES = 16

/** States of a browser's subscription: it accepts messages, has ended, or can't be reached now. */
const PUSH_STATES = ['live', 'gone', 'busy'] as const
export type PushState = (typeof PUSH_STATES)[number]

/** A subscription as returned by the browser. */
export interface PushSubscriptionJson {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A message as decrypted by the browser. */
export interface PushedMessage {
  endpoint: string
  text: string
  ttl: number
  urgency: string | null
  /** Contact from the VAPID token: a mailto: or https: address. */
  sender: string
}

interface SimulatedBrowser {
  keys: ECDH
  auth: Buffer
  state: PushState
}

/** Subscribed browsers, and the messages sent to them. */
export interface PushDesk {
  subscribe(state: PushState): PushSubscriptionJson
  browser(id: string): SimulatedBrowser | undefined
  messages: PushedMessage[]
  clear(): void
}

export function createPushDesk(): PushDesk {
  const browsers = new Map<string, SimulatedBrowser>()
  const messages: PushedMessage[] = []
  return {
    messages,
    browser: (id) => browsers.get(id),
    subscribe(state) {
      const id = randomBytes(16).toString('base64url')
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const auth = randomBytes(16)
      browsers.set(id, { keys, auth, state })
      return {
        endpoint: `https://${HOST}/fcm/send/${id}`,
        keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') },
      }
    },
    clear() {
      browsers.clear()
      messages.length = 0
    },
  }
}

export const PUSH_ACTIONS: Readonly<Record<string, (parts: { push: PushDesk }, fields: Fields) => unknown>> =
  {
    'POST push/subscriptions': ({ push }, { state = 'live' }) => {
      const known = PUSH_STATES.find((one) => one === state)
      if (!known) throw new ControlError(`state must be one of ${PUSH_STATES.join(', ')}.`)
      return push.subscribe(known)
    },
    'GET push/messages': ({ push }) => push.messages,
  }

/** A browser vendor's push service (RFC 8030, 8291 and 8292). Null for requests that it doesn't serve. */
export function routePush(desk: PushDesk, request: UpstreamRequest): Route | null {
  const id = PATH.exec(request.path)?.[1]
  if (request.host !== HOST || request.method !== 'POST' || id === undefined) return null
  return { platform: 'identity', listing: null, failures: {}, answer: () => answerOf(desk, id, request) }
}

function answerOf(desk: PushDesk, id: string, { headers, bytes }: UpstreamRequest): Answer {
  const browser = desk.browser(id)
  if (!browser || browser.state === 'gone') return json(410, { error: 'unsubscribed' })
  if (browser.state === 'busy') return json(503, { error: 'busy' })
  const sender = senderOf(headers.authorization ?? '')
  if (sender === null) return json(403, { error: 'the VAPID credentials are not valid' })
  if (headers.ttl === undefined || headers['content-encoding'] !== 'aes128gcm' || !bytes) {
    return json(400, { error: 'TTL or content encoding is missing' })
  }
  desk.messages.push({
    endpoint: `https://${HOST}/fcm/send/${id}`,
    text: opened(bytes, browser),
    ttl: Number(headers.ttl),
    urgency: typeof headers.urgency === 'string' ? headers.urgency : null,
    sender,
  })
  return { status: 201, headers: {}, body: '' }
}

/** Contact in a VAPID token (RFC 8292); null if this service would refuse the token. */
function senderOf(authorization: string): string | null {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return null
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  const now = Date.now() / 1000
  const isValid = isSigned && aud === `https://${HOST}` && exp > now && exp <= now + DAY_SECONDS
  return isValid && /^(mailto:|https:)/.test(sub) ? sub : null
}

/** Decrypts a message as the browser does (RFC 8291). */
function opened(body: Buffer, { keys, auth }: SimulatedBrowser): string {
  const salt = body.subarray(0, 16)
  const keyLength = body[20] ?? 0
  const sender = body.subarray(21, 21 + keyLength)
  const record = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const input = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', input, salt, 'Content-Encoding: nonce\0', 12))
  const cipher = createDecipheriv('aes-128-gcm', key, nonce)
  cipher.setAuthTag(record.subarray(-TAG_BYTES))
  const text = Buffer.concat([cipher.update(record.subarray(0, -TAG_BYTES)), cipher.final()])
  // The last byte is the record's delimiter.
  return text.subarray(0, -1).toString()
}
