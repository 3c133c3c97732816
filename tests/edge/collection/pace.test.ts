import type { MessageBatch } from '@cloudflare/workers-types'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { volume } from '#tests/volume.ts'
import { consume } from '#worker/background.ts'
import { upstream } from './support/pipeline.ts'

const PACE_MS = 1_000
const PAGES = volume(2, 4)

/** Queue message for a page of a run; acknowledging and retrying do nothing here. */
function batchOf(runId: string, page: number): MessageBatch<unknown> {
  const body = { version: 1, type: 'collect-page', runId, page }
  const message = { id: 'message', timestamp: new Date(), body, attempts: 1, ack: () => {}, retry: () => {} }
  return { queue: 'collect', messages: [message] } as unknown as MessageBatch<unknown>
}

test('duplicate and repeated messages do not speed up requests to the platform', async ({ pipeline }) => {
  pipeline.ctx.now = Date.now
  pipeline.clock.now = Date.now()
  const business = await pipeline.addListing('ratings', 'google')
  const { runs } = await pipeline.start(business, ['google'], { maxPages: PAGES, rateLimitMs: PACE_MS })
  const runId = runs[0]?.id ?? ''
  await upstream.forgetRequests()
  // Sends every page's message twice, over and over.
  for (let isOpen = true; isOpen; ) {
    const pages = Array.from({ length: PAGES }, (_, page) => page)
    await Promise.all([...pages, ...pages].map((page) => consume(pipeline.ctx, batchOf(runId, page))))
    isOpen = ['queued', 'running'].includes((await pipeline.api().collection.run({ id: runId })).status)
  }
  const times = (await upstream.requests()).filter(({ listing }) => listing === 'ratings').map(({ at }) => at)
  expect(times).toHaveLength(PAGES)
  for (const [index, at] of times.slice(1).entries()) {
    expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(PACE_MS)
  }
})
