/**
 * Slices a text without splitting surrogate pairs: the server would send a question mark for half a pair, and hydration
 * would find different text.
 */
export function cutText(text: string, from: number, to: number): string {
  return text.slice(from, to).replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '')
}
