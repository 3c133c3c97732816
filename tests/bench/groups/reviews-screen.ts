import { type Bench, signIn } from '../bench.ts'
import { requireCount, requireSame } from '../measure/bodies.ts'
import { ask, load, type Target } from '../measure/load.ts'
import { interleaved } from '../measure/rounds.ts'
import { cost, type Row } from '../measure/row.ts'
import { ROWS } from '../workers/hundred-rows.ts'

const LOAD = { connections: 16, measure: { seconds: 3 }, warmUp: 15 }

/** The Reviews screen with 100 rows, compared with React alone on the same statements and with streaming. */
export async function reviewsScreen({ small }: Bench): Promise<Row[]> {
  const cookie = await signIn(small)
  const screen = (worker: string): Target => ({
    workerd: small,
    worker,
    path: '/app/reviews',
    headers: { cookie },
  })
  const bare = screen('recorded-screens')

  const html = (await ask(screen('string-screens'))).body
  requireCount('The Reviews screen', html, 'class="inbox-row"', ROWS)
  requireSame('The screen and its floor', markup(html), markup((await ask(bare)).body))
  const streamed = (await ask(screen('streaming-screens'))).body
  requireSame('The string and the stream', markup(html), markup(streamed))

  const { string, streaming, floor } = await interleaved({
    string: () => load(screen('string-screens'), LOAD),
    floor: () => load(bare, LOAD),
    streaming: () => load(screen('streaming-screens'), LOAD),
  })
  return [
    {
      name: 'Reviews screen, 100 rows with D1',
      unit: 'ms CPU',
      ours: string.map(cost),
      floor: { name: 'bare renderToString and the batch as JSON', values: floor.map(cost) },
      goal: { of: 'ratio', atMost: 1.5 },
      rounds: { ours: string, floor },
    },
    {
      name: 'Reviews screen, 100 rows, requests',
      unit: '/s',
      ours: string.map(({ perSecond }) => perSecond),
      floor: { name: 'the streaming entry', values: streaming.map(({ perSecond }) => perSecond) },
      goal: { of: 'ratio', atLeast: 3 },
      rounds: { ours: string, floor: streaming },
    },
  ]
}

/** The body before its first script, without React's ids, which count from another root in the floor. */
export function markup(html: string): string {
  const from = html.indexOf('<body>')
  return html.slice(from, html.indexOf('<script', from)).replace(/:R[0-9a-z]*:/g, ':id:')
}
