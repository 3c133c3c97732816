/**
 * Pages that are the same for everyone, carry no script and may be cached by others.
 * Their loaders read neither cookie nor session.
 */
export const PUBLIC_PATHS = ['/', '/landing', '/pricing', '/support', '/privacy', '/terms'] as const

export function isPublicPath(pathname: string): boolean {
  return PUBLIC_PATHS.some((path) => path === pathname)
}

/** What a route says about itself in its `handle`. */
export interface RouteHandle {
  /** False leaves out every script. */
  scripts?: boolean
}

export function wantsNoScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && handle.scripts === false
}
