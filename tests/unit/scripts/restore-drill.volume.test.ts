import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ROOT } from '#scripts/local/run.ts'
import { startCloudflare } from '#tests/upstream/cloudflare.ts'
import { MIGRATIONS, runScript } from './support/deploying.ts'

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

test('the drill breaks an instance, restores it and compares every row', { timeout: 600_000 }, async () => {
  const standIn = await startCloudflare()
  const { store } = standIn.addDatabase('review-dashboard-staging')
  for (const name of MIGRATIONS) store.exec(readFileSync(`${ROOT}migrations/${name}`, 'utf8'))
  store.exec('PRAGMA foreign_keys = OFF')
  const { name: columns } = store
    .prepare(
      'SELECT group_concat(name) AS name FROM pragma_table_info(\'businesses\') WHERE "notnull" = 1 AND dflt_value IS NULL AND pk = 0',
    )
    .get() as { name: string }
  const names = columns.split(',')
  store.exec(
    `INSERT INTO businesses (id, ${columns}) VALUES ('b1', ${names.map((_, index) => `'${index}'`).join()})`,
  )
  const { code, said } = await runScript(standIn, DRILL, { args: ['--env', 'staging'] })
  expect(said).toContain('businesses: 1 rows before, 0 after')
  expect(said).toContain('Restored: every row is as it was.')
  expect(code).toBe(0)
  await standIn.close()
})
