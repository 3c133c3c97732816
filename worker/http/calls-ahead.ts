/** Procedures in one request. */
export const MAX_BATCH = 10

/**
 * Number of procedures that a URL will call, such as two for `/trpc/one,two?batch=1`. They are counted when the session
 * is looked up, which saves round trips. An estimate is enough, because each procedure checks its own call.
 */
export function callsAhead(address: string): number {
  const { pathname, searchParams } = new URL(address)
  const isBatch = searchParams.get('batch') === '1'
  return isBatch ? Math.min(pathname.split(/,|%2c/i).length, MAX_BATCH) : 1
}
