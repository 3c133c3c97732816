import { addressParser, type Header } from 'postal-mime'

/** As Cloudflare Email Routing names itself in what it writes about a mail. */
const RECEIVING_SERVICE = 'mx.cloudflare.net'
/** RFC 8601, and RFC 8617 for the second, which has its number in front of the same. */
const VERDICT_HEADERS = ['authentication-results', 'arc-authentication-results']
const ARC_NUMBER = /^\s*i\s*=\s*\d+\s*;/

/** One check: `dkim=pass header.d=example.test` */
interface Verdict {
  method: string
  result: string
  /** Of `header.d` and the like. */
  properties: Map<string, string>
}

/**
 * Whether the receiving service has confirmed the sender's domain: DMARC passed for it, or, where it has none, DKIM or
 * SPF in its name. Only the topmost verdict counts, and only the receiving service's: the others came with the mail.
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

/** In lower case; '' for what is no address. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1 || address.length).toLowerCase()
}

/** Endings under which everybody may have a domain: 'com', 'co.uk', 'com.br'. */
const OPEN_TO_ALL = /^(?:[^.]*|(?:co|com|net|org|gov|edu|ac|ne|or|go|gob|nom|me|ltd|plc|sch)\.[a-z]{2})$/

/** A domain speaks for itself and for those below it, where it is somebody's. */
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

/** An address of the network is the only value that is quoted without need. */
const QUOTED_NETWORK_ADDRESS = /="[\da-f:.]*"/gi
const COMMENT = /\([^()]*\)/g
const MAX_COMMENT_DEPTH = 3

/** The parts between semicolons, without comments; none where a quoted text could hold what looks like a verdict. */
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
