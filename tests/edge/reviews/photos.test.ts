import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { arrive } from '#tests/edge/support/collected.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Business, createBusiness } from '#tests/factories.ts'
import type { ReviewPhoto } from '#worker/rules/photos.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

const REPLY_URL = 'https://business.google.com/reviews/reply?review=r1'

const test = base.extend('business', ({ account }) => createBusiness(env.DB, account))

function photo(name: string): ReviewPhoto {
  const url = `https://lh3.googleusercontent.com/grass-cs/${name}=s300`
  return { thumbnailUrl: url, url, isVideo: false }
}

function review(parts: Partial<ScrapedReview> = {}): ScrapedReview {
  return {
    reviewId: 'r1',
    authorName: 'Ana',
    rating: 4,
    reviewText: 'Soup.',
    reviewDate: '2026-05-01T10:00:00.000Z',
    helpfulVotes: 0,
    userVerified: false,
    ownerResponse: null,
    language: null,
    url: null,
    ...parts,
  }
}

interface Row {
  photos: string | null
  reply_url: string | null
  edited_at: number | null
  updated_at: number
}

async function stored({ id }: Business): Promise<Row> {
  const row = await env.DB.prepare(
    'SELECT photos, reply_url, edited_at, updated_at FROM reviews WHERE business_id = ?',
  )
    .bind(id)
    .first<Row>()
  if (!row) throw new Error('nothing is stored')
  return row
}

const namesIn = ({ photos }: Row) =>
  (JSON.parse(photos ?? '[]') as ReviewPhoto[]).map(({ url }) => /\/(\w+)=/.exec(url)?.[1])

test('new photo addresses replace the former ones without counting as an edit, unlike a new text', async ({
  business,
}) => {
  await arrive(business, [review({ photos: [photo('a')] })], { now: 1_000 })
  await arrive(business, [review({ photos: [photo('b')] })], { now: 2_000 })
  const moved = await stored(business)
  expect([namesIn(moved), moved.edited_at, moved.updated_at]).toEqual([['b'], null, 1_000])

  expect(await arrive(business, [review({ photos: [photo('b')] })], { now: 3_000 })).toBe(0)

  await arrive(business, [review({ reviewText: 'Good soup.', photos: [photo('b'), photo('c')] })], {
    now: 4_000,
  })
  const edited = await stored(business)
  expect([namesIn(edited), edited.edited_at, edited.updated_at]).toEqual([['b', 'c'], 4_000, 4_000])
})

test('removed photos are deleted, but an import or a source without photos deletes none', async ({
  business,
}) => {
  const shown = review({ photos: [photo('a')], replyUrl: REPLY_URL })
  await arrive(business, [shown], { source: 'google-business-profile' })
  await arrive(business, [review()], { source: 'file', authority: 'imported' })
  await arrive(business, [review()], { source: 'google-places', authority: 'partial', texts: 'excerpts' })
  expect(await stored(business)).toMatchObject({ photos: JSON.stringify([photo('a')]), reply_url: REPLY_URL })
  await arrive(business, [review()])
  expect(await stored(business)).toMatchObject({ photos: null, reply_url: null })
})

test('the list can be filtered by photos from the start and after a change', async ({
  account,
  business,
}) => {
  const { reviews, savedViews } = apiFor(account)
  const found = async () =>
    (await reviews.list({ photos: 'with' })).items.map(({ reviewerName }) => reviewerName)
  await arrive(business, [
    review({ photos: [photo('a')] }),
    review({ reviewId: 'r2', authorName: 'Ben', reviewDate: '2026-05-02T10:00:00.000Z' }),
  ])
  expect(await found()).toEqual(['Ana'])
  await arrive(business, [review({ reviewId: 'r2', authorName: 'Ben', photos: [photo('b')] }), review()])
  expect(await found()).toEqual(['Ben'])
  await expect(savedViews.save({ name: 'Photos', query: 'photos=with' })).resolves.toMatchObject({
    query: 'photos=with',
  })
  await expect(reviews.list({ photos: 'without' } as never)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test("a review has photo addresses that its browser can load; the CSV file has the platform's", async ({
  account,
  business,
}) => {
  await arrive(business, [review({ photos: [photo('a'), photo('b')], replyUrl: REPLY_URL })])
  const { reviews } = apiFor(account, { plan: 'pro' })
  const [item] = (await reviews.list()).items
  expect(item).toMatchObject({ photos: [photo('a'), photo('b')], replyUrl: REPLY_URL })
  const { photos } = await reviews.get({ id: item?.id ?? '' })
  const local = `${env.UPSTREAM_ORIGIN}/lh3.googleusercontent.com/grass-cs/a=s300`
  expect(photos[0]).toEqual({ thumbnailUrl: local, url: local, isVideo: false })
  let csv = ''
  for await (const piece of await reviews.export()) csv += piece
  expect(csv).toContain('"Photos","Photo links"')
  expect(csv).toContain(`,2,"${photo('a').url} ${photo('b').url}"`)
})

test('a review leads to its reply page, unless the stored address is invalid', async ({
  account,
  business,
}) => {
  const url = 'https://www.google.com/maps/reviews/data=1'
  await arrive(business, [review({ url, replyUrl: REPLY_URL })])
  const { reviews } = apiFor(account)
  const id = (await reviews.list()).items[0]?.id ?? ''
  expect(await reviews.platformPage({ id })).toEqual({ url: REPLY_URL })
  for (const replyUrl of [
    'https://evil.example/',
    'https://share.google/search',
    'javascript:alert(1)',
    null,
  ]) {
    await env.DB.prepare('UPDATE reviews SET reply_url = ? WHERE id = ?').bind(replyUrl, Number(id)).run()
    expect(await reviews.platformPage({ id })).toEqual({ url })
  }
})
