import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { instance } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import type { Settings } from '../env.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import type { Probe, State } from '../rules/operation.ts'

/** Maximum runs of the last day that are counted; more would cost too much. */
const MAX_RUNS = 2_000
/** Retention of runs after their creation. Queries use the end of the retention, because only that has an index. */
const RUN_KEPT_MS = 90 * DAY_MS
const SPEED_DAYS = 7

interface Row {
  operatorId: string | null
  tickAt: number | null
  tickFaults: string
  probes: string
  probedAt: number | null
  oldestStepDueAt: number | null
  waitingMails: number
  oldestMailAt: number | null
  waitingWebhooks: number
  oldestWebhookDueAt: number | null
}

/** Maximum waiting rows counted; beyond it the screen says 'or more'. */
const MAX_COUNTED = 1_000

function counted(table: string, condition: SQL): SQL {
  return sql`(SELECT count(*) FROM (SELECT 1 FROM ${sql.raw(table)} WHERE ${condition} LIMIT ${literal(MAX_COUNTED)}))`
}

/** Uses indexes only. */
export function stateSql(now: number): SQL {
  const due = sql`due_at <= ${now}`
  return sql`
    SELECT operator_id AS operatorId, tick_at AS tickAt, tick_faults AS tickFaults, probes, probed_at AS probedAt,
      (SELECT min(due_at) FROM scrape_runs WHERE status IN ('queued', 'running')) AS oldestStepDueAt,
      ${counted('outgoing_mails', sql`1`)} AS waitingMails,
      (SELECT min(created_at) FROM (SELECT created_at FROM outgoing_mails ORDER BY due_at LIMIT ${literal(MAX_COUNTED)})) AS oldestMailAt,
      ${counted('webhook_endpoints', sql`due_at IS NOT NULL AND ${due}`)} AS waitingWebhooks,
      (SELECT min(due_at) FROM webhook_endpoints WHERE due_at IS NOT NULL) AS oldestWebhookDueAt
    FROM ${instance}`
}

export function stateQuery({ db, now }: Pick<BackgroundContext, 'db' | 'now'>) {
  return db.statement<Row>(stateSql(now()))
}

/** D1 reports the size of the database with every result. */
export function stateOf(
  { settings, now }: { settings: Pick<Settings, 'FACEBOOK_CLIENT_ID'>; now(): number },
  { results, meta }: { results: readonly Row[]; meta: { size_after?: number } },
): State {
  const [row] = results
  if (!row) throw new Error('the row of the instance is made by its migration')
  const { operatorId, tickFaults, probes, ...others } = row
  return {
    ...others,
    now: now(),
    hasOperator: operatorId !== null,
    usesFacebook: settings.FACEBOOK_CLIENT_ID !== undefined,
    tickFaults: JSON.parse(tickFaults) as string[],
    probes: JSON.parse(probes) as Probe[],
    storeBytes: meta.size_after ?? 0,
  }
}

/** Statement that counts the last day's runs by source and outcome, with the kinds of their failures. */
export function runsQuery({ db, now }: BackgroundContext) {
  return db.statement<{ source: string; status: string; kind: string | null; count: number }>(sql`
    SELECT source, status, error_kind AS kind, count(*) AS count FROM (
      SELECT source, status, error_kind FROM scrape_runs
      WHERE coalesce(keep_until, created_at + 7776000000) >= ${now() - DAY_MS + RUN_KEPT_MS}
      ORDER BY coalesce(keep_until, created_at + 7776000000) DESC LIMIT ${literal(MAX_RUNS)})
    GROUP BY source, status, error_kind`)
}

/** Statement that counts the last week's page speeds by class. */
export function speedQuery({ db, now }: BackgroundContext) {
  return db.statement<{ metric: 'LCP' | 'INP'; upToMs: number; count: number }>(sql`
    SELECT metric, up_to_ms AS upToMs, sum(count) AS count FROM page_speeds
    WHERE day >= ${utcDay(now() - SPEED_DAYS * DAY_MS)} GROUP BY metric, up_to_ms`)
}
