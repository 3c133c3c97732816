/**
 * Pages that are the same for everyone, carry no script and may be kept by others. Their loaders read neither cookie nor
 * session.
 */
export const PUBLIC_PATHS = ['/', '/landing', '/pricing', '/help', '/support', '/privacy', '/terms'] as const

/**
 * True for exactly these spellings: another one, such as `/%6canding` or `/LANDING`, leads to the same screen, and is
 * kept by nobody.
 *
 * @param pathname as the URL parser leaves it (`URL.pathname`), escapes and all
 */
export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((path) => path === pathname)
}
