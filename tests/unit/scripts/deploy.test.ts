import { expect, test } from 'vitest'
import { deploy, deployedBefore, MIGRATIONS, writes } from './support/deploying.ts'

// wrangler starts twice, which takes a minute on a busy machine.
test('an upgrade with a broken migration keeps the old version and says so', {
  timeout: 180_000,
}, async () => {
  const { standIn, version, store, uuid } = await deployedBefore()
  store.exec(
    `CREATE TRIGGER broken BEFORE INSERT ON d1_migrations BEGIN SELECT RAISE(ABORT, 'no such column: nowhere'); END`,
  )
  const { code, said } = await deploy(standIn)
  expect(code).toBe(1)
  expect(said).toContain('no such column: nowhere')
  expect(said).toContain('A migration failed, and nothing was deployed.')
  expect(said).toContain('The version before goes on serving, with all of its data.')
  // The bookmark to restore is printed before anything is changed.
  expect(said.indexOf('--bookmark=bookmark-')).toBeGreaterThan(0)
  expect(said.indexOf('--bookmark=bookmark-')).toBeLessThan(said.indexOf('no such column'))
  expect(new Set(writes(standIn.calls))).toEqual(new Set([`POST /d1/database/${uuid}/query`]))
  expect(standIn.scripts.get('review-dashboard')?.live).toBe(version)
  expect(store.prepare('SELECT count(*) AS count FROM d1_migrations').get()).toEqual({
    count: MIGRATIONS.length - 1,
  })
  expect(standIn.unknown).toEqual([])
  await standIn.close()
})
