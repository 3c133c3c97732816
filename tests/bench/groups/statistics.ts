import { strict as assert } from 'node:assert'
import { type Bench, createStore, SMALL_REVIEWS, signIn } from '../bench.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'
import { startWorkerd, type Workerd } from '../workerd.ts'

const LOAD = { connections: 4, measure: { seconds: 2 } }
/** The screen's loader, because the API limits the calls of a session. */
const DASHBOARD_DATA = '/app.data?_routes=routes%2Fapp._index'
const LARGE_REVIEWS = 1_000_000

/** The Dashboard's data for a year and ten businesses, with a million reviews and with ten thousand. */
export async function statistics(bench: Bench): Promise<Row[]> {
  const { small, settings, bundles } = bench
  const { stateDir } = await createStore(bench, LARGE_REVIEWS)
  const large = await startWorkerd({ stateDir, workers: { product: bundles.product ?? '' }, settings })
  try {
    const cookies = new Map([
      [small, await signIn(small)],
      [large, await signIn(large)],
    ])
    const asked = (workerd: Workerd, path: string): Target => ({
      workerd,
      worker: 'product',
      path,
      headers: { cookie: cookies.get(workerd) ?? '' },
    })
    const total = async (workerd: Workerd) =>
      JSON.parse((await ask(asked(workerd, '/trpc/screens.dashboard'))).body).result.data.stats.totalReviews
    assert.equal(await total(small), SMALL_REVIEWS)
    assert.equal(await total(large), LARGE_REVIEWS)
    const { million, thousands } = await interleaved({
      million: () => load(asked(large, DASHBOARD_DATA), LOAD),
      thousands: () => load(asked(small, DASHBOARD_DATA), LOAD),
    })
    return [
      {
        name: 'Statistics at 1,000,000 reviews',
        unit: 'ms CPU',
        ours: million.map(cost),
        floor: { name: 'at 10,000', values: thousands.map(cost) },
        goal: { of: 'ratio', atMost: 2 },
        rounds: { ours: million, floor: thousands },
      },
    ]
  } finally {
    await large.close()
  }
}
