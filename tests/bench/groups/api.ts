import type { Bench } from '../bench.ts'
import { requireSame } from '../measure/bodies.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

const LOAD = { connections: 16, measure: { seconds: 2 }, warmUp: 100 }

/** What a procedure costs over HTTP, with all that stands before it, against Hono alone. */
export async function api({ small }: Bench): Promise<Row[]> {
  const session = (worker: string): Target => ({ workerd: small, worker, path: '/trpc/auth.session' })
  requireSame('The answers', (await ask(session('product'))).body, (await ask(session('plain-hono'))).body)
  const { trpc, hono } = await interleaved({
    trpc: () => load(session('product'), LOAD),
    hono: () => load(session('plain-hono'), LOAD),
  })
  return [
    {
      name: 'tRPC over HTTP',
      unit: 'ms CPU',
      ours: trpc.map(cost),
      floor: { name: 'Hono with the same body', values: hono.map(cost) },
      goal: { of: 'difference', atMost: 0.15 },
      rounds: { ours: trpc, floor: hono },
    },
  ]
}
