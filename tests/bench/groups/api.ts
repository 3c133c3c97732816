import { type Bench, signIn } from '../bench.ts'
import { requireCount, requireSame } from '../measure/bodies.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'

const LOAD = { connections: 16, measure: { seconds: 2 }, warmUp: 100 }

/** Cost of a procedure over HTTP, including all middleware, compared with Hono alone. */
export async function api({ small }: Bench): Promise<Row[]> {
  const session = (worker: string): Target => ({ workerd: small, worker, path: '/trpc/auth.session' })
  requireSame('The answers', (await ask(session('product'))).body, (await ask(session('plain-hono'))).body)
  const widget = await newWidget(small)
  const { trpc, shown, hono } = await interleaved({
    trpc: () => load(session('product'), LOAD),
    shown: () => load(widget, LOAD),
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
    {
      name: 'A widget from memory',
      unit: 'ms CPU',
      ours: shown.map(cost),
      floor: { name: 'Hono with a short body', values: hono.map(cost) },
      goal: { of: 'difference', atMost: 0.2 },
      rounds: { ours: shown, floor: hono },
    },
  ]
}

/** A widget with ten reviews, as requested by a site's script. */
async function newWidget(small: Bench['small']): Promise<Target> {
  const origin = 'https://www.harbor-books.com'
  const cookie = await signIn(small)
  const asOwner = { workerd: small, worker: 'product', headers: { cookie } }
  const businesses = await ask({ ...asOwner, path: '/trpc/businesses.list' })
  const [business] = JSON.parse(businesses.body).result.data.items
  const made = await ask({
    ...asOwner,
    path: '/trpc/widgets.create',
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json', origin: small.appOrigin },
    body: JSON.stringify({ businessId: business.id, layout: 'list', sites: origin }),
  })
  const { handle } = JSON.parse(made.body).result.data
  const target = { workerd: small, worker: 'product', path: `/widget/${handle}.json`, headers: { origin } }
  requireCount('A widget', (await ask(target)).body, '"time"', 10)
  return target
}
