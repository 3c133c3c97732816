/** The subject's words for a business without its name. */
const NO_NAME = /^(?:us|you|your\b.*)$/i
const CUT_OFF = /\s*(?:…|\.\.\.)$/
/** Words that one spelling of a name has and another may lack; '&' is one of them. */
const FILLERS = new Set(['and', 'und', 'et', 'y', 'e', 'the'])
/** Minimum lengths of words whose spellings may differ in one letter, or in two. */
const [ONE_TYPO_CHARS, TWO_TYPOS_CHARS] = [4, 7]
/** Minimum length of what two names have in common by more than chance. */
const MIN_SHARED_CHARS = 3

/**
 * The business that an email is about, by the name in its subject; null if that is clearly none of these. The addressee
 * gets the benefit of the doubt: typing errors, a town behind the name, or a common word make it the addressee. Another
 * business has to be named exactly, apart from case, punctuation and a town.
 */
export function businessNamed<T extends { name: string }>(
  name: string,
  addressee: T,
  others: readonly T[],
): T | null {
  const sought = soughtWords(name)
  const addressed = wordsOf(addressee.name)
  const own = nearness(sought, addressed, likeness)
  const rated = others.map((business) => ({
    business,
    near: nearness(sought, wordsOf(business.name), (one, other) => (one === other ? 1 : 0)),
  }))
  const most = Math.max(0, ...rated.map(({ near }) => near))
  if (most > own) {
    const [only, another] = rated.filter(({ near }) => near === most)
    return only && !another ? only.business : null
  }
  return own > 0 || NO_NAME.test(name) || haveSomethingInCommon(sought, addressed) ? addressee : null
}

/** The last word of a truncated name is left out, because it may be truncated too. */
function soughtWords(name: string): string[] {
  const words = wordsOf(name.replace(CUT_OFF, ''))
  return CUT_OFF.test(name) && words.length > 1 ? words.slice(0, -1) : words
}

function wordsOf(name: string): string[] {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’.]/gu, '')
    .replaceAll('ß', 'ss')
  const words = plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const telling = words.filter((word) => !FILLERS.has(word))
  return telling.length > 0 ? telling : words
}

/**
 * Number of words in common if one name begins with the other, and half a point more if they are equal; 0 otherwise.
 *
 * @param compared likeness of two words, 0 to 1
 */
function nearness(
  one: readonly string[],
  other: readonly string[],
  compared: (one: string, other: string) => number,
): number {
  if (one.join('') === other.join('')) return Math.max(one.length, other.length) + 0.5
  const shorter = Math.min(one.length, other.length)
  const likenesses = one.slice(0, shorter).map((word, index) => compared(word, other[index] ?? ''))
  if (likenesses.includes(0)) return 0
  return likenesses.reduce((sum, value) => sum + value, one.length === other.length ? 0.5 : 0)
}

/** Names in different scripts can't be compared, so they may have. */
function haveSomethingInCommon(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [one.join(''), other.join('')]
  const isLatin = (text: string) => /\p{Script=Latin}/u.test(text)
  if (isLatin(first) !== isLatin(second)) return true
  const isPart = first.includes(second) || second.includes(first)
  if (isPart && Math.min(first.length, second.length) >= MIN_SHARED_CHARS) return true
  return one.some(
    (word) => word.length >= MIN_SHARED_CHARS && other.some((known) => likeness(word, known) > 0),
  )
}

/** 1 if two words are the same, a little less if one may be a misspelling of the other, otherwise 0. */
function likeness(one: string, other: string): number {
  if (one === other) return 1
  const shorter = Math.min(one.length, other.length)
  if (shorter < ONE_TYPO_CHARS || /\d/.test(one + other)) return 0
  return differences(one, other) <= (shorter < TWO_TYPOS_CHARS ? 1 : 2) ? 0.9 : 0
}

/** Number of letters to change, add or leave out (Levenshtein distance). */
function differences(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1]
    for (let index = 0; index < other.length; index += 1) {
      const changed = (row[index] ?? 0) + (one[at] === other[index] ? 0 : 1)
      next.push(Math.min(changed, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
