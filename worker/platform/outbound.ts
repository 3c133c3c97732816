import { MINUTE_MS } from '../rules/durations.ts'
import { isPublicAddress } from './public-address.ts'

const MAX_BODY_BYTES = 2 * 1024 * 1024
const MAX_TIMEOUT_MS = MINUTE_MS / 2
const TEXT_TYPES = /^(text\/|application\/(json|xml|javascript|x-javascript|xhtml\+xml))/i

/** Redirects are returned as they are, never followed. */
export interface OutboundAnswer {
  status: number
  headers: Headers
  body: string
}

type OutboundFault = 'address_refused' | 'timeout' | 'network' | 'too_large' | 'not_text'

export class OutboundError extends Error {
  readonly fault: OutboundFault

  constructor(fault: OutboundFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'OutboundError'
    this.fault = fault
  }
}

interface OutboundOptions {
  timeoutMs: number
  /** Number of bytes to read from the start of the body, whatever its type; the rest is dropped. */
  firstBytes?: number
}

/** The purpose decides which addresses are allowed. */
export type Outbound = (
  purpose: OutboundPurpose,
  request: Request,
  options: OutboundOptions,
) => Promise<OutboundAnswer>
export type OutboundPurpose =
  | 'review-source'
  | 'review-api'
  | 'identity-provider'
  | 'mail'
  | 'push'
  | 'payment'
  | 'webhook'
  | 'assistant'
type AddressRule = (url: URL) => boolean

/**
 * The only way to reach other hosts. Redirects aren't followed (`manual`), so that every hop is checked against the
 * address rule; cookies and client headers are never forwarded.
 *
 * @param rules addresses allowed per purpose; a purpose without a rule allows none
 * @param upstreamOrigin if set, `https://HOST/PATH` is requested at `upstreamOrigin/HOST/PATH` (a local simulator)
 */
export function createOutbound(
  rules: Partial<Record<OutboundPurpose, AddressRule>>,
  upstreamOrigin?: string,
): Outbound {
  return async (purpose, request, { timeoutMs, firstBytes }) => {
    const url = new URL(request.url)
    if (!isPublicAddress(url) || !rules[purpose]?.(url)) {
      throw new OutboundError('address_refused', `${url.hostname} is not an address this product asks`)
    }
    const abort = AbortSignal.timeout(Math.min(timeoutMs, MAX_TIMEOUT_MS))
    try {
      const sent = request.body === null ? null : await request.arrayBuffer()
      const response = await fetch(actualAddress(url, upstreamOrigin), {
        method: request.method,
        headers: upstreamOrigin ? [...request.headers, ['x-forwarded-host', url.host]] : [...request.headers],
        body: sent,
        redirect: 'manual',
        signal: abort,
      })
      const body = firstBytes === undefined ? await readText(response) : await readFirst(response, firstBytes)
      return { status: response.status, headers: response.headers, body }
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause
      if (abort.aborted)
        throw new OutboundError('timeout', `${url.hostname} did not answer in ${timeoutMs} ms`, cause)
      throw new OutboundError('network', `${url.hostname} could not be reached`, cause)
    }
  }
}

/** The URL actually requested, by us or by a browser that we redirect. */
export function actualAddress(url: URL, upstreamOrigin?: string): string {
  return upstreamOrigin ? `${upstreamOrigin}/${url.host}${url.pathname}${url.search}` : url.href
}

async function readText(response: Response): Promise<string> {
  if (response.body === null) return ''
  const type = response.headers.get('content-type')
  if (response.status < 300 && type !== null && !TEXT_TYPES.test(type)) {
    await response.body.cancel()
    throw new OutboundError('not_text', `The answer is ${type.slice(0, 60)}, not text`)
  }
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MAX_BODY_BYTES) {
      await reader.cancel()
      throw new OutboundError('too_large', `The answer is larger than ${MAX_BODY_BYTES} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}

async function readFirst(response: Response, bytes: number): Promise<string> {
  if (response.body === null) return ''
  const reader = response.body.getReader()
  const first: number[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (!done) first.push(...value.subarray(0, bytes - first.length))
    if (done || first.length === bytes) break
  }
  await reader.cancel()
  return new TextDecoder().decode(Uint8Array.from(first))
}
