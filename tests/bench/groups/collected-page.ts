import type { Bench } from '../bench.ts'
import { LISTED_REVIEWS, listingBodies } from '../collection/listing.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

const WARM_UP = 20

/** Collects a business with 4,000 reviews page by page, each from the body that reached the commit. */
export async function collectedPage({ small, settings }: Bench): Promise<Row[]> {
  const door = (path: string, body = ''): Target => ({
    workerd: small,
    worker: 'doors',
    path,
    method: 'POST',
    body,
  })
  const bodies = await listingBodies(settings)
  await ask(door('/listing', JSON.stringify(bodies)))
  const requests = bodies.length - WARM_UP
  const { page } = await interleaved({
    async page() {
      await ask(door('/runs', '1'))
      return load(door('/page'), { connections: 1, measure: { requests }, warmUp: WARM_UP })
    },
  })
  const pagesPerReview = bodies.length / LISTED_REVIEWS
  const row = { unit: 'ms CPU', floor: null, rounds: { ours: page } } as const
  return [
    {
      ...row,
      name: 'Page of 20 new reviews, body to commit',
      ours: page.map(cost),
      goal: { of: 'value', atMost: 5 },
    },
    {
      ...row,
      name: `One of ${LISTED_REVIEWS.toLocaleString('en-US')} new reviews, body to commit`,
      ours: page.map((sample) => cost(sample) * pagesPerReview),
      goal: { of: 'value', atMost: 0.5 },
    },
  ]
}
