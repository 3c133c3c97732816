import { addressParser, type Header } from 'postal-mime'

/** Cloudflare Email Routing's name in the headers that it adds. */
const RECEIVING_SERVICE = 'mx.cloudflare.net'
/** RFC 8601, and RFC 8617 for the second, which has the same format after an instance number. */
const VERDICT_HEADERS = ['authentication-results', 'arc-authentication-results']
const ARC_NUMBER = /^\s*i\s*=\s*\d+\s*;/

/** One check: `dkim=pass header.d=example.test` */
interface Verdict {
  method: string
  result: string
  /** Such as `header.d`. */
  properties: Map<string, string>
}

/**
 * True if the receiving service has confirmed the sender's domain: DMARC passed, or, if the domain has no policy, DKIM
 * or SPF passed for it. Only the topmost verdict counts, and only if the receiving service wrote it: all others came
 * with the email.
 */
export function isConfirmedSender(headers: readonly Header[], from: string): boolean {
  const senders = headers.filter(({ key }) => key === 'from').flatMap(({ value }) => addressParser(value))
  const domain = domainOf(from)
  if (senders.length !== 1 || domain === '') return false
  const verdicts = verdictsOf(headers)
  const dmarc = verdicts.filter(({ method }) => method === 'dmarc')
  const [policy] = dmarc
  if (dmarc.length > 1) return false
  if (policy && policy.result !== 'none') {
    return policy.result === 'pass' && speaksFor(policy.properties.get('header.from'), domain)
  }
  return verdicts.some(
    ({ method, result, properties }) =>
      result === 'pass' &&
      ((method === 'dkim' && speaksFor(properties.get('header.d'), domain)) ||
        (method === 'spf' && domainOf(properties.get('smtp.mailfrom') ?? '') === domain)),
  )
}

/** In lower case; '' if it isn't an address. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1 || address.length).toLowerCase()
}

/** Public suffixes under which anybody can register a domain: 'com', 'co.uk', 'com.br'. */
const OPEN_TO_ALL = /^(?:[^.]*|(?:co|com|net|org|gov|edu|ac|ne|or|go|gob|nom|me|ltd|plc|sch)\.[a-z]{2})$/

/** Relaxed alignment: subdomains match, unless the domain is a public suffix. */
function speaksFor(confirmed: string | undefined, domain: string): boolean {
  if (confirmed === undefined || OPEN_TO_ALL.test(confirmed)) return false
  return domain === confirmed || domain.endsWith(`.${confirmed}`)
}

function verdictsOf(headers: readonly Header[]): Verdict[] {
  const topmost = headers.find(({ key }) => VERDICT_HEADERS.includes(key))
  if (!topmost) return []
  const value = topmost.key.startsWith('arc-') ? topmost.value.replace(ARC_NUMBER, '') : topmost.value
  const [service = '', ...clauses] = clausesOf(value)
  const [name] = service.toLowerCase().split(/\s+/)
  return name === RECEIVING_SERVICE ? clauses.map(verdictIn) : []
}

/** IP addresses are the only values that are quoted unnecessarily. */
const QUOTED_NETWORK_ADDRESS = /="[\da-f:.]*"/gi
const COMMENT = /\([^()]*\)/g
const MAX_COMMENT_DEPTH = 3

/** Splits at semicolons, without comments; empty if a quoted string could contain a fake verdict. */
function clausesOf(value: string): string[] {
  let plain = value.replace(QUOTED_NETWORK_ADDRESS, '=')
  if (/["\\]/.test(plain)) return []
  for (let depth = 0; depth < MAX_COMMENT_DEPTH; depth += 1) plain = plain.replace(COMMENT, ' ')
  return /[()]/.test(plain) ? [] : plain.split(';').map((clause) => clause.trim())
}

function verdictIn(clause: string): Verdict {
  const [verdict, ...properties] = clause
    .toLowerCase()
    .split(/\s+/)
    .map((part) => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(at, 0)), part.slice(at + 1)] as const
    })
  const [method = '', result = ''] = verdict ?? []
  return { method, result, properties: new Map(properties) }
}
