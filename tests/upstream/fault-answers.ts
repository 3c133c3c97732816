import type { ActiveFault, Fault } from './faults.ts'
import { type Answer, html, json, type Route, redirect } from './wire.ts'

const DEFAULT_DELAY_MS = 2_000
const DEFAULT_OVERSIZE_BYTES = 5_000_000
const METADATA_ADDRESS = 'http://169.254.169.254/latest/meta-data/'
/** A PNG signature followed by garbage. */
const IMAGE = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0x00, 0xfe, 0x13, 0x37])

function textOf({ body }: Answer): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body)
}

function rateLimited({ retryAfterSeconds = 1 }: Fault): Answer {
  const wait: Record<string, string> =
    retryAfterSeconds === null ? {} : { 'retry-after': String(retryAfterSeconds) }
  return html(429, '<html><title>429 Too Many Requests</title></html>', wait)
}

/** A temporary server error; `sorry` is Yelp's page for blocked IP addresses, with the same status. */
function unavailable(fault: Fault): Answer {
  if (fault.variant === 'sorry') return html(503, '<html><title>Yelp</title><h1>Sorry</h1></html>')
  return html(503, '<html><title>Error 503 (Service Unavailable)</title>The service is not available.</html>')
}

/**
 * `body` (default): the body is cut in half with a matching content length. `connection`: the connection ends before
 * the announced length.
 */
function truncated(fault: Fault, normal: Answer): Answer {
  if (fault.variant === 'connection') return { ...normal, delivery: { as: 'cut' } }
  const text = textOf(normal)
  return { ...normal, body: text.slice(0, Math.floor(text.length / 2)) }
}

/** The normal answer padded with spaces: still valid JSON, but far too long. */
function oversized(fault: Fault, normal: Answer): Answer {
  return { ...normal, body: textOf(normal).padEnd(fault.bytes ?? DEFAULT_OVERSIZE_BYTES, ' ') }
}

/** `late` (default): nothing for a while. `drip`: headers at once, then the body bit by bit. */
function slow(fault: Fault, normal: Answer): Answer {
  const time = fault.delayMs ?? DEFAULT_DELAY_MS
  if (fault.variant === 'drip') return { ...normal, delivery: { as: 'drip', totalMs: time } }
  return { ...normal, delivery: { as: 'late', delayMs: time } }
}

/** `html` (default) or `image`, both with status 200. */
function wrongType(fault: Fault): Answer {
  if (fault.variant === 'image') return { status: 200, headers: { 'content-type': 'image/png' }, body: IMAGE }
  return html(200, '<!DOCTYPE html><html><body><h1>Something is not right</h1></body></html>')
}

/** The answer to a request that a fault hits. */
export function faultyAnswer(fault: ActiveFault, route: Route): Answer {
  switch (fault.kind) {
    case 'rate_limited':
      return rateLimited(fault)
    case 'unavailable':
      return unavailable(fault)
    case 'truncated':
      return truncated(fault, route.answer())
    case 'wrong_type':
      return wrongType(fault)
    case 'slow':
      return slow(fault, route.answer())
    case 'hang':
      return { ...html(200, ''), delivery: { as: 'hang' } }
    case 'reset':
      return { ...html(200, ''), delivery: { as: 'reset' } }
    case 'oversized':
      return oversized(fault, route.answer())
    case 'redirect_elsewhere':
      return redirect(302, fault.location ?? METADATA_ADDRESS)
    default: {
      const failure = route.failures[fault.kind]
      // `take` matches a platform's fault only to routes that have it, so this is never missing.
      return failure
        ? failure(fault.variant ?? null)
        : json(500, { error: `No ${fault.kind} for this request.` })
    }
  }
}
