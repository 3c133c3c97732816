/**
 * Faults that pass by themselves and leave the outcome unknown; an overloaded database only gets worse by asking again.
 * https://developers.cloudflare.com/d1/best-practices/retry-queries/
 */
const PASSING_FAULTS = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
] as const
/** With five pauses that double, an operation is given up after at most 3 seconds. */
const PAUSES_MS = [50, 100, 200, 400, 800] as const
const MAX_JITTER = 0.9

/** Repeats an operation that failed for a passing reason, up to five times; its first try may have been done. */
export async function retryTransientFaults<T>(operation: () => Promise<T>): Promise<T> {
  for (const pauseMs of PAUSES_MS) {
    try {
      return await operation()
    } catch (error) {
      if (!isPassing(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, pauseMs * (1 + MAX_JITTER * Math.random())))
    }
  }
  return operation()
}

/** Errors of the database come wrapped. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return PASSING_FAULTS.some((fault) => error.message.includes(fault)) || isPassing(error.cause)
}
