import type { Bench } from '../bench.ts'
import { listingPage } from '../collection/listing-page.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

const PAGES = 400
const WARM_UP = 20

/** A page of 20 new reviews, from the body that came to the commit. */
export async function collectedPage({ small, settings }: Bench): Promise<Row[]> {
  const door = (path: string, body = ''): Target => ({
    workerd: small,
    worker: 'doors',
    path,
    method: 'POST',
    body,
  })
  await ask(door('/body', await listingPage(settings)))
  const { page } = await interleaved({
    async page() {
      await ask(door('/runs', String(PAGES + WARM_UP)))
      return load(door('/page'), { connections: 1, measure: { requests: PAGES }, warmUp: WARM_UP })
    },
  })
  return [
    {
      name: 'Page of 20 new reviews, body to commit',
      unit: 'ms CPU',
      ours: page.map(cost),
      floor: null,
      goal: { of: 'value', atMost: 5 },
      rounds: { ours: page },
    },
  ]
}
