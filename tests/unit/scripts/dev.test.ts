import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { isFile } from '#scripts/local/dev-screens.ts'
import { ROOT } from '#scripts/local/run.ts'

test('Vite serves every file that a screen can load in development, and the worker the rest', () => {
  const tracked = execFileSync('git', ['ls-files', 'app', 'public'], { cwd: ROOT, encoding: 'utf8' })
  const files = tracked
    .trim()
    .split('\n')
    .filter((path) => path !== 'public/_headers')
  const addresses = files.map((path) => `/${path.replace(/^public\//, '')}?import&url`)
  expect(addresses.filter((address) => !isFile(address))).toEqual([])
  const screens = [
    '/',
    '/app',
    '/app/credits',
    '/app/credits.data',
    '/trpc/credits.balance',
    '/assets/none.js',
  ]
  expect([...screens, '/.dev.vars', '/package.json'].filter(isFile)).toEqual([])
})
