/** Removes query parameters, because they may contain addresses, hashes and people's texts. */
export function withoutQueryParameters(text: string): string {
  return text.replace(/\nparams: [\s\S]*?(?=\n {4}at |$)/g, '')
}

/** Control characters, line and paragraph separators; JSON doesn't escape U+007F to U+009F, U+2028 and U+2029. */
const LINE_BREAKERS = /[\p{Cc}\p{Zl}\p{Zp}]/gu

export const SECRET_ADDRESSES = ['/reports/:token', '/invitations/:token'] as const
const SECRET_PARTS = SECRET_ADDRESSES.map((address) => new RegExp(`^(${address.replace(':token', ')[^/]+')}`))

/** '/reports/Ab3…' → '/reports/:token'. */
export function withoutSecrets(path: string): string {
  const index = SECRET_PARTS.findIndex((part) => part.test(path))
  const [part, address] = [SECRET_PARTS[index], SECRET_ADDRESSES[index]]
  return part && address ? path.replace(part, address) : path
}

const PATH_FIELDS: readonly string[] = ['path', 'route']

/** Some log readers also break lines at U+0085 or U+2028, so these are escaped. */
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
