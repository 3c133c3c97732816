import { PRODUCTION_SCRYPT_COST } from '../../env.ts'
import { DomainError } from '../../errors.ts'
import { SECOND_MS } from '../../rules/durations.ts'

/** Time a full-cost hash blocks the isolate. Assumed, because a Worker's clock doesn't advance meanwhile. */
const FULL_HASH_MS = 150
/** Hashing time per second; the rest is for pages. */
const BUDGET_MS = 600
const RETRY_AFTER_SECONDS = 2
const BUSY = 'Many people are signing in right now. Please try again in a few seconds.'

let secondEndsAt = 0
let spentMs = 0

interface HashingRequest {
  answerHeaders?: Headers
}

/** Requests whose hashes are all computed, however many they need. */
const admitted = new WeakSet<HashingRequest>()

/**
 * Counts a hash. If a request's first hash doesn't fit into the current second, the request is refused at once: sixty
 * queued hashes would block every page for seconds.
 *
 * @throws DomainError `busy`, with Retry-After
 */
export function spendHash(request: HashingRequest, cost: number, now = Date.now()): void {
  if (now >= secondEndsAt || now < secondEndsAt - SECOND_MS) {
    secondEndsAt = now + SECOND_MS
    spentMs = 0
  }
  const price = (FULL_HASH_MS * cost) / PRODUCTION_SCRYPT_COST
  if (!admitted.has(request) && spentMs + price > BUDGET_MS) {
    request.answerHeaders?.set('retry-after', String(RETRY_AFTER_SECONDS))
    throw new DomainError('busy', BUSY)
  }
  admitted.add(request)
  spentMs += price
}
