import { afterEach, expect } from 'vitest'
import { formFault } from '#tests/log-watch.ts'
import { emptyStore } from './empty-store.ts'
import { leaksIn, storedTexts } from './log-canaries.ts'

await emptyStore()

// Faults reported by the product fail the test, unless the test expects them (`meta.expectsFaults`).
const faults: unknown[] = []
// Every log line in any test is one line of JSON, without user input and secrets.
const lines: unknown[][] = []

console.log = (...values: unknown[]) => void lines.push(values)
console.warn = console.error = (...values: unknown[]) => {
  faults.push(values)
  lines.push(values)
}

afterEach(async ({ task }) => {
  const reported = faults.splice(0)
  const printed = lines.splice(0)
  const wrong = printed.map((values) => formFault(values.length === 1 ? values[0] : values)).filter(Boolean)
  const texts = printed.length > 0 ? await storedTexts() : []
  const leaks = printed.flatMap((values) => values.flatMap((value) => leaksIn(String(value), texts)))
  expect({ wrong, leaks }).toEqual({ wrong: [], leaks: [] })
  if (!task.meta.expectsFaults) expect(reported).toEqual([])
})

declare module 'vitest' {
  interface TaskMeta {
    expectsFaults?: boolean
  }
}
