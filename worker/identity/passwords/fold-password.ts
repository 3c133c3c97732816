/** Digits and signs that stand for letters. `i` and `l` are one letter, because 1 and ! stand for either. */
const SWAPS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '2': 'z',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '6': 'g',
  '7': 't',
  '8': 'b',
  '9': 'g',
  '@': 'a',
  $: 's',
  '!': 'l',
  '|': 'l',
  '+': 't',
  '€': 'e',
  i: 'l',
}

/** What a password comes down to for someone who guesses: one case, and letters where signs stand for them. */
export function foldPassword(password: string): string {
  return [...password.normalize('NFKC').toLowerCase()].map((char) => SWAPS[char] ?? char).join('')
}
