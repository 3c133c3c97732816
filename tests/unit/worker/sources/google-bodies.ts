/** Bodies in the formats of Google's public answers, about invented people. */

const FEATURE_ID = '0x1a2b3c4d5e6f7081:0x9182a3b4c5d6e7f8'

/** An invented review id: base64 of a protobuf with an inner id of 22 (short) or 47 characters. */
export function reviewId(number: number, generation: 'short' | 'long' = 'short'): string {
  const inner = `inner-${number}`.padEnd(generation === 'short' ? 22 : 47, 'x')
  const bytes = `\n${String.fromCharCode(inner.length)}${inner}\x10\x01`
  return btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export interface BoqParts {
  id: unknown
  rating: unknown
  millis: unknown
  author: unknown
  text: string | null
  original: string
  language: string | null
  reply: unknown
  site: string
  reactions: unknown
  link: string | null
}

/** A record of 48 elements of the list of the review window. */
export function boqRecord(number: number, parts: Partial<BoqParts> = {}): unknown[] {
  const id = parts.id ?? reviewId(number)
  const record: unknown[] = new Array(48).fill(null)
  const profile = `https://www.google.com/maps/contrib/1000000000000000000${number}/reviews?hl=en`
  record[1] = parts.rating ?? 5
  record[2] = ['2 months ago', null, parts.millis ?? String(1_780_000_000_123 - number * 60_000)]
  record[3] = parts.author === undefined ? [`Guest ${number}`, null, profile, 3, 1, [null, 0]] : parts.author
  record[4] = parts.reply ?? null
  record[5] = id
  record[10] = `https://www.google.com/local/content/rap/report?postId=${id}`
  record[12] =
    parts.link === undefined ? `https://www.google.com/maps/reviews/data=!4m8!1s${id}?hl=en` : parts.link
  record[26] = parts.language === undefined ? 'en' : parts.language
  record[27] = parts.text === undefined ? `Visit number ${number} was fine.` : parts.text
  record[28] = 'Visit …'
  record[29] = 1
  record[32] = parts.original ?? ''
  record[34] = 1
  record[35] = []
  record[36] = ''
  record[44] = [parts.site ?? 'Google', [null, null, 'https://example.com/logo.png'], null, null, 1]
  record[45] = record[1]
  record[46] = 5
  record[47] = [
    null,
    parts.reactions === undefined
      ? [
          [3, 0],
          [4, 0],
        ]
      : parts.reactions,
  ]
  return record
}

/** The whole answer of the review window. */
export function boqBody(
  records: unknown[] | null,
  options: { token?: string | null; guard?: string; notice?: string } = {},
): string {
  const list = [null, null, records, null, options.notice ?? null, null, options.token ?? null]
  const meta = [null, ['x'], null, null, [[['Date', 'Thu, 30 Jul 2026 16:57:08 GMT']]]]
  return (options.guard ?? '') + JSON.stringify([meta, [...new Array(10).fill(null), list]])
}

export interface PostParts {
  id: unknown
  rating: unknown
  micros: unknown
  editedMicros: number
  author: string | null
  text: string | null
  translation: string
  languages: string[]
  reply: { text: string; micros: number } | null
  source: unknown[]
  actions: unknown[]
  link: string
}

const WRITE_REPLY = 'https://business.google.com/local/business/1/customers/reviews/reply?p=x'

/** A record of the older lists; form '2023' keeps name and text in other places. */
export function postRecord(number: number, form: '2023' | '2026', parts: Partial<PostParts> = {}): unknown[] {
  const name = parts.author === undefined ? `Guest ${number}` : parts.author
  const micros = parts.micros ?? 1_700_000_000_123_456 - number * 60_000_000
  const person2023 = [
    [null, 4, 32, 'https://example.com/a.png', name, 'https://www.google.com/maps/contrib/1'],
  ]
  const person2026 = [
    null,
    null,
    ['https://x'],
    null,
    null,
    [name, 'https://example.com/a.png', ['https://x'], '1'],
  ]
  const about = [
    FEATURE_ID.replace(/^[^:]+/, '0x0'),
    null,
    micros,
    parts.editedMicros ?? micros,
    form === '2023' ? person2023 : person2026,
    null,
    ' 2 months ago',
    ...new Array(6).fill(null),
    parts.source ?? ['Google', 'https://example.com/g.png', null, form === '2023' ? 'google' : null, 5],
  ]
  const content: unknown[] = [[parts.rating ?? 4]]
  const text = parts.text === undefined ? `Stay number ${number} was fine.` : parts.text
  const languages = parts.languages ?? ['en']
  if (text !== null && form === '2023') content[1] = [text, languages[0], null]
  if (text !== null) {
    content[14] = languages
    if (form === '2026')
      content[15] = [[text, null, [0, 9]], ...(parts.translation ? [[parts.translation]] : [])]
  }
  const reply: unknown[] = [null, null, null, null, null, WRITE_REPLY]
  if (parts.reply) {
    reply[1] = parts.reply.micros
    reply[2] = parts.reply.micros
    reply[3] = '2 months ago'
    reply[13] = ['de', 'en']
    reply[14] = [[parts.reply.text, null, [0, 9]], ['A translation of the reply']]
  }
  const link = parts.link ?? `https://www.google.com/maps/reviews/data=!4m8!1s${reviewId(number)}?hl=en`
  const actions = [null, form === '2023' ? 0 : null, null, [link], ...(parts.actions ?? [])]
  return [
    parts.id ?? reviewId(number),
    about,
    text === null ? [content[0]] : content,
    text === null ? [] : reply,
    actions,
  ]
}

/** The whole answer of `listugcposts`. */
export function postListBody(records: unknown[] | null, token: string | null = null): string {
  const elements = records?.map((record) => [record, null, 'position']) ?? null
  return `)]}'\n${JSON.stringify([null, token, elements])}`
}

/** The whole answer of `/maps/preview/place`. */
export function placeBody(records: unknown[] | null, total: number | null, extra = 'Harbour Inn'): string {
  const placeData: unknown[] = new Array(176).fill(null)
  placeData[4] = [null, null, null, null, null, null, null, 4.2, total]
  placeData[10] = FEATURE_ID
  placeData[11] = extra
  const reviews = [
    [records?.map((record) => [record, null, 'position'])],
    null,
    null,
    null,
    'other_user_reviews',
  ]
  placeData[175] = records ? [null, null, 0, [1, 0, 0, 2, 5], null, null, null, null, null, reviews] : null
  return `)]}'\n${JSON.stringify([null, [], null, null, null, null, placeData])}`
}

/** A body whose texts were escaped once more than JSON asks for. */
export function escapedTwice(body: string): string {
  return JSON.stringify(
    JSON.parse(body.slice(body.indexOf('[')), (_, value) =>
      typeof value === 'string' ? escapedOnce(value) : value,
    ),
  )
}

function escapedOnce(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('=', '\\u003d').replaceAll('&', '\\u0026')
}

/** An error answer of Google's list. */
export function errorBody(code: unknown): string {
  return `)]}'\n${JSON.stringify([
    ['er', null, null, null, null, code, null, null, 3],
    ['di', 12],
  ])}`
}

// The three pages below are simulated after the signatures that public clients look for; none was recorded.
export const CAPTCHA_PAGE =
  '<!DOCTYPE html><html><head><title>Sorry…</title></head><body><form id="captcha-form" action="index" method="post">' +
  'Our systems have detected unusual traffic from your computer network.</form></body></html>'
export const CONSENT_PAGE =
  '<!doctype html><html><head><base href="https://consent.google.com/"><title>Before you continue</title></head>' +
  '<body data-app="ConsentUi">Before you continue to Google</body></html>'
export const LIMITED_PAGE =
  '<!doctype html><html><body>You are seeing a limited view of Google Maps. <button>Sign in</button></body></html>'
