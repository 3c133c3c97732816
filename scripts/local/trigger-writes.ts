import type { DatabaseSync } from 'node:sqlite'
import { openStore } from './store-schema.ts'

/** Tables that the triggers on a table may write: derived data of its rows. */
const DERIVED: Readonly<Record<string, readonly string[]>> = {
  reviews: ['review_daily_stats', 'review_search', 'review_revisions', 'review_ids'],
  review_ids: ['review_daily_stats', 'review_search'],
  review_features: ['insight_topic_days', 'insight_term_months', 'insight_terms'],
}

/** Maximum triggers, because behaviour belongs in code: each additional trigger has to replace another. */
const MAX_TRIGGERS = 12

/** Lists forbidden writes by triggers, unused permissions, and a number of triggers above the limit; one line each. */
export function triggerWriteFaults(store: DatabaseSync = openStore()): string[] {
  const written = writesOfTriggers(store)
  const allowed = Object.entries(DERIVED).flatMap(([table, targets]) =>
    targets.map((target) => pair(table, target)),
  )
  const count = Number(
    store.prepare(`SELECT count(*) AS n FROM sqlite_master WHERE type = 'trigger'`).get()?.n,
  )
  return [
    ...(count > MAX_TRIGGERS ? [`There are ${count} triggers, and at most ${MAX_TRIGGERS} are wanted.`] : []),
    ...written
      .filter(({ table, target }) => !allowed.includes(pair(table, target)))
      .map(
        ({ name, table, target }) =>
          `The trigger ${name} on ${table} writes ${target}: what follows from an event is a verb (docs/decisions/0078-reactions-are-verbs.md).`,
      ),
    ...allowed
      .filter((one) => !written.some(({ table, target }) => pair(table, target) === one))
      .map((one) => `scripts/local/trigger-writes.ts allows ${one}, which no trigger does.`),
  ]
}

function writesOfTriggers(store: DatabaseSync) {
  const triggers = store.prepare(`SELECT name, tbl_name, sql FROM sqlite_master WHERE type = 'trigger'`).all()
  return triggers.flatMap(({ name, tbl_name, sql }) => {
    const body = String(sql)
      .replace(/--.*/g, '')
      .replace(/^.*?\bBEGIN\b/s, '')
    const targets = [
      ...body.matchAll(/\b(?:INSERT(?: OR \w+)? INTO|UPDATE(?: OR \w+)?|DELETE FROM)\s+"?(\w+)/g),
    ]
    return [...new Set(targets.map(([, target = '']) => target))]
      .filter((target) => target !== 'SET')
      .map((target) => ({ name: String(name), table: String(tbl_name), target }))
  })
}

function pair(table: string, target: string): string {
  return `${table} → ${target}`
}
