import type { IncomingHttpHeaders } from 'node:http'
import type { Listing, SimulatedPlatform } from './listing.ts'

/** A request after the worker's outbound door: `https://HOST/PATH` arrives as `/HOST/PATH`. */
export interface UpstreamRequest {
  method: string
  host: string
  /** Percent-encoded, begins with a slash. */
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
  /** The body as it came, where it may be no text. */
  bytes?: Buffer
}

/**
 * How bytes leave: at once and whole unless stated. `cut` announces the whole length and ends the connection half
 * way; `drip` spreads the body over the time; `hang` never answers; `reset` breaks the connection at once.
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

/** Faults whose answer only the platform's own code can write. */
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

/** A request a platform knows, with its answer and how it would fail. */
export interface Route {
  /** `identity`: where people sign in, whichever provider it is. */
  platform: SimulatedPlatform | 'identity'
  /** Null when the address names no listing. */
  listing: Listing | null
  answer(): Answer
  /** The failures this request can have; a fault that is not here lets it pass. */
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

/** Encodes a text for HTML the way both platforms do. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
