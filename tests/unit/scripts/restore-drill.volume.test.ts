import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { startCloudflare } from '#tests/upstream/cloudflare.ts'
import { insertInto, MIGRATIONS, runScript } from './support/deploying.ts'

const DRILL = 'scripts/restore-drill.ts'

test('the drill refuses production', async () => {
  const standIn = await startCloudflare()
  for (const args of [[], ['--env', 'production']]) {
    expect(await runScript(standIn, DRILL, { args })).toMatchObject({
      code: 1,
      said: expect.stringContaining('Name another instance'),
    })
  }
  expect(standIn.calls).toEqual([])
  await standIn.close()
})

test('the drill breaks an instance, restores it and compares every row', { timeout: 300_000 }, async () => {
  const standIn = await startCloudflare()
  const { store } = standIn.addDatabase('review-dashboard-staging')
  for (const name of MIGRATIONS) store.exec(readFileSync(`${ROOT}migrations/${name}`, 'utf8'))
  insertInto(store, 'businesses', { id: 'b1' })
  // More rows than are read at a time.
  store.exec(`WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 12000)
    INSERT INTO page_speeds (day, metric, up_to_ms) SELECT 'day', 'LCP', i FROM n`)
  const { code, said } = await runScript(standIn, DRILL, { args: ['--env', 'staging'] })
  expect(said).toMatch(/^\s*1200\d rows in \d+ tables/m)
  expect(said).toContain('businesses: 1 rows before, 0 after')
  expect(said).toContain('Restored: every row is as it was.')
  expect(code).toBe(0)
  expect(standIn.unknown).toEqual([])
  // wrangler is slow to start. Calls: the tables, three readings of three pages each, and the four steps.
  expect(standIn.calls.filter(({ path }) => path.endsWith('/query'))).toHaveLength(1 + 3 * 3 + 1)
  await standIn.close()
})
