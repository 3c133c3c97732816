import { iso } from '../../rules/durations.ts'
import { orderIn, readReviewDate } from '../../rules/imported-dates.ts'
import { ratingIn } from '../../rules/imported-ratings.ts'
import { type ImportedReview, readImportedReview } from '../../rules/imports.ts'
import { platformNameKey } from '../../rules/own-platforms.ts'
import { UNNAMED_AUTHORS } from '../../rules/platform-names.ts'
import { type AnyPlatform, type OwnPlatform, PLATFORM_NAMES, type Platform } from '../../rules/platforms.ts'
import { linesOf, unwrapped, withoutEmptyEnds } from './lines.ts'
import { type ReadMail, readMime } from './read-mime.ts'

/**
 * Format of a platform's email about a new review. Unverified, because we have no real example: Google's format is the
 * one that public programs of 2025 and 2026 read; for Yelp and Facebook only the sender's domain is known. The formats
 * are therefore strict: an email in another format isn't guessed at, and its owner is notified.
 */
interface MailFormat {
  platform: Platform
  /** The sender's domain; subdomains match. */
  domain: string
  /** Pattern of the subject; its groups are the author, possibly truncated, and the business, if it is named. */
  subject: RegExp
  rating(subject: string, text: string): number | null
  /** Marker lines around the author and text. */
  from: RegExp
  to: RegExp
}

const MAIL_FORMATS: readonly MailFormat[] = [
  {
    platform: 'google',
    domain: 'google.com',
    subject: /^(.{1,120}?) left a review for (.{1,200})/i,
    rating: (_, text) => starsIn(text, /\bgot a new ([1-5])-star review\b/i),
    from: /^read review$/i,
    to: /^reply to review$/i,
  },
  {
    platform: 'yelp',
    domain: 'yelp.com',
    subject:
      /^(.{1,120}?) (?:just )?(?:wrote|left|posted) a (?:new )?(?:[1-5]-star )?review\b(?: (?:about|for|of) (.{1,200}))?/i,
    rating: (_, text) => starsIn(text, /\b([1-5])(?:\.0)?[ -]star (?:rating|review)\b/i),
    from: /^read (?:the |full )?review$/i,
    to: /^(?:reply|respond) to (?:the |this )?review$/i,
  },
  {
    platform: 'facebook',
    domain: 'facebookmail.com',
    subject:
      /^(.{1,120}?) (?:recommends|recommended|(?:doesn[’']t|does not|didn[’']t) recommend) (.{1,200})/i,
    // Counts a recommendation like the Facebook source does.
    rating: (subject) => (/ (?:doesn[’']t|does not|didn[’']t) recommend ./i.test(subject) ? 1 : 5),
    from: /^(?:see|view|read) (?:the |this )?(?:recommendation|review)$/i,
    to: /^(?:reply to|respond to|comment on) (?:the |this )?(?:recommendation|review)$/i,
  },
]

function starsIn(text: string, stars: RegExp): number | null {
  const [, digit] = stars.exec(text) ?? []
  return digit === undefined ? null : Number(digit)
}

export interface MailedReview {
  platform: AnyPlatform
  platformName: string
  /** Name of the business according to the subject; null if it has none. */
  businessName: string | null
  review: ImportedReview
  isExcerpt: boolean
  /** True if the review is in an email that provably comes from the platform and was forwarded unchanged. */
  isConfirmed: boolean
}

/** Addresses of links, and images, which mail programs insert into lines. */
const INSERTED = / ?(?:<(?:https?:|mailto:)[^<>\s]*>|\[(?:image: |cid:|https?:)[^[\]]*\])/gi
/** Gmail's mark of bold text. */
const BOLD = /^\*([^*]+)\*$/
/** Lines that the mail program or the platform inserts: link addresses and a button. */
const NO_CONTENT = /^(?:[<[(]?https?:\/\/\S*[>\])]?|read more)$/i
/** Prefixes that mail programs add to a forwarded email's subject, in the languages we read. */
const FORWARDED = /^(?:(?:fwd?|wg|tr|rv|enc|i|re|aw|sv) ?: ?){1,5}/i
const CUT_OFF = /(?:…|\.\.\.)$/

/** The first review in these emails; null if none of them is from a known platform and in its known format. */
export function reviewAmong(mails: readonly ReadMail[], now: number): MailedReview | null {
  for (const mail of originalsIn(mails)) {
    const format = MAIL_FORMATS.find(({ domain }) => isOf(mail.from, domain))
    const found = format ? readAs(format, mail, now) : null
    if (found) return found
  }
  return null
}

/** Labeled lines, by field, of a review that another program mails, such as the form on the owner's site. */
const LABELS = {
  platform: /^(?:platform|source) ?: ?(.+)$/i,
  author: /^(?:author|name|reviewer|guest|customer) ?: ?(.+)$/i,
  rating: /^(?:rating|stars|score) ?: ?(.+)$/i,
  date: /^date ?: ?(.+)$/i,
  text: /^(?:review|text|comment|message) ?:(.*)$/i,
}

/**
 * A review in labeled lines (`Platform: Trustpilot`, `Author: …`, `Rating: 4`, `Review: …`) on one of the platforms
 * that the organization has added; null if there is none. The review's text comes last; it ends at the mail's signature
 * or end.
 */
export function labelledReviewAmong(
  mails: readonly ReadMail[],
  own: readonly OwnPlatform[],
  now: number,
): MailedReview | null {
  for (const mail of mails) {
    const lines = linesOf(mail.text)
    const start = lines.findIndex((line) => LABELS.text.test(line))
    const head = start === -1 ? lines : lines.slice(0, start)
    const given = (label: keyof typeof LABELS) =>
      head.map((line) => LABELS[label].exec(line)?.[1]?.trim()).find((value) => value) ?? ''
    const platform = own.find(({ name }) => platformNameKey(name) === platformNameKey(given('platform')))
    const rating = ratingIn(given('rating'))
    if (!platform || rating === null) continue
    const end = lines.findIndex((line, index) => index > start && line === '--')
    const written = start === -1 ? [] : unwrapped(lines.slice(start, end === -1 ? undefined : end))
    const [first = '', ...text] = written
    const { review } = readImportedReview(
      {
        authorName: given('author') || UNNAMED_AUTHORS.other,
        rating,
        reviewText: withoutEmptyEnds([first.replace(LABELS.text, '$1').trim(), ...text]).join('\n'),
        reviewDate: iso(readReviewDate(given('date') || mail.date, 'dmy')),
      },
      now,
    )
    if (review)
      return {
        platform: platform.id,
        platformName: platform.name,
        businessName: null,
        review,
        isExcerpt: false,
        isConfirmed: false,
      }
  }
  return null
}

/** Empty if the email can't be parsed. */
export async function mailsIn(bytes: Uint8Array): Promise<ReadMail[]> {
  try {
    return await readMime(bytes)
  } catch {
    return []
  }
}

/** True if the email claims to be from the domain. */
function isOf(address: string, domain: string): boolean {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return host === domain || host.endsWith(`.${domain}`)
}

function readAs(format: MailFormat, mail: ReadMail, now: number): MailedReview | null {
  const subject = mail.subject.trim().replace(FORWARDED, '')
  const [, named, businessName = null] = format.subject.exec(subject) ?? []
  const lines = contentOf(mail.text)
  const rating = format.rating(subject, lines.join('\n'))
  const start = lines.findIndex((line) => format.from.test(plain(line)))
  // The last match, because the review itself may contain such a line.
  const end = lines.findLastIndex((line) => format.to.test(plain(line)))
  if (!named || !rating || start === -1 || end < start) return null
  const [author = '', ...text] = withoutEmptyEnds(lines.slice(start + 1, end))
  const authorName = plain(author)
  // The subject may contain only the start of the name. If the name doesn't begin with it, these lines aren't the
  // review.
  if (!authorName.startsWith(named.replace(CUT_OFF, ''))) return null
  const reviewText = unwrapped(withoutEmptyEnds(text))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
  // The review is about as old as the email.
  const order = orderIn(mail.date)
  const reviewDate = iso(readReviewDate(mail.date, order === 'either' ? null : order))
  const { review } = readImportedReview({ authorName, rating, reviewText, reviewDate }, now)
  return (
    review && {
      platform: format.platform,
      platformName: PLATFORM_NAMES[format.platform],
      businessName,
      review,
      isExcerpt: CUT_OFF.test(reviewText),
      isConfirmed: mail.isConfirmed,
    }
  )
}

/** The lines of an email's text, without what mail programs insert. */
function contentOf(text: string): string[] {
  return linesOf(text).flatMap((line) => {
    const shown = line.replaceAll(INSERTED, '').trim()
    return (shown === '' && line !== '') || NO_CONTENT.test(shown) ? [] : shown
  })
}

function plain(line: string): string {
  return BOLD.exec(line)?.[1] ?? line
}

const GMAIL_SENDER = 'forwarding-noreply@google.com'
/**
 * Gmail's code at the beginning of the subject, the same in every language. Unverified, because we have no real
 * example.
 */
const CODE_IN_SUBJECT = /^\(#(\d{6,12})\)/

/** The code that Gmail requires before it forwards emails here by a rule; null for all other emails. */
export function forwardingCodeIn(mails: readonly ReadMail[]): string | null {
  const [mail] = mails
  if (mail?.from.toLowerCase() !== GMAIL_SENDER) return null
  return CODE_IN_SUBJECT.exec(mail.subject.trim())?.[1] ?? null
}

export function forwardingText(code: string): string {
  return `Gmail asks whether e-mails may be forwarded to this address. Enter the code ${code} in Gmail's settings.`
}

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
/**
 * Marker that Yahoo writes above a forwarded email; it puts all headers on the same line:
 * '----- Forwarded Message ----- From: ...'.
 */
const LINE_OF_HEADERS = new RegExp(`^-{2,}[^-:]{1,60}-{2,} ?(?=(?:${NAMES.from}) ?:)`, 'i')
/**
 * Beginning of a header inside Yahoo's single line. The space before it may be missing: 'at 10:00 CESTSubject: ...'.
 */
const HEADER_INSIDE = new RegExp(
  `(?=(?:${Object.values(NAMES)
    .join('|')
    .replaceAll(/(?<=^|\|)\p{L}/gu, (first) => first.toUpperCase())}) ?: )`,
  'u',
)
const MAX_LINE_CHARS = 2_000
const MAX_HEADER_LINES = 12
/** Maximum number of nested quotes. An email forwarded more often is too old to be news. */
const MAX_QUOTED = 5
const ADDRESS = /[^\s<>"'()[\]:;,]{1,64}@[^\s<>"'()[\]:;,]{1,190}/

/**
 * Returns the emails themselves (the attached ones included), each followed by those quoted in its text with headers,
 * innermost last.
 */
function originalsIn(mails: readonly ReadMail[]): ReadMail[] {
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
const HEADER_NAMES: readonly HeaderName[] = ['from', 'date', 'subject']
type Headers = Partial<Record<HeaderName, string>>

/**
 * The headers from line `start` on, and the index of the line after the last one (`start` if there are none). They end
 * at an empty line, unless another header follows: HTML emails often have a paragraph for each.
 */
function headersAt(lines: readonly string[], start: number): { headers: Headers; end: number } {
  const headers: Headers = {}
  let end = start
  let folded = ''
  let last: HeaderName | undefined
  for (let at = start; at < Math.min(lines.length, start + MAX_HEADER_LINES); at += 1) {
    const line = lines[at] ?? ''
    const found = HEADER.exec(line)?.groups
    if (!found && end === start) break
    if (line === '') {
      const next = HEADER.exec(lines[at + 1] ?? '')?.groups
      // The same header again begins another email.
      if (!next || HEADER_NAMES.some((name) => next[name] && headers[name] !== undefined)) break
      continue
    }
    if (!found) {
      folded += ` ${line}`
      continue
    }
    // A line between two headers continues the first.
    if (last) headers[last] += folded
    folded = ''
    last = HEADER_NAMES.find((name) => found[name])
    if (last) headers[last] = found.value?.trim() ?? ''
    end = at + 1
  }
  return { headers, end }
}

function headersOfLine(line: string): string[] {
  const [mark] = line.length > MAX_LINE_CHARS ? [] : (LINE_OF_HEADERS.exec(line) ?? [])
  return mark === undefined ? [line] : ['', ...line.slice(mark.length).split(HEADER_INSIDE), '']
}
