import type { Bench } from '../bench.ts'
import { requireCount } from '../measure/bodies.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

const LOAD = { connections: 16, measure: { seconds: 2 }, warmUp: 50 }

/** The landing page compared with an empty Remix page. */
export async function landingPage({ small }: Bench): Promise<Row[]> {
  const page = (worker: string): Target => ({ workerd: small, worker, path: '/' })
  for (const worker of ['product', 'empty-page']) {
    const { body } = await ask(page(worker))
    requireCount(worker, body, '<html lang="en"', 1)
    requireCount(worker, body, '</html>', 1)
    requireCount(worker, body, '<script', 0)
  }
  const { landing, empty } = await interleaved({
    landing: () => load(page('product'), LOAD),
    empty: () => load(page('empty-page'), LOAD),
  })
  return [
    {
      name: 'Landing page',
      unit: 'ms CPU',
      ours: landing.map(cost),
      floor: { name: 'an empty Remix page', values: empty.map(cost) },
      goal: { of: 'ratio', atMost: 1.3 },
      rounds: { ours: landing, floor: empty },
    },
  ]
}
