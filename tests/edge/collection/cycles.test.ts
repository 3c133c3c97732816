import { expect, test } from 'vitest'
import type { OutboundAnswer } from '#worker/platform/outbound.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows, storedReviews } from './support/stored.ts'

const LISTS = { google: '/GetLocalBoqProxy', yelp: '/gql/batch' } as const

/** Makes the list answer requests in this order of its original answers, repeating the last entry. */
function answering(pipeline: Pipeline, platform: keyof typeof LISTS, order: readonly number[]): void {
  const ask = pipeline.ctx.outbound
  const answers: OutboundAnswer[] = []
  let requests = 0
  pipeline.ctx.outbound = async (...asked) => {
    if (!asked[1].url.includes(LISTS[platform])) return ask(...asked)
    const wanted = order[Math.min(requests, order.length - 1)] ?? 0
    requests += 1
    const answer = answers[wanted] ?? (await ask(...asked))
    answers[wanted] = answer
    return answer
  }
}

test.each([
  ['google', 'that leads back to an earlier page', [0, 1, 0], 3, 2],
  ['google', 'whose page leads to itself', [0, 1, 1], 3, 2],
  ['yelp', 'that shows one page again and again', [0, 1, 1, 1], 4, 2],
] as const)('a list of %s %s ends without removing reviews', async (platform, _, order, pages, distinct) => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await pipeline.addListing('large', platform)
  const full = pipeline.ctx.outbound
  answering(pipeline, platform, order)
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ status: 'succeeded', pagesScraped: pages })
  expect(run?.warnings).toEqual([expect.stringContaining('list repeated itself')])
  const stored = await storedReviews(business, platform)
  expect(stored).toHaveLength(run?.reviewsNew ?? -1)
  expect(run?.reviewsFound).toBe(stored.length)
  expect(stored.length).toBeLessThanOrEqual(distinct * 20)
  expect(await rows('SELECT pages_seen FROM scrape_runs WHERE business_id = ?', business.id)).toEqual([
    { pages_seen: null },
  ])

  // A list that continues properly is walked as usual and misses nothing.
  pipeline.ctx.outbound = full
  pipeline.clock.now += 8 * 24 * 3_600_000
  const [next] = await pipeline.collect(business)
  expect(next).toMatchObject({ status: 'succeeded', warnings: [] })
  expect(next?.reviewsNew).toBeGreaterThan(0)
})

test('a page that comes twice does not end a list', async () => {
  const pipeline = await createPipeline({ plan: 'ai_insights' })
  const business = await pipeline.addListing('large', 'yelp')
  answering(pipeline, 'yelp', [0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19])
  const [run] = await pipeline.collect(business)
  expect(run).toMatchObject({ status: 'succeeded', pagesScraped: 20 })
  expect(run?.warnings).toEqual([])
})
