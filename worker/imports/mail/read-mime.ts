import PostalMime, { type Address, type Email } from 'postal-mime'
import { htmlToText } from '../../sources/text.ts'
import { isConfirmedSender } from './authentication.ts'

/** Notification emails have a fraction of that. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_DEPTH = 12
const MAX_ATTACHED_MAILS = 3
/** Parsing is slow per line; a mebibyte in base64 has 14,000. */
const MAX_LINES = 20_000
const LINE_FEED = 10

/** An email's own statements; none is proven except by `isConfirmed`. */
export interface ReadMail {
  /** Address only; '' if there is none. */
  from: string
  /** True if the email really came from that address's domain. */
  isConfirmed: boolean
  subject: string
  /** As in its header, or in ISO 8601. */
  date: string
  text: string
}

/**
 * Parses an email, followed by those attached to it. @throws Error if it isn't an email, is nested too deep or has too
 * many lines
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

/** Attached emails stay attachments: merged into the outer one, they would lose their sender. */
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

/** Tags that start or end a line. */
const BLOCK_TAG = /<\/?(?:p|div|table|tr|td|th|h[1-6]|li|ul|ol|blockquote|hr)\b[^<>]{0,2000}>/gi

/** Text of an HTML-only email: one line per block, separated by empty lines. */
export function textOfHtml(html: string): string {
  const shown = without(without(html, 'style'), 'script')
  return htmlToText(shown.replace(/\s+/g, ' ').replace(BLOCK_TAG, '<br><br>'))
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
