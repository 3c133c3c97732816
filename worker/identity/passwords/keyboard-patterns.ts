/** The rows and columns of a keyboard. */
const LINES = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
]
const PATTERNS = [...LINES, ...LINES.map((line) => [...line].reverse().join(''))]
const MIN_KEYS = 3
/** Characters of the digit keys with Shift. */
const SHIFTED = '!@#$%^&*()'

/** True if a password consists only of adjacent keys, in runs of three or more: `Zaq1@wsx`, `Qwe123!@#`. */
export function isKeyboardPattern(password: string): boolean {
  const keys = [...password.toLowerCase()]
    .map((char) => (SHIFTED.includes(char) ? '1234567890'.charAt(SHIFTED.indexOf(char)) : char))
    .join('')
  /** Positions up to which the password is covered by patterns. */
  const covered = new Set([0])
  for (let start = 0; start < keys.length; start += 1) {
    if (!covered.has(start)) continue
    for (let end = start + MIN_KEYS; end <= keys.length; end += 1) {
      const part = keys.slice(start, end)
      if (!PATTERNS.some((line) => line.includes(part))) break
      covered.add(end)
    }
  }
  return keys !== '' && covered.has(keys.length)
}
