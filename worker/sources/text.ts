/** HTML entity names of U+00A0 to U+00FF in order, then of the characters in `OTHERS`. */
const NAMES = (
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml amp lt gt quot apos ndash mdash lsquo rsquo ldquo rdquo hellip bull euro trade'
).split(' ')
const LATIN_1 = Array.from({ length: 96 }, (_, index) => String.fromCharCode(0xa0 + index))
const OTHERS = '&<>"\'–—‘’“”…•€™'

export const NAMED_CHARACTERS: ReadonlyMap<string, string> = new Map(
  [...LATIN_1, ...OTHERS].map((character, index) => [NAMES[index] ?? '', character]),
)

/** Longest name looked up; `&CounterClockwiseContourIntegral;` and the like aren't worth it. */
const MAX_NAME_CHARS = 10

/** Searching for ampersands is several times as fast as a regular expression on texts with many of them. */
export function decodeEntities(html: string): string {
  let text = ''
  let done = 0
  for (let open = html.indexOf('&'); open !== -1; open = html.indexOf('&', open + 1)) {
    const close = endOfName(html, open + 1)
    const character = html.charAt(close) === ';' ? characterOf(html.slice(open + 1, close)) : null
    if (character === null) continue
    text += html.slice(done, open) + character
    done = close + 1
  }
  return text + html.slice(done)
}

function endOfName(html: string, start: number): number {
  let end = start
  while (end - start < MAX_NAME_CHARS && isNameChar(html.charCodeAt(end))) end += 1
  return end
}

function isNameChar(code: number): boolean {
  return code === 0x23 || (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a)
}

function characterOf(name: string): string | null {
  if (!name.startsWith('#')) return NAMED_CHARACTERS.get(name) ?? null
  const [, decimal, hex = ''] = /^#(?:(\d{1,7})|[xX]([0-9a-fA-F]{1,6}))$/.exec(name) ?? []
  const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
  if (Number.isNaN(code)) return null
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/**
 * Converts an HTML fragment to plain text: `<br>` becomes a newline, other tags are dropped, entities are decoded once.
 */
export function htmlToText(html: string): string {
  return repaired(decodeEntities(withoutTags(html)).replace(/[\u00a0\u202f]/g, ' '))
}

function withoutTags(html: string): string {
  let text = ''
  let done = 0
  for (let open = html.indexOf('<'); open !== -1; open = html.indexOf('<', Math.max(done, open + 1))) {
    if (!/[A-Za-z/!?]/.test(html.charAt(open + 1))) continue
    const close = html.indexOf('>', open)
    if (close === -1) break
    text += html.slice(done, open)
    if (/^<br[\s/>]/i.test(html.slice(open, open + 4))) text += '\n'
    done = close + 1
  }
  return text + html.slice(done)
}

/**
 * Makes a text storable: unpaired surrogates become U+FFFD, and U+0000 is removed, because SQLite's functions stop
 * there.
 */
export function repaired(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '')
}

export function isHtml(body: string): boolean {
  return /^\s{0,99}</.test(body)
}
