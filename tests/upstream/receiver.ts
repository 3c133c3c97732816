import { type Answer, json, type Route, redirect, type UpstreamRequest } from './wire.ts'

/** Host of a customer's program that receives webhooks. */
export const RECEIVER_HOST = 'receiver.example.com'

/** A message as it arrived. */
export interface ReceivedMessage {
  path: string
  headers: Record<string, string>
  body: string
}

/** The program's responses, by the first part of the path. */
const ANSWERS: Readonly<Record<string, () => Answer>> = {
  '/take': () => json(200, { taken: true }),
  '/picture': () => ({ status: 200, headers: { 'content-type': 'image/png' }, body: 'no text' }),
  '/slow': () => ({ ...json(200, {}), delivery: { as: 'hang' } }),
  '/broken': () => ({ status: 500, headers: {}, body: `It broke. ${'x'.repeat(3_000_000)}` }),
  '/gone': () => json(410, {}),
  '/moved': () => redirect(302, `https://${RECEIVER_HOST}/take/elsewhere`),
  '/inwards': () => redirect(301, 'http://169.254.169.254/latest/meta-data/'),
  '/mute': () => json(200, { taken: true }),
  '/echo': () => json(200, {}),
  '/away': () => redirect(302, `https://${RECEIVER_HOST}/take/elsewhere`),
}

/**
 * Paths that fail the challenge: the program accepts anything, sends back the request's body, or redirects elsewhere.
 */
const UNPROVEN = /^\/(mute|echo|away)/

/** The response to a challenge; null for other messages and for programs that ignore challenges. */
function answerToChallenge(path: string, body: string): Answer | null {
  const { type, data } = JSON.parse(body) as { type: string; data: { challenge?: string } }
  if (type !== 'webhook.challenge') return null
  if (!UNPROVEN.test(path)) return json(200, { challenge: data.challenge })
  return path.startsWith('/echo') ? { ...json(200, {}), body } : null
}

export interface ReceiverDesk {
  messages: ReceivedMessage[]
}

export function createReceiverDesk(): ReceiverDesk {
  return { messages: [] }
}

export const RECEIVER_ACTIONS: Readonly<Record<string, (parts: { receiver: ReceiverDesk }) => unknown>> = {
  'GET receiver/messages': ({ receiver }) => receiver.messages,
}

/** Null for requests that it doesn't serve. */
export function routeReceiver(desk: ReceiverDesk, request: UpstreamRequest): Route | null {
  const { host, method, path, headers, body } = request
  const answer = ANSWERS[/^\/[a-z]+/.exec(path)?.[0] ?? '']
  if (host !== RECEIVER_HOST || method !== 'POST' || !answer) return null
  const take = () => {
    const sent = Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    )
    const proof = answerToChallenge(path, body)
    if (proof) return proof
    desk.messages.push({ path, headers: Object.fromEntries(sent), body })
    return answer()
  }
  return { platform: 'identity', listing: null, failures: {}, answer: take }
}
