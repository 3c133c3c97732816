import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { FAULTS } from '#tests/faults.ts'

// scripts/faults.ts takes too long for every change: here only what makes it stop half-way.
test.each(FAULTS)('$name: it can be planted, and its tests exist', ({ file, find, caughtBy }) => {
  expect(readFileSync(file, 'utf8').split(find)).toHaveLength(2)
  expect(caughtBy.filter((path) => !existsSync(path))).toEqual([])
})
