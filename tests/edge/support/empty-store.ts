import { applyD1Migrations, env } from 'cloudflare:test'

/** Gives a test file a store of its own: all files run in one workerd, whose database keeps what the one before stored. */
export async function emptyStore(): Promise<void> {
  // The latest first, for others may refer to the earlier ones. A search index takes its own tables with it.
  const { results } = await env.DB.prepare(
    `SELECT name, list.type FROM sqlite_master JOIN pragma_table_list AS list USING (name)
    WHERE list.type IN ('table', 'virtual', 'view') AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
    ORDER BY sqlite_master.rowid DESC`,
  ).all<{ name: string; type: string }>()
  if (results.length > 0) {
    await env.DB.batch(
      results.map(({ name, type }) => env.DB.prepare(`DROP ${type === 'view' ? 'VIEW' : 'TABLE'} "${name}"`)),
    )
  }
  await applyD1Migrations(env.DB, env.MIGRATIONS)
}
