/**
 * A text the store can hold unchanged: half of a surrogate pair becomes U+FFFD, U+0000 is dropped (SQLite's text
 * functions end there). Everything else stays as it came.
 */
export function repaired(text: string): string {
  return text.replace(/\p{Cs}/gu, '\ufffd').replaceAll('\0', '')
}
