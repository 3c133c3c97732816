import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { D1Database } from '@cloudflare/workers-types'
import { expect, onTestFinished, test } from 'vitest'
import { removeUnfinishedDemo, seedDemo } from '#scripts/local/seed.ts'

async function storeFolder() {
  const stateDir = await mkdtemp(join(tmpdir(), 'review-dashboard-seed-'))
  onTestFinished(() => rm(stateDir, { recursive: true }))
  await mkdir(join(stateDir, 'v3'))
  return stateDir
}

/** A database with `users` users that fails at the next statement, as if the program ended there. */
function breaking(users: number) {
  const counted = { first: async () => ({ count: users }) }
  const statements = [counted]
  return {
    prepare: () => {
      const next = statements.shift()
      if (!next) throw new Error('stopped')
      return next
    },
    // Safe: the stub has what seedDemo calls.
  } as unknown as D1Database
}

test('the next start recreates a store whose demo data was interrupted', async () => {
  const stateDir = await storeFolder()
  await expect(seedDemo(breaking(0), {}, stateDir)).rejects.toThrow()
  await removeUnfinishedDemo(stateDir)
  expect(existsSync(join(stateDir, 'v3'))).toBe(false)
  await mkdir(join(stateDir, 'v3'))
  await removeUnfinishedDemo(stateDir)
  expect(existsSync(join(stateDir, 'v3'))).toBe(true)
})

test('a store with accounts is never filled or removed', async () => {
  const stateDir = await storeFolder()
  await seedDemo(breaking(1), {}, stateDir)
  await removeUnfinishedDemo(stateDir)
  expect(existsSync(join(stateDir, 'v3'))).toBe(true)
})
