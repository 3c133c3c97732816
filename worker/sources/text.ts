import { decodeEntities } from '../rules/entities.ts'

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
