import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import type { Business } from '#tests/factories.ts'
import { googleUrl, LISTINGS, shortLink, yelpUrl } from '#tests/upstream/listings.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { createPipeline, type Pipeline } from './support/pipeline.ts'
import { rows } from './support/stored.ts'

const KEYS_ONLY = { PUBLIC_COLLECTION: 'off' } as const
const ONCE_AN_HOUR = /collected within the last hour/
const SIX_TIMES = /6 times within the last hour/
const LEFT_ALONE = /asked us to wait/

type Urls = { googleBusinessUrl?: string; yelpBusinessUrl?: string }

async function add(pipeline: Pipeline, urls: Urls): Promise<Business> {
  const { id } = await pipeline.api().businesses.create({ name: 'Corner Shop', ...urls })
  return { id, organizationId: pipeline.account.organizationId }
}

/** Deletes a business and adds it again, possibly with another address. */
async function addAgain(pipeline: Pipeline, business: Business, urls: Urls): Promise<Business> {
  await pipeline.api().businesses.remove({ id: business.id })
  return add(pipeline, urls)
}

async function refusal(pipeline: Pipeline, business: Business): Promise<string> {
  const { runs, skipped } = await pipeline.start(business)
  expect(runs).toEqual([])
  return skipped[0]?.reason ?? ''
}

/** Another spelling of a listing's Google address. */
function spelled(url: string): string {
  const [pair = ''] = /0x[0-9a-f]+:0x[0-9a-f]+/.exec(url) ?? []
  return `https://maps.google.de/maps?ftid=${pair}&hl=de`
}

/** Answers the next request with 429 and lets the others through. */
function refuseOnce(pipeline: Pipeline, waitMs: number): void {
  const ask = pipeline.ctx.outbound
  pipeline.ctx.outbound = async () => {
    pipeline.ctx.outbound = ask
    return { status: 429, headers: new Headers({ 'retry-after': String(waitMs / SECOND_MS) }), body: '' }
  }
}

describe('the hourly limit belongs to the place', () => {
  const google = { googleBusinessUrl: googleUrl(LISTINGS.small) }

  test('on free, deleting and re-adding the business with any address allows no second run', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const startedAt = pipeline.clock.now
    let business = await add(pipeline, google)
    await pipeline.collect(business)
    expect(pipeline.requests).toHaveLength(1)
    for (const url of [google.googleBusinessUrl, spelled(google.googleBusinessUrl)]) {
      business = await addAgain(pipeline, business, { googleBusinessUrl: url })
      expect(await pipeline.start(business)).toEqual({
        runs: [],
        skipped: [
          {
            platform: 'google',
            code: 'too_many',
            reason:
              'Google reviews were collected within the last hour. Your plan allows one collection an hour.',
            retryAt: new Date(startedAt + HOUR_MS).toISOString(),
          },
        ],
      })
    }
    expect(
      (await pipeline.api().screens.sources({ businessId: business.id })).platforms[0]?.source,
    ).toMatchObject({ refusal: { reason: expect.stringMatching(ONCE_AN_HOUR) } })
    pipeline.clock.now = startedAt + HOUR_MS
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded' })
  })

  test('deleting a business during its run uses up the hour', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const business = await add(pipeline, google)
    await pipeline.start(business)
    expect(await refusal(pipeline, await addAgain(pipeline, business, google))).toMatch(ONCE_AN_HOUR)
  })

  test('on pro, the button and the schedule share six runs an hour', async () => {
    const pipeline = await createPipeline({ plan: 'pro' })
    let business = await add(pipeline, google)
    for (let round = 0; round < 12; round += 1) {
      // A new business is due at once.
      if (round % 2 === 0) await pipeline.tick()
      else await pipeline.start(business)
      await pipeline.settle()
      business = await addAgain(pipeline, business, google)
    }
    expect(pipeline.requests).toHaveLength(6)
    expect(await refusal(pipeline, business)).toMatch(SIX_TIMES)
  })

  test('another place has its own limit, and switching back does not reset the first', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const business = await add(pipeline, google)
    await pipeline.collect(business)
    const move = (url: string) =>
      pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: url })
    await move(googleUrl(LISTINGS.mixed))
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded' })
    await move(google.googleBusinessUrl)
    expect(await refusal(pipeline, business)).toMatch(ONCE_AN_HOUR)
    await move(googleUrl(LISTINGS.mixed))
    expect(await refusal(pipeline, business)).toMatch(ONCE_AN_HOUR)
  })

  test('concurrent starts from ten businesses at one place open six runs', async ({ pipeline }) => {
    const businesses: Business[] = []
    for (let count = 0; count < 10; count += 1) {
      businesses.push(await pipeline.addListing('small', 'google'))
      pipeline.clock.now += 1
    }
    await Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) => {
        const business = businesses[index % businesses.length]
        if (!business) throw new Error('Ten businesses were added.')
        return pipeline.start(business)
      }),
    )
    const { organizationId } = pipeline.account
    expect(await rows('SELECT id FROM scrape_runs WHERE organization_id = ?', organizationId)).toHaveLength(6)
  })

  test('ten businesses at one place that are due at once open six runs', async ({ pipeline }) => {
    for (let count = 0; count < 10; count += 1) {
      const { id } = await pipeline.addListing('small', 'google')
      await env.DB.prepare('UPDATE business_sources SET next_due_at = ? WHERE business_id = ?')
        .bind(pipeline.clock.now, id)
        .run()
      pipeline.clock.now += 1
    }
    await Promise.all([pipeline.tick(), pipeline.tick()])
    const { organizationId } = pipeline.account
    expect(await rows('SELECT id FROM scrape_runs WHERE organization_id = ?', organizationId)).toHaveLength(6)
  })

  test('another organization has its own limit', async () => {
    const first = await createPipeline({ plan: 'free' })
    await first.collect(await add(first, google))
    const second = await createPipeline({ plan: 'free', now: first.clock.now })
    expect((await second.collect(await add(second, google)))[0]).toMatchObject({ status: 'succeeded' })
  })
})

describe('a place whose id is found later', () => {
  test('shares the limit of the place found by its address', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const link = { googleBusinessUrl: shortLink(LISTINGS.small) }
    let business = await add(pipeline, link)
    await pipeline.collect(business)
    for (const url of [link.googleBusinessUrl, googleUrl(LISTINGS.small)]) {
      business = await addAgain(pipeline, business, { googleBusinessUrl: url })
      expect(await refusal(pipeline, business)).toMatch(ONCE_AN_HOUR)
    }
    expect(pipeline.requests).toHaveLength(2)
  })

  test('is not asked for its list if the limit was used up under another address', async () => {
    const pipeline = await createPipeline({ plan: 'free' })
    const former = LISTINGS.moved.yelp?.formerAlias ?? ''
    const business = await add(pipeline, { yelpBusinessUrl: yelpUrl(LISTINGS.moved) })
    await pipeline.collect(business)
    const lists = () => pipeline.requests.filter(({ url }) => url.endsWith('/gql/batch'))
    expect(lists()).toHaveLength(1)
    const again = await addAgain(pipeline, business, {
      yelpBusinessUrl: `https://www.yelp.com/biz/${former}`,
    })
    const [run] = await pipeline.collect(again)
    expect(run).toMatchObject({
      status: 'cancelled',
      pagesScraped: 0,
      errors: [expect.stringMatching(ONCE_AN_HOUR)],
    })
    expect(lists()).toHaveLength(1)
    // From now on this is known without a request.
    expect(await refusal(pipeline, again)).toMatch(ONCE_AN_HOUR)
  })
})

describe("a platform's Retry-After belongs to the place", () => {
  const google = { googleBusinessUrl: googleUrl(LISTINGS.small) }

  test('whatever happens to the business and its link', async () => {
    const pipeline = await createPipeline({ plan: 'pro' })
    let business = await add(pipeline, google)
    refuseOnce(pipeline, 2 * HOUR_MS)
    await pipeline.collect(business)
    expect(await refusal(pipeline, business)).toMatch(LEFT_ALONE)
    for (const url of [googleUrl(LISTINGS.mixed), spelled(google.googleBusinessUrl)]) {
      await pipeline.api().businesses.update({ id: business.id, googleBusinessUrl: url })
    }
    expect(await refusal(pipeline, business)).toMatch(LEFT_ALONE)
    business = await addAgain(pipeline, business, google)
    expect(await refusal(pipeline, business)).toMatch(LEFT_ALONE)
    await pipeline.tick()
    expect(await rows('SELECT id FROM scrape_runs WHERE business_id = ?', business.id)).toEqual([])
    pipeline.clock.now += 2 * HOUR_MS
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded' })
  })

  test('even if it is short and the run that received it is cancelled', async () => {
    const pipeline = await createPipeline({ plan: 'pro' })
    const business = await add(pipeline, google)
    refuseOnce(pipeline, 4 * MINUTE_MS)
    const { runs } = await pipeline.start(business)
    await pipeline.deliverOnce()
    await pipeline.api().collection.cancel({ id: runs[0]?.id ?? '' })
    expect(await refusal(pipeline, business)).toMatch(LEFT_ALONE)
    pipeline.clock.now += 4 * MINUTE_MS
    expect((await pipeline.collect(business))[0]).toMatchObject({ status: 'succeeded' })
  })

  test.for([
    ['waits with it, where it is short', 3 * MINUTE_MS, 'succeeded'],
    ['ends, where it is long', HOUR_MS, 'failed'],
  ] as const)('and an open run of another business there %s', async ([_, waitMs, status], { pipeline }) => {
    const first = await add(pipeline, google)
    const second = await pipeline.addListing('small', 'google')
    await pipeline.start(second)
    await pipeline.start(first)
    refuseOnce(pipeline, waitMs)
    const refusedAt = pipeline.clock.now
    // Delivers the page of the second business; the first one's message waits.
    await pipeline.deliverOnce()
    await pipeline.settle()
    const [run] = (await pipeline.api().collection.runs({ businessId: first.id })).items
    expect(run).toMatchObject({ status })
    if (status === 'failed') expect(run?.errors).toEqual([expect.stringMatching(LEFT_ALONE)])
    for (const { at } of pipeline.requests) expect(at).toBeGreaterThanOrEqual(refusedAt + waitMs)
  })
})

describe('previews', () => {
  const preview = (pipeline: Pipeline, business: Business) =>
    pipeline.api().collection.preview({ businessId: business.id, platform: 'google' })

  test('are limited to twelve an hour per place, whatever happens to the business', async () => {
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const urls = [googleUrl(LISTINGS.small), spelled(googleUrl(LISTINGS.small)), shortLink(LISTINGS.small)]
    const answers: PromiseSettledResult<unknown>[] = []
    for (const url of urls) {
      const business = await add(pipeline, { googleBusinessUrl: url })
      answers.push(
        ...(await Promise.allSettled(Array.from({ length: 8 }, () => preview(pipeline, business)))),
      )
      await pipeline.api().businesses.remove({ id: business.id })
    }
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    const asked = pipeline.requests.filter(({ url }) => new URL(url).host === 'places.googleapis.com')
    expect(asked).toHaveLength(12)
  })

  test('respect the Retry-After that a run received', async () => {
    const pipeline = await createPipeline({ settings: KEYS_ONLY })
    const business = await add(pipeline, { googleBusinessUrl: googleUrl(LISTINGS.small) })
    refuseOnce(pipeline, HOUR_MS)
    await pipeline.collect(business)
    await expect(preview(pipeline, business)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(LEFT_ALONE),
    })
    expect(pipeline.requests).toEqual([])
  })
})

test('a tick deletes usage that no longer counts', async () => {
  const pipeline = await createPipeline({ plan: 'free' })
  await pipeline.collect(await add(pipeline, { googleBusinessUrl: googleUrl(LISTINGS.small) }))
  const kept = () =>
    rows('SELECT * FROM place_usage WHERE organization_id = ?', pipeline.account.organizationId)
  expect(await kept()).toHaveLength(1)
  await pipeline.tick()
  expect(await kept()).toHaveLength(1)
  pipeline.clock.now += HOUR_MS
  await pipeline.tick()
  expect(await kept()).toEqual([])
})

test('usage of a place is deleted with its organization', async () => {
  const pipeline = await createPipeline({ plan: 'free' })
  await pipeline.collect(await add(pipeline, { googleBusinessUrl: googleUrl(LISTINGS.small) }))
  const { organizationId } = pipeline.account
  await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(organizationId).run()
  expect(await rows('SELECT * FROM place_usage WHERE organization_id = ?', organizationId)).toEqual([])
})
