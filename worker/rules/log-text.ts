/**
 * The text of an error as the log may have it. The database client's errors quote the query with its parameters, among
 * them addresses, hashes and what people wrote; the query itself stays.
 */
export function withoutQueryParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
}

/** Control characters and separators of lines and paragraphs: JSON leaves U+007F to U+009F, U+2028 and U+2029 as they are. */
const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/**
 * An event as one line of JSON. Some readers of logs break a line at U+0085 or U+2028 too, so nothing that could forge a
 * second line appears there as itself.
 */
export function logLine(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields).replace(
    LINE_BREAKERS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
