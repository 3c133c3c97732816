import type { ReadMail } from './read-mime.ts'

/** What mail programs write above a mail that is forwarded in the text. */
const FORWARD_MARK =
  /^(?:-{2,} ?(?:forwarded message|original message) ?-{2,}|begin forwarded message:|_{20,})$/i
const HEADER = /^\*?(from|date|sent|subject|to|cc|reply-to):\*? ?(.*)$/i
const MAX_HEADER_LINES = 12
/** A mail that was forwarded more often has no news. */
const MAX_QUOTED = 5
const ADDRESS = /[^\s<>"'()[\]:;,]{1,64}@[^\s<>"'()[\]:;,]{1,190}/

/** The mail itself, those attached to it, and those quoted in its text below a forwarding mark, innermost last. */
export function originalsIn(mails: readonly ReadMail[]): ReadMail[] {
  return mails.flatMap((mail) => [mail, ...quotedIn(mail.text)])
}

function quotedIn(text: string): ReadMail[] {
  const lines = linesOf(text)
  const marks = lines.flatMap((line, index) => (FORWARD_MARK.test(line) ? [index] : []))
  return marks.slice(0, MAX_QUOTED).flatMap((mark) => headersAt(lines, mark + 1) ?? [])
}

/** The headers that follow a mark, up to the first empty line below them; the rest is the text. */
function headersAt(lines: readonly string[], start: number): ReadMail | null {
  const first = lines.findIndex((line, index) => index >= start && line !== '')
  if (first === -1) return null
  const headers = new Map<string, string>()
  let next = first
  for (; next < first + MAX_HEADER_LINES; next++) {
    const line = lines[next] ?? ''
    if (line === '') break
    const [, name, value = ''] = HEADER.exec(line) ?? []
    if (name) headers.set(name.toLowerCase(), value.trim())
  }
  const from = ADDRESS.exec(headers.get('from') ?? '')?.[0]
  if (!from) return null
  return {
    from,
    isConfirmed: false,
    subject: headers.get('subject') ?? '',
    date: headers.get('date') ?? headers.get('sent') ?? '',
    text: lines.slice(next).join('\n'),
  }
}

/** Lines without the marks of a quotation and without spaces around them. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.replace(/^(?:[ \t]?>)+/, '').trim())
}
