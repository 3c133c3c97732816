import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { migrate } from '#scripts/local/migrate.ts'

test.each([
  ['that no longer exist', "INSERT INTO d1_migrations (name) VALUES ('0071_visible_replies.sql')"],
  ['of before an edit of the baseline', 'ALTER TABLE saved_views ADD COLUMN color TEXT'],
])('a local store with migrations %s says how to start again', async (_, change) => {
  const stateDir = await mkdtemp(`${tmpdir()}/migrate-`)
  await migrate(stateDir)
  await migrate(stateDir)
  const folder = `${stateDir}/v3/d1/miniflare-D1DatabaseObject`
  const [file] = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}\.sqlite$/.test(name))
  const store = new DatabaseSync(`${folder}/${file}`)
  store.exec(change)
  store.close()
  await expect(migrate(stateDir)).rejects.toThrow(
    `An earlier version made the local store in ${stateDir}. To begin anew, remove ${stateDir}/v3 and start again.`,
  )
  await rm(stateDir, { recursive: true })
})
