import PostalMime, { type Address, type Email } from 'postal-mime'
import { htmlToText } from '../../sources/text.ts'
import { isConfirmedSender } from './authentication.ts'

/** Notification mails are a fraction of that. */
const MAX_HEADER_BYTES = 64 * 1024
const MAX_DEPTH = 12
const MAX_ATTACHED_MAILS = 3
/** The reader takes its time with every line; a mebibyte in base64 has 14,000. */
const MAX_LINES = 20_000
const LINE_FEED = 10

/** What a mail says about itself; nothing in it is proven but what `isConfirmed` says. */
export interface ReadMail {
  /** The address alone; '' where there is none. */
  from: string
  /** Whether it did come from the domain of that address. */
  isConfirmed: boolean
  subject: string
  /** As its header says it, or in ISO 8601. */
  date: string
  text: string
}

/** A mail, then those attached to it. @throws Error for what is no mail, nested too deep, or of too many lines */
export async function readMime(bytes: Uint8Array): Promise<ReadMail[]> {
  if (lineCount(bytes) > MAX_LINES) throw new Error('no mail has so many lines')
  const mail = await parse(bytes)
  const attached = mail.attachments
    .filter(({ mimeType }) => mimeType === 'message/rfc822')
    .slice(0, MAX_ATTACHED_MAILS)
  const inner = await Promise.all(
    attached.map(({ content }) => parse(typeof content === 'string' ? content : new Uint8Array(content))),
  )
  // What the receiving service checked is the mail as a whole.
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

/** Attached mails stay attachments: read into the mail around them, they would lose their sender. */
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

/** Where one of these begins or ends, so does a line. */
const BLOCK_TAG = /<\/?(?:p|div|table|tr|td|th|h[1-6]|li|ul|ol|blockquote|hr)\b[^<>]{0,2000}>/gi

/** The text of a mail that has none beside its HTML: a line for each block, empty lines between them. */
export function textOfHtml(html: string): string {
  const shown = without(without(html, 'style'), 'script')
  return htmlToText(shown.replace(/\s+/g, ' ').replace(BLOCK_TAG, '<br><br>'))
}

/** Without an element and its content; an open end is dropped with it. */
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
