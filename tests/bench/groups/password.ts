import type { Bench } from '../bench.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'
import { PASSWORD } from '../store/seed.ts'

const LOAD = { connections: 1, measure: { seconds: 6 }, warmUp: 2 }

/** The product's own function at its production cost. A low result would be a fault here. */
export async function password({ small }: Bench): Promise<Row[]> {
  const door = (path: string): Target => ({
    workerd: small,
    worker: 'doors',
    path,
    method: 'POST',
    body: PASSWORD,
  })
  await ask(door('/password'))
  const { check } = await interleaved({ check: () => load(door('/password-check'), LOAD) })
  return [
    {
      name: 'Password check',
      unit: 'ms CPU',
      ours: check.map(cost),
      floor: null,
      goal: { of: 'value', atLeast: 100, atMost: 250 },
      rounds: { ours: check },
    },
  ]
}
