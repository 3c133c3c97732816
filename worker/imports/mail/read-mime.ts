import PostalMime, { type Address, addressParser, type Email, type Header } from 'postal-mime'
import { htmlToText } from '../../sources/text.ts'

/** Many times the size in a notification email. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_DEPTH = 12
const MAX_ATTACHED_MAILS = 3
/** Parsing is slow per line. One mebibyte in base64 has 14,000 lines. */
const MAX_LINES = 20_000
const LINE_FEED = 10

/** Content of an email. Unverified, except the sender's domain if `isConfirmed`. */
export interface ReadMail {
  /** Address of the sender, without a name; '' if there is none. */
  from: string
  /** True if the email really came from the domain of `from`. */
  isConfirmed: boolean
  subject: string
  /** Date as written in the email's header, or in ISO 8601. */
  date: string
  text: string
}

/**
 * Parses an email and the emails attached to it, and returns them in this order. @throws Error if it isn't an email, is
 * nested too deep or has too many lines
 */
export async function readMime(bytes: Uint8Array): Promise<ReadMail[]> {
  if (lineCount(bytes) > MAX_LINES) throw new Error('no mail has so many lines')
  const mail = await parse(bytes)
  const attached = mail.attachments
    .filter(({ mimeType }) => mimeType === 'message/rfc822')
    .slice(0, MAX_ATTACHED_MAILS)
  const inner = await Promise.all(
    attached.map(({ content }) => parse(typeof content === 'string' ? content : new Uint8Array(content))),
  )
  // The receiving service only checked the outer email.
  return [
    readMail(mail, isConfirmedSender(mail.headers, addressOf(mail.from))),
    ...inner.map((one) => readMail(one)),
  ]
}

function lineCount(bytes: Uint8Array): number {
  let lines = 0
  for (const byte of bytes) if (byte === LINE_FEED) lines += 1
  return lines
}

/**
 * Parses an email. Emails attached to it stay attachments, because they would lose their sender if they were merged
 * into it.
 */
function parse(raw: string | Uint8Array): Promise<Email> {
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: MAX_DEPTH,
    maxHeadersSize: MAX_HEADER_BYTES,
  })
}

function readMail(mail: Email, isConfirmed = false): ReadMail {
  return {
    from: addressOf(mail.from),
    isConfirmed,
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    text: mail.text ?? textOfHtml(mail.html ?? ''),
  }
}

function addressOf(from: Address | undefined): string {
  return from?.address ?? ''
}

const BLOCK_TAGS = /(?:<\/?(?:p|div|table|tr|td|th|h[1-6]|li|ul|ol|blockquote|hr)\b[^<>]{0,2000}> ?)+/gi

/** Text of an HTML-only email: one line per block, separated by empty lines. */
export function textOfHtml(html: string): string {
  const shown = without(without(html, 'style'), 'script')
  return htmlToText(shown.replace(/\s+/g, ' ').replace(BLOCK_TAGS, '<br><br>'))
}

/** Removes an element with its content; an unclosed one is removed to the end. */
function without(html: string, element: string): string {
  const lower = html.toLowerCase()
  let kept = ''
  let done = 0
  for (let open = lower.indexOf(`<${element}`); open !== -1; open = lower.indexOf(`<${element}`, done)) {
    kept += html.slice(done, open)
    const close = lower.indexOf(`</${element}`, open)
    if (close === -1) return kept
    done = close
  }
  return kept + html.slice(done)
}

/** Cloudflare Email Routing's name in the headers that it adds. */
const RECEIVING_SERVICE = 'mx.cloudflare.net'
/** Headers of RFC 8601 and RFC 8617; the second has the same format after an instance number. */
const VERDICT_HEADERS = ['authentication-results', 'arc-authentication-results']
const ARC_NUMBER = /^\s*i\s*=\s*\d+\s*;/

/** Result of one check, such as `dkim=pass header.d=example.test`. */
interface Verdict {
  method: string
  result: string
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

/** The domain of an address, in lower case; '' if it isn't an address. */
function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1 || address.length).toLowerCase()
}

/** Public suffixes under which anybody can register a domain: 'com', 'co.uk', 'com.br'. */
const OPEN_TO_ALL = /^(?:[^.]*|(?:co|com|net|org|gov|edu|ac|ne|or|go|gob|nom|me|ltd|plc|sch)\.[a-z]{2})$/

/** Relaxed alignment: a confirmed domain also confirms its subdomains, unless it is a public suffix. */
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

/**
 * Matches quoted IP addresses. They are removed first: they are the only harmless values that come quoted, so any other
 * quote makes the header suspect.
 */
const QUOTED_NETWORK_ADDRESS = /="[\da-f:.]*"/gi
const COMMENT = /\([^()]*\)/g
const MAX_COMMENT_DEPTH = 3

/**
 * Splits a header at its semicolons and removes its comments. Empty if a quoted string, or a comment that can't be
 * removed, could contain a fake verdict.
 */
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
