import type { AnyProcedure } from '@trpc/server'
import { expect, test } from 'vitest'
import { anyone, anyoneHashing, costsHash } from '#worker/api/init.ts'
import { appRouter } from '#worker/api/router.ts'

/** tRPC keeps the middlewares of a procedure but leaves them out of its types. */
function middlewaresOf(built: unknown): unknown[] {
  return (built as { _def: { middlewares: unknown[] } })._def.middlewares
}

const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, AnyProcedure>)
const common = middlewaresOf(anyone)

test('every procedure runs the same four middlewares first: errors, token, limit, readable input', () => {
  expect(common).toHaveLength(4)
  const other = procedures.filter(([, procedure]) =>
    common.some((middleware, index) => middlewaresOf(procedure)[index] !== middleware),
  )
  expect(other.map(([path]) => path)).toEqual([])
})

test('the hash limit applies to exactly the procedures that cost a hash', () => {
  const [limitHashes] = middlewaresOf(anyoneHashing).slice(common.length)
  expect(limitHashes).toEqual(expect.any(Function))
  const limited = procedures.filter(([, procedure]) => middlewaresOf(procedure).includes(limitHashes))
  const costly = procedures.filter(([, procedure]) => costsHash(procedure))
  expect(limited.map(([path]) => path)).toEqual(costly.map(([path]) => path))
  expect(costly.length).toBeGreaterThan(0)
})
