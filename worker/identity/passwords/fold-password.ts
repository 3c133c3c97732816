/** Digits and signs used in place of letters. `i` and `l` are folded together, because 1 and ! are used for either. */
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

/** Normalizes a password the way a guesser would: lower case, with letters for digits and signs. */
export function foldPassword(password: string): string {
  return [...password.normalize('NFKC').toLowerCase()].map((char) => SWAPS[char] ?? char).join('')
}
