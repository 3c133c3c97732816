import { type Bench, signIn } from '../bench.ts'
import { requireSame } from '../measure/bodies.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'
import { markup } from './reviews-screen.ts'

/** Rounds of two seconds differed by a third. */
const LOAD = { connections: 16, measure: { seconds: 6 }, warmUp: 15 }

/** Dashboard, inbox with an open review, and analytics, compared with React alone on the same statements. */
export async function screenCosts({ small }: Bench): Promise<Row[]> {
  const headers = { cookie: await signIn(small) }
  const target = (worker: string, path: string): Target => ({ workerd: small, worker, path, headers })
  const list = (await ask(target('product', '/app/reviews'))).body
  const paths = {
    Dashboard: '/app',
    'Inbox with a review open': `/app/reviews/${/data-review="(\d+)"/.exec(list)?.[1]}`,
    Analytics: '/app/analytics',
  }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(paths)) {
    const [ours, bare] = [target('product', path), target('recorded-screens', path)]
    requireSame(`${name} and its floor`, markup((await ask(ours)).body), markup((await ask(bare)).body))
    const rounds = await interleaved({ ours: () => load(ours, LOAD), floor: () => load(bare, LOAD) })
    rows.push({
      name: `${name}, with D1`,
      unit: 'ms CPU',
      ours: rounds.ours.map(cost),
      floor: { name: 'bare renderToString and the batch as JSON', values: rounds.floor.map(cost) },
      goal: { of: 'ratio', atMost: 1.6 },
      rounds,
    })
  }
  return rows
}
