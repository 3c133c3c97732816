import { applyD1Migrations, env } from 'cloudflare:test'
import { afterEach, expect } from 'vitest'
import { leaksIn } from './log-canaries.ts'

await applyD1Migrations(env.DB, env.MIGRATIONS)

// What the product reports as a fault fails the test, unless the test expects it (`meta.expectsFaults`).
const faults: unknown[] = []
console.error = (...values: unknown[]) => faults.push(note(values))
console.warn = (...values: unknown[]) => faults.push(note(values))
console.log = (...values: unknown[]) => note(values)

// Nothing that is printed, in any test, may show what people typed or what opens something.
const leaks: string[] = []
function note(values: unknown[]): unknown[] {
  leaks.push(...values.flatMap((value) => leaksIn(String(value))))
  return values
}

afterEach((context) => {
  const reported = faults.splice(0)
  expect(leaks.splice(0)).toEqual([])
  if (!context.task.meta.expectsFaults) expect(reported).toEqual([])
})

declare module 'vitest' {
  interface TaskMeta {
    expectsFaults?: boolean
  }
}
