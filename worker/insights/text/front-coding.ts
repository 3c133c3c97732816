const NONE_SHARED = 'A'.charCodeAt(0)
const MAX_SHARED = 25

/**
 * A sorted list as one text a third smaller when compressed: before each word a capital letter that says how much of the
 * word before it stays (A nothing, B one character ...), then the rest of the word.
 *
 * @param words sorted, without capital letters
 */
export function frontCode(words: readonly string[]): string {
  let former = ''
  let coded = ''
  for (const word of words) {
    let shared = 0
    while (shared < MAX_SHARED && shared < word.length && word[shared] === former[shared]) shared += 1
    coded += String.fromCharCode(NONE_SHARED + shared) + word.slice(shared)
    former = word
  }
  return coded
}

/** The list that `frontCode` was given. */
export function readFrontCoded(coded: string): string[] {
  let former = ''
  return (coded.match(/[A-Z][^A-Z]*/g) ?? []).map((entry) => {
    former = former.slice(0, entry.charCodeAt(0) - NONE_SHARED) + entry.slice(1)
    return former
  })
}
