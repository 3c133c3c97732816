import { PRODUCTION_SCRYPT_COST } from '../../env.ts'
import { DomainError } from '../../errors.ts'
import { SECOND_MS } from '../../rules/durations.ts'

/** How long a hash of the full cost keeps everything else in the isolate waiting. Clocks of a Worker stand still meanwhile. */
const FULL_HASH_MS = 150
/** What passwords may take of a second; the rest of it is for pages. */
const BUDGET_MS = 600
const RETRY_AFTER_SECONDS = 2
const BUSY = 'Many people are signing in right now. Please try again in a few seconds.'

let secondEndsAt = 0
let spentMs = 0

interface HashingRequest {
  answerHeaders?: Headers
}

/** Those whose hashes are computed to the end, however many they need. */
const admitted = new WeakSet<HashingRequest>()

/**
 * Counts a hash. A request whose first one does not fit into this second is refused at once: sixty that wait for each other would hold
 * every page for seconds.
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
