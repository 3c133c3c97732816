import type { ReadMail } from './read-mime.ts'

/** Names of the headers that mail programs write above a forwarded email, in the languages we read. */
const NAMES = {
  from: 'from|von|de|da',
  date: 'date|sent|datum|gesendet|envoyé|fecha|enviado(?: el| em)?|enviada(?: em)?|data|inviato',
  subject: 'subject|betreff|objet|asunto|assunto|oggetto',
}
const ADDRESSEES = 'to|an|à|para|a|cc|kopie|copie|copia|reply-to|antwort an|répondre à|responder a|rispondi a'
const HEADER = new RegExp(
  `^\\*?(?:(?<from>${NAMES.from})|(?<date>${NAMES.date})|(?<subject>${NAMES.subject})|${ADDRESSEES})\\*? ?:\\*?\\s?(?<value>.*)$`,
  'i',
)
/** Yahoo puts all headers on one line after its marker. */
const LINE_OF_HEADERS = new RegExp(`^-{2,}[^-:]{1,60}-{2,} ?(?=(?:${NAMES.from}) ?:)`, 'i')
/** They are separated by a space or by nothing: 'at 10:00 CESTSubject: …'. */
const HEADER_INSIDE = new RegExp(
  `(?=(?:${Object.values(NAMES)
    .join('|')
    .replaceAll(/(?<=^|\|)\p{L}/gu, (first) => first.toUpperCase())}) ?: )`,
  'u',
)
const MAX_LINE_CHARS = 2_000
const MAX_HEADER_LINES = 12
/** An email forwarded more often is too old to be news. */
const MAX_QUOTED = 5
const ADDRESS = /[^\s<>"'()[\]:;,]{1,64}@[^\s<>"'()[\]:;,]{1,190}/

/**
 * Returns the emails themselves (the attached ones included), each followed by those quoted in its text with headers,
 * innermost last.
 */
export function originalsIn(mails: readonly ReadMail[]): ReadMail[] {
  return mails.flatMap((mail) => [mail, ...quotedIn(mail.text)])
}

function quotedIn(text: string): ReadMail[] {
  const lines = linesOf(text).flatMap(headersOfLine)
  const blocks: { start: number; end: number; headers: Headers }[] = []
  for (let start = 0; start < lines.length && blocks.length < MAX_QUOTED; start += 1) {
    const { headers, end } = headersAt(lines, start)
    if (headers.subject !== undefined && ADDRESS.test(headers.from ?? ''))
      blocks.push({ start, end, headers })
    start = Math.max(start, end - 1)
  }
  return blocks.map(({ end, headers }, index) => ({
    from: ADDRESS.exec(headers.from ?? '')?.[0] ?? '',
    isConfirmed: false,
    subject: headers.subject ?? '',
    date: headers.date ?? '',
    text: lines.slice(end, blocks[index + 1]?.start).join('\n'),
  }))
}

type HeaderName = keyof typeof NAMES
type Headers = Partial<Record<HeaderName, string>>

/** The headers in these lines up to the first empty one, and where the last of them ends; `start` if there are none. */
function headersAt(lines: readonly string[], start: number): { headers: Headers; end: number } {
  const headers: Headers = {}
  let end = start
  let folded = ''
  let last: HeaderName | undefined
  for (let at = start; at < Math.min(lines.length, start + MAX_HEADER_LINES); at += 1) {
    const line = lines[at] ?? ''
    if (line === '') break
    const found = HEADER.exec(line)?.groups
    if (!found && end === start) break
    if (!found) {
      folded += ` ${line}`
      continue
    }
    // A line between two headers continues the first.
    if (last) headers[last] += folded
    folded = ''
    last = (['from', 'date', 'subject'] as const).find((name) => found[name])
    if (last) headers[last] = found.value?.trim() ?? ''
    end = at + 1
  }
  return { headers, end }
}

function headersOfLine(line: string): string[] {
  const [mark] = line.length > MAX_LINE_CHARS ? [] : (LINE_OF_HEADERS.exec(line) ?? [])
  return mark === undefined ? [line] : ['', ...line.slice(mark.length).split(HEADER_INSIDE), '']
}

/** Lines without quotation marks and surrounding spaces. */
export function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/).map((line) => line.replace(/^(?:[ \t]?>)+/, '').trim())
}
