/**
 * A piece of a text. Never half a character of two code units: a server sends a question mark for it, and the browser
 * would find another page than the one it was sent.
 */
export function cutText(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
