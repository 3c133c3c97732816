/** Leaves out what the database's errors quote beside the query: addresses, hashes and what people wrote. */
export function withoutQueryParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
}

/** Control characters and separators of lines and paragraphs: JSON leaves U+007F to U+009F, U+2028 and U+2029 as they are. */
const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/** An event as one line of JSON; some readers of logs break lines at U+0085 or U+2028 too. */
export function logLine(fields: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(fields).replace(
    LINE_BREAKERS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
