import type { IncomingHttpHeaders } from 'node:http'
import type { Listing, SimulatedPlatform } from './listing.ts'

/** A request from the worker's outbound fetch: `https://HOST/PATH` arrives here as `/HOST/PATH`. */
export interface UpstreamRequest {
  method: string
  host: string
  /** Percent-encoded, begins with a slash. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The raw body, for requests whose body may not be text. */
  bytes?: Buffer
}

/**
 * How the body is sent: at once and whole by default. `cut` announces the full length but closes the connection
 * halfway; `drip` spreads the body over the time; `hang` never answers; `reset` breaks the connection at once.
 */
type Delivery =
  | { as: 'whole' }
  | { as: 'late'; delayMs: number }
  | { as: 'drip'; totalMs: number }
  | { as: 'cut' }
  | { as: 'hang' }
  | { as: 'reset' }

export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  delivery?: Delivery
}

/** Faults whose answer depends on the platform. */
export const PLATFORM_FAULTS = [
  'consent',
  'captcha',
  'expired_token',
  'empty_list',
  'limited_view',
  'forbidden_document',
  'id_token',
  'api_error',
  'high_usage',
] as const
export type PlatformFault = (typeof PLATFORM_FAULTS)[number]

/** A request that a platform serves, with its answer and its possible failures. */
export interface Route {
  /** `identity` stands for every identity provider. */
  platform: SimulatedPlatform | 'identity'
  /** Null if the address isn't about a listing. */
  listing: Listing | null
  answer(): Answer
  /** Answers to the platform's faults that this request can have. Other platform faults don't hit it. */
  failures: Partial<Record<PlatformFault, (variant: string | null) => Answer>>
}

const HTML = { 'content-type': 'text/html; charset=utf-8' }

export function html(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer {
  return { status, headers: { ...HTML, ...headers }, body }
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return { status, headers: { 'content-type': 'application/json; charset=UTF-8', ...headers }, body }
}

export function redirect(status: 301 | 302, location: string): Answer {
  const body = `<HTML><HEAD><TITLE>${status} Moved</TITLE></HEAD><BODY>The document has moved.</BODY></HTML>`
  return html(status, body, { location })
}

/** Escapes a text for HTML the way both platforms do. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
