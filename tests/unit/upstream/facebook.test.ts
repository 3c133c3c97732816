import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { facebookUrl, LISTINGS, type Listing } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { type ScrapedReview, SourceError } from '#worker/sources/source.ts'
import { ask } from './ask.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterEach(() => upstream.control.reset())
afterAll(() => upstream.close())

async function answerTo(request: Request) {
  const response = await ask(upstream.origin, request)
  return { status: response.status, headers: response.headers, body: await response.text() }
}

async function tokenOf(key: string, account = 'wren', scope?: string): Promise<string> {
  const { pages } = await upstream.control.grantFacebook(account, scope)
  return pages.find(({ listing }) => listing === key)?.accessToken ?? ''
}

/** Parses one page of a listing's recommendations as the product does; a SourceError if refused. */
async function pageOf(listing: Listing, accessToken: string, cursor: string | null = null) {
  const place = { id: listing.facebook?.pageId ?? '', url: facebookUrl(listing) }
  const answer = await answerTo(facebook.request(place, cursor, { accessToken }))
  return facebook.refusal(answer) ?? facebook.parse(answer.body, cursor)
}

/** All recommendations of a listing, read page by page as the product does. */
async function walk(listing: Listing): Promise<ScrapedReview[]> {
  const token = await tokenOf(listing.key)
  const reviews: ScrapedReview[] = []
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const page = await pageOf(listing, token, cursor)
    if (page instanceof SourceError) throw page
    expect(page.warnings).toEqual([])
    reviews.push(...page.reviews)
    cursor = page.nextCursor
  }
  return reviews
}

describe('recommendations', () => {
  test.each(['small', 'mixed', 'large', 'changing', 'empty'] as const)(
    '%s: reading all pages returns exactly the simulated reviews',
    async (key) => {
      const truth = await upstream.control.reviews('facebook', key)
      const expected = truth.map((review) => ({
        ...review,
        authorName: review.authorName ?? 'A Facebook user',
        userVerified: false,
      }))
      expect(await walk(LISTINGS[key])).toEqual(expected)
      expect(new Set(truth.map(({ reviewId }) => reviewId)).size).toBe(truth.length)
    },
  )

  test('paging is omitted when everything fits, and the last page has no next address', async () => {
    const small = await answerTo(
      facebook.request({ id: LISTINGS.small.facebook.pageId, url: '' }, null, {
        accessToken: await tokenOf('small'),
      }),
    )
    expect(JSON.parse(small.body)).not.toHaveProperty('paging')
    const token = await tokenOf('changing')
    const first = await pageOf(LISTINGS.changing, token)
    if (first instanceof SourceError || first.nextCursor === null) throw new Error('There is no second page.')
    expect(await pageOf(LISTINGS.changing, token, first.nextCursor)).toMatchObject({ nextCursor: null })
    expect(await pageOf(LISTINGS.changing, token, 'QVFIUnonsense')).toMatchObject({ kind: 'cursor_expired' })
  })

  test('an edited review and a removed review are reflected in the list', async () => {
    const target = { platform: 'facebook', id: 'small' } as const
    const [first, second] = await upstream.control.reviews('facebook', 'small')
    await upstream.control.edit(target, first?.reviewId ?? '', { rating: 1, text: 'No longer.' })
    await upstream.control.remove(target, second?.reviewId ?? '')
    const reviews = await walk(LISTINGS.small)
    expect(reviews).toHaveLength(2)
    expect(reviews).toContainEqual(
      expect.objectContaining({
        reviewId: first?.reviewId,
        reviewDate: first?.reviewDate,
        rating: 1,
        reviewText: 'No longer.',
      }),
    )
  })
})

describe('tokens', () => {
  test('a page can only be read with its own token', async () => {
    const { accessToken } = await upstream.control.grantFacebook('wren')
    for (const token of [accessToken, await tokenOf('mixed')]) {
      expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind: 'not_found' })
    }
    expect(await pageOf(LISTINGS.small, 'EAACinvented')).toMatchObject({ kind: 'reconnect' })
  })

  test('nothing can be read without the permission', async () => {
    const token = await tokenOf('small', 'wren', 'pages_show_list')
    expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind: 'not_allowed' })
  })
})

test.each([
  ['12', 'ended'],
  ['100.33', 'not_found'],
  ['190.463', 'reconnect'],
  ['80001', 'rate_limited'],
  [undefined, 'unavailable'],
])('the fault api_error as %s is read as %s', async (variant, kind) => {
  const token = await tokenOf('small')
  const fault = { kind: 'api_error', platform: 'facebook' } as const
  await upstream.control.addFault({ ...fault, ...(variant !== undefined && { variant }) })
  expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind })
  expect(await pageOf(LISTINGS.small, token)).toMatchObject({ warnings: [] })
})
