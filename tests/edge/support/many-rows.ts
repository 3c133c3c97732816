import { env } from 'cloudflare:test'

/** Stores many rows at once: `columns` of a table, selected `FROM many`, whose `value` counts from 1. */
export async function storeMany(
  count: number,
  table: string,
  columns: Record<string, string>,
): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE many (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM many LIMIT ${count})
    INSERT INTO ${table} (${Object.keys(columns).join(', ')})
    SELECT ${Object.values(columns).join(', ')} FROM many`,
  ).run()
}

export async function countOf(table: string): Promise<number> {
  return (await env.DB.prepare(`SELECT count(*) AS rows FROM ${table}`).first<number>('rows')) ?? 0
}
