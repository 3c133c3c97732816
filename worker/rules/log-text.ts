/** Leaves out what the database's errors quote beside the query: addresses, hashes and what people wrote. */
export function withoutQueryParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
}

/** Control characters and separators of lines and paragraphs: JSON leaves U+007F to U+009F, U+2028 and U+2029 as they are. */
const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

/** Addresses of which one part opens something by itself. */
export const SECRET_ADDRESSES = ['/reports/:token', '/invitations/:token'] as const
const SECRET_PARTS = SECRET_ADDRESSES.map((address) => new RegExp(`^(${address.replace(':token', ')[^/]+')}`))

/** A path as it may be logged: '/reports/:token' for one with a token in it, which may end in '.data'. */
export function withoutSecrets(path: string): string {
  const index = SECRET_PARTS.findIndex((part) => part.test(path))
  const [part, address] = [SECRET_PARTS[index], SECRET_ADDRESSES[index]]
  return part && address ? path.replace(part, address) : path
}

/** The fields of events that hold a path of a request. */
const PATH_FIELDS: readonly string[] = ['path', 'route']

/** An event as one line of JSON; some readers of logs break lines at U+0085 or U+2028 too. */
export function logLine(fields: Readonly<Record<string, unknown>>): string {
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    PATH_FIELDS.includes(name) && typeof value === 'string' ? withoutSecrets(value) : value,
  ])
  return JSON.stringify(Object.fromEntries(shown)).replace(
    LINE_BREAKERS,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
