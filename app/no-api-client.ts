// What the server's bundle has instead of `@trpc/client`: a loader calls procedures in process, and nothing calls them over
// HTTP while a page is rendered.

export function createTRPCClient(): unknown {
  return null
}

export function httpLink(): null {
  return null
}

/** Nothing is one. */
export class TRPCClientError extends Error {}
