/**
 * The text of an error as the log may have it. The database client's errors quote the query with its parameters, among
 * them addresses, hashes and what people wrote; the query itself stays.
 */
export function withoutQueryParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
}
