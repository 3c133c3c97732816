import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from '#tests/faults.ts'

// scripts/faults.ts is too slow for every change, so this checks only what would stop it half-way.
test.each(FAULTS)('$name: the fault can be planted, and its tests exist', ({ file, find, caughtBy }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(caughtBy.filter((path) => !existsSync(path))).toEqual([])
})
