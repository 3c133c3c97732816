import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { SECOND_MS } from '#worker/rules/durations.ts'
import { type Pipeline, upstream } from './support/pipeline.ts'
import { asStored, byId, storedReviews } from './support/stored.ts'

// Yelp states 24 reviews of `replies` and lists them on two pages; no file changes them.
const RATE_MS = 3 * SECOND_MS

/** Ends the list early in its first answers, against the stated number. @returns times of its requests */
function endTooSoon(pipeline: Pipeline, times: number): () => number[] {
  const ask = pipeline.ctx.outbound
  const asked: number[] = []
  pipeline.ctx.outbound = async (...request) => {
    const answer = await ask(...request)
    if (!request[1].url.includes('/gql/batch')) return answer
    asked.push(pipeline.clock.now)
    if (asked.length > times) return answer
    const body = JSON.parse(answer.body)
    for (const entry of body) entry.data.business.reviews.pageInfo.hasNextPage = false
    return { ...answer, body: JSON.stringify(body) }
  }
  return () => asked
}

test.for([1, 2])(
  'a list that ends early %i times is requested again and read to its end',
  async (times, { pipeline }) => {
    const business = await pipeline.addListing('replies', 'yelp')
    const asked = endTooSoon(pipeline, times)
    const [run] = await pipeline.collect(business, ['yelp'], { rateLimitMs: RATE_MS })
    expect(run).toMatchObject({ status: 'succeeded', warnings: [], pagesScraped: 2, reviewsNew: 24 })
    expect(asked()).toHaveLength(2 + times)
    for (const [index, at] of asked().slice(1).entries()) {
      expect(at - (asked()[index] ?? 0)).toBeGreaterThanOrEqual(RATE_MS)
    }
    const truth = asStored(await upstream.reviews('yelp', 'replies'), 'yelp')
    expect(byId(await storedReviews(business, 'yelp'))).toEqual(byId(truth))
  },
)

test('a list that always ends early is accepted the third time, with a warning', async ({ pipeline }) => {
  const business = await pipeline.addListing('replies', 'yelp')
  const asked = endTooSoon(pipeline, Number.POSITIVE_INFINITY)
  const [run] = await pipeline.collect(business, ['yelp'], { rateLimitMs: RATE_MS })
  expect(run).toMatchObject({
    status: 'succeeded',
    pagesScraped: 1,
    reviewsNew: 20,
    warnings: ['Yelp reports 24 reviews, but its list ended after 20.'],
  })
  expect(asked()).toHaveLength(3)
})
