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

/** Undoes one round of JSON escapes. */
export function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/g,
    (_, code: string | undefined, sign: string) =>
      code === undefined ? (SIGNS.get(sign) ?? sign) : String.fromCharCode(Number.parseInt(code, 16)),
  )
}

const SIGNS: ReadonlyMap<string, string> = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])
