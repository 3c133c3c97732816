/**
 * Transient faults, after which the outcome is unknown. An overloaded database isn't listed, because retrying makes it
 * worse.
 * https://developers.cloudflare.com/d1/best-practices/retry-queries/
 */
const PASSING_FAULTS = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
] as const
/** Five doubling pauses: gives up after at most 3 seconds. */
const PAUSES_MS = [50, 100, 200, 400, 800] as const
const MAX_JITTER = 0.9

/**
 * Retries an operation after transient faults, up to five times. The first attempt may have succeeded, so it must be
 * idempotent.
 */
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

/** Checks the error and its causes, because database errors are wrapped. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return PASSING_FAULTS.some((fault) => error.message.includes(fault)) || isPassing(error.cause)
}
