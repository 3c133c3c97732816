import type { MemberContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { requireRun } from './find-runs.ts'
import type { Run } from './run-view.ts'

const PAUSE_MS = SECOND_MS / 2
/** A save is tried again at once, and then after pauses that are longer than callers wait. */
const SAVES_TO_WAIT_FOR = 2

/**
 * Waits for a run to end, by looking at its row; or for it to fail at saving a page, and again when that is tried again.
 *
 * @param patienceMs how long; the run as it stands then is given back, open or not
 * @throws DomainError `not_found` when it is deleted meanwhile
 */
export async function awaitRun(ctx: MemberContext, id: string, patienceMs: number): Promise<Run> {
  // Counted in pauses, not by the clock: a Worker's clock stands still while it computes.
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += PAUSE_MS) {
    const run = await requireRun(ctx, id)
    if (!OPEN_STATUSES.includes(run.status) || run.saveFaults >= SAVES_TO_WAIT_FOR) return run
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return requireRun(ctx, id)
}
