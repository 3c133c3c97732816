import type { BackgroundContext } from '../context.ts'
import { runsQuery, speedQuery, stateOf, stateQuery } from '../operation/state.ts'
import { iso } from '../rules/durations.ts'
import {
  MAX_STORE_BYTES,
  type OperatorView,
  percentile75,
  settingFaults,
  stateFaults,
} from '../rules/operation.ts'

/** Contains only counts and no organization's data. */
export async function operatorScreen(ctx: BackgroundContext): Promise<OperatorView> {
  const [answer, runs, speeds] = await ctx.db.batch([stateQuery(ctx), runsQuery(ctx), speedQuery(ctx)])
  const state = stateOf(ctx, answer)
  const stated = (at: number | null) => (at === null ? null : iso(at))
  return {
    faults: [...settingFaults(ctx.setup()), ...stateFaults(state)],
    version: ctx.version,
    tickAt: stated(state.tickAt),
    probedAt: stated(state.probedAt),
    probes: state.probes,
    runs: [...Map.groupBy(runs.results, ({ source }) => source)].map(([source, rows]) => {
      const countOf = (...statuses: string[]) =>
        rows.reduce((sum, { status, count }) => sum + (statuses.includes(status) ? count : 0), 0)
      return {
        source,
        succeeded: countOf('succeeded'),
        failed: countOf('failed'),
        open: countOf('queued', 'running'),
        kinds: rows.flatMap(({ kind, count }) => (kind === null ? [] : [`${kind}: ${count}`])),
      }
    }),
    oldestStepDueAt: stated(state.oldestStepDueAt),
    waitingMails: state.waitingMails,
    waitingWebhooks: state.waitingWebhooks,
    storeBytes: state.storeBytes,
    maxStoreBytes: MAX_STORE_BYTES,
    speed: (['LCP', 'INP'] as const).map((metric) => {
      const classes = speeds.results.filter((one) => one.metric === metric)
      return { metric, p75: percentile75(classes), count: classes.reduce((sum, { count }) => sum + count, 0) }
    }),
  }
}
