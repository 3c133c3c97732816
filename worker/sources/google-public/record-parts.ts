import { countAt } from '../at.ts'
import { isListingAddress } from '../hosts.ts'

/** What stands for an author without a name, as Google shows closed accounts. */
export const UNNAMED_AUTHOR = 'A Google user'

/** Sum of `[[reaction kind, count], …]`; null when there is no such list. */
export function reactionsOf(reactions: unknown): number | null {
  if (!Array.isArray(reactions)) return null
  return reactions.reduce((sum: number, reaction) => sum + (countAt(reaction, 1) ?? 0), 0)
}

/** The address of the review itself, null when it does not lead to Google. */
export function permalinkOf(link: string): string | null {
  const url = URL.parse(link)
  return url && isListingAddress(url, 'google') ? url.href : null
}

/**
 * Some answers escape their texts twice, so that `\u003d` and `\n` are left in them. Only a record whose own link
 * shows this is decoded: in any other a backslash was typed by a person.
 */
export function isEscapedTwice(link: string): boolean {
  return link.includes('\\u003d')
}

/**
 * Undoes one round of JSON escapes; what is no escape stays as it is. Walks from mark to mark, as `decodeEntities`
 * does: a text may consist of nothing else.
 */
export function unescaped(text: string): string {
  let plain = ''
  let done = 0
  for (let mark = text.indexOf('\\'); mark !== -1; mark = text.indexOf('\\', Math.max(done, mark + 1))) {
    const sign = text.charAt(mark + 1)
    const code = sign === 'u' ? text.slice(mark + 2, mark + 6) : ''
    const character = HEX_CODE.test(code) ? String.fromCharCode(Number.parseInt(code, 16)) : SIGNS.get(sign)
    if (character === undefined) continue
    plain += text.slice(done, mark) + character
    done = mark + 2 + code.length
  }
  return plain + text.slice(done)
}

const HEX_CODE = /^[0-9a-fA-F]{4}$/

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
