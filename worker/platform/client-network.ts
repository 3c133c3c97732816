export interface ClientNetwork {
  /** Key for rate limits: an IPv4 address or the /64 of an IPv6 address. Requests without one share a bucket. */
  prefix: string
  /** IP address without its last part, shown to the owner; '' if unknown. */
  shown: string
  /** Two-letter country code; '' if unknown. */
  place: string
}

const UNKNOWN_NETWORK: ClientNetwork = { prefix: 'unknown', shown: '', place: '' }

/**
 * Reads only Cloudflare's own header, cf-connecting-ip, and none that a client could set, such as forwarded headers.
 */
export function clientNetwork(request: Request): ClientNetwork {
  const address = request.headers.get('cf-connecting-ip')?.trim() ?? ''
  const { country } = (request as { cf?: { country?: unknown } }).cf ?? {}
  const place = typeof country === 'string' && /^[A-Z]{2}$/.test(country) ? country : ''
  const ipv4 = ipv4Of(address)
  if (ipv4) return { prefix: ipv4, shown: ipv4.replace(/\d+$/, 'x'), place }
  const groups = ipv6Groups(address)
  if (groups)
    return { prefix: `${groups.slice(0, 4).join(':')}::`, shown: `${groups.slice(0, 3).join(':')}:x`, place }
  return { ...UNKNOWN_NETWORK, place }
}

/** Accepts an IPv4 address written as IPv6, too (::ffff:192.0.2.1). */
function ipv4Of(address: string): string | null {
  const dotted = address.replace(/^::ffff:/i, '')
  const parts = dotted.split('.')
  const isIpv4 =
    parts.length === 4 && parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  return isIpv4 ? dotted : null
}

/** The eight groups of an IPv6 address, without leading zeros; null for any other text. */
function ipv6Groups(address: string): string[] | null {
  if (!/^[0-9a-f:]{2,39}$/i.test(address)) return null
  const [head = '', tail, ...rest] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = 8 - left.length - right.length
  if (rest.length > 0 || (tail === undefined ? missing !== 0 : missing < 1)) return null
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right]
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return null
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}
