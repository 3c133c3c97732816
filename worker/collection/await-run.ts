import type { MemberContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import type { RunView } from '../rules/views.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { getRun } from './find-runs.ts'

const PAUSE_MS = SECOND_MS / 2

/**
 * Waits for a run to end, by looking at its row.
 *
 * @param patienceMs how long; the run as it stands then is given back, open or not
 * @throws DomainError `not_found` when it is deleted meanwhile
 */
export async function awaitRun(ctx: MemberContext, id: string, patienceMs: number): Promise<RunView> {
  // Counted in pauses, not by the clock: a Worker's clock stands still while it computes.
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += PAUSE_MS) {
    const run = await getRun(ctx, { id })
    if (!OPEN_STATUSES.includes(run.status)) return run
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return getRun(ctx, { id })
}
