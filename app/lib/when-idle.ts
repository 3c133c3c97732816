import { SECOND_MS } from '#worker/rules/durations.ts'

/**
 * Calls the function once the browser has nothing else to do. Safari can't tell; there it is a second later.
 *
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, SECOND_MS)
    return () => clearTimeout(timer)
  }
  const wait = window.requestIdleCallback(() => work())
  return () => window.cancelIdleCallback(wait)
}
