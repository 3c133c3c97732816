/** What a route says about itself in its `handle`. */
export interface RouteHandle {
  /** False leaves out every script. */
  scripts?: boolean
}

export function wantsNoScripts(handle: unknown): boolean {
  return typeof handle === 'object' && handle !== null && 'scripts' in handle && handle.scripts === false
}
