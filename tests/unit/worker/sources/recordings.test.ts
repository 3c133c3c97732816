import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { locate } from '#worker/sources/google-public/locate.ts'
import { parse as parseGoogle } from '#worker/sources/google-public/parse.ts'
import { refusal as googleRefusal } from '#worker/sources/google-public/refusal.ts'
import { cursorAt } from '#worker/sources/yelp-public/cursor.ts'
import { parse as parseYelp } from '#worker/sources/yelp-public/parse.ts'
import { pageRefusal } from '#worker/sources/yelp-public/refusal.ts'
import { resolve } from '#worker/sources/yelp-public/resolve.ts'
import { answerOf } from './answers.ts'
import { expectSoundPage } from './review-shape.ts'
import { hasShared, readShared } from './shared-files.ts'

// Answers the real services gave, kept outside the repository. Only counts and forms are asserted, no words of people.

describe.runIf(hasShared('recordings/google-public'))('Google', () => {
  const read = (file: string) => readShared(`recordings/google-public/${file}`)

  test('the review window of 2026-07', () => {
    const body = read('getlocalboqproxy_kake-di-hatti_2026-07-30_excerpt.json')
    const page = parseGoogle(body)
    expectSoundPage(page)
    expect(googleRefusal(answerOf({ body }))).toBeNull()
    expect(page.reviews.map((review) => review.rating)).toEqual([5, 1, 3, 4, 4])
    expect(page.reviews.map((review) => review.ownerResponse !== null)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
    expect(page.reviews.map((review) => review.helpfulVotes)).toEqual([1, 1, 0, 1, 0])
    expect(
      page.reviews.every((review) => review.reviewDate?.startsWith('2026-') && review.language === 'en'),
    ).toBe(true)
    expect(
      page.reviews.every((review) => review.reviewText.length > 100 && !review.reviewText.includes('<br>')),
    ).toBe(true)
    expect(page.reviews.every((review) => review.url?.includes(review.reviewId))).toBe(true)
    expect(page.nextCursor).toMatch(/^[A-Za-z0-9]{90,}$/)
    expect(page).toMatchObject({ total: null, warnings: [] })
    expect(parseGoogle(`)]}'\n${body}`)).toEqual(page)
  })

  test.each([
    ['place-preview_kipriakon_2023-09_en.json', 396],
    ['place-preview_kipriakon_2024-10_el.json', 516],
  ])('a place with its first reviews: %s', (file, total) => {
    const page = parseGoogle(read(file))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(8)
    expect(page).toMatchObject({ total, nextCursor: null, warnings: [] })
    expect(
      page.reviews.every((review) => review.authorName !== 'A Google user' && review.reviewDate !== null),
    ).toBe(true)
    expect(parseGoogle(`)]}'\n${read(file)}`)).toEqual(page)
  })

  test('the Greek answer, escaped twice and translated, gives originals', () => {
    const { reviews } = parseGoogle(read('place-preview_kipriakon_2024-10_el.json'))
    expect(reviews.filter((review) => review.ownerResponse !== null)).toHaveLength(2)
    expect(reviews.every((review) => review.language === 'en' && /^[^α-ω]+$/u.test(review.reviewText))).toBe(
      true,
    )
    const texts = reviews.flatMap((review) => [
      review.reviewText,
      review.url ?? '',
      review.ownerResponse?.text ?? '',
    ])
    expect(texts.some((text) => text.includes('\\'))).toBe(false)
    expect(reviews.some((review) => review.reviewText.includes('\n'))).toBe(true)
    expect(reviews.every((review) => review.url?.endsWith('?hl=el'))).toBe(true)
  })

  test('the place names itself in an address that is located as its feature id', () => {
    const placeData = JSON.parse(read('place-preview_kipriakon_2023-09_en.json'))[6]
    const url = new URL(`https://search.google.com/local/reviews?placeid=${placeData[78]}`)
    expect(locate(url)?.id).toBe(placeData[10])
  })

  test.each([
    ['as the file holds them', (file: string) => JSON.parse(read(file))],
    ['as elements of the list', (file: string) => JSON.parse(read(file))[0]],
  ])('the list of 2026-05, %s', (_, elementOf) => {
    const elements = [
      elementOf('listugcposts-review_with-reply_de_2026-05.json'),
      elementOf('listugcposts-review_no-translation_2026-05.json'),
    ]
    const page = parseGoogle(`)]}'\n${JSON.stringify([null, 'NEXT', elements])}`)
    expectSoundPage(page)
    expect(page).toMatchObject({ nextCursor: 'NEXT', total: null, warnings: [] })
    expect(page.reviews).toMatchObject([
      { rating: 1, language: 'de', helpfulVotes: 0, reviewDate: '2026-02-27T10:02:02.193Z' },
      {
        rating: 5,
        language: 'en',
        helpfulVotes: 5,
        reviewDate: '2019-04-17T09:54:51.197Z',
        ownerResponse: null,
      },
    ])
    expect(page.reviews[0]?.ownerResponse?.date).toBe('2026-02-28T08:22:27.000Z')
  })
})

describe.runIf(hasShared('recordings/yelp-public'))('Yelp', () => {
  const read = (file: string) => readShared(`recordings/yelp-public/${file}`)
  const gql = (nodes: unknown[], total: number) => {
    const reviews = {
      totalCount: total,
      edges: nodes.map((node) => ({ node })),
      pageInfo: { hasNextPage: true },
    }
    return JSON.stringify([
      { data: { business: { encid: 'Lw7NmZ3j-WEye97ywEmkXQ', reviewCount: total, reviews } } },
    ])
  }

  test.each([
    ['biz-page_shakeys-burbank_2025-04-07.html', 328],
    ['biz-page_shakeys-burbank_2025-04-13.html', 327],
    ['biz-page-head_peter-luger_2019-07_excerpt_a.html', 5437],
  ])('%s states its number of reviews and holds none', (file, total) => {
    const body = read(file)
    const page = parseYelp(body)
    expect(page).toMatchObject({ reviews: [], total, nextCursor: null })
    expect(page.warnings).toHaveLength(1)
    expect(pageRefusal(answerOf({ body }))).toBeNull()
    expect(fastestMs(() => parseYelp(body))).toBeLessThan(50)
  })

  test.each([
    ['biz-page_shakeys-burbank_2025-04-07.html', 'tuWl2S2O4YwI2qHXiIaSyw', 'shakeys-pizza-parlor-burbank-3'],
    ['biz-page_shakeys-burbank_2025-04-13.html', 'tuWl2S2O4YwI2qHXiIaSyw', 'shakeys-pizza-parlor-burbank-3'],
    ['biz-page-head_peter-luger_2019-07_excerpt_a.html', '4yPqqJDJOQX69gC66YUDkA', 'peter-luger-brooklyn-2'],
  ])('%s names its business', (file, id, alias) => {
    const place = { id: null, url: 'https://www.yelp.com/biz/asked' }
    expect(resolve.parse(place, answerOf({ body: read(file) }))).toEqual({
      id,
      url: `https://www.yelp.com/biz/${alias}`,
    })
  })

  test('the list of 2024-02-23, one page delivered three times', () => {
    const edges: { node: unknown }[] = JSON.parse(
      read('gql-review-edges_vons_2024-02-23_repeated-pages.json'),
    )
    const page = parseYelp(
      gql(
        edges.map(({ node }) => node),
        4000,
      ),
    )
    expectSoundPage(page)
    expect(edges).toHaveLength(30)
    expect(page.reviews).toHaveLength(10)
    expect(page).toMatchObject({ total: 4000, nextCursor: cursorAt(30), warnings: [] })
    expect(
      page.reviews.every((review) => review.reviewDate?.startsWith('2024-02-') && review.language === 'en'),
    ).toBe(true)
    expect(page.reviews[0]?.reviewDate).toBe('2024-02-23T15:10:29.000Z')
  })

  test('the trimmed list of 2024-02-26', () => {
    const page = parseYelp(gql(JSON.parse(read('gql-reviews-projection_vons_2024-02-26.json')), 4000))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(30)
    expect(page.reviews.map((review) => review.reviewId)).not.toContain('aaXnPoD8yG8umu6ktWFVXA')
    expect(page.reviews.every((review) => review.reviewDate !== null)).toBe(true)
  })

  test('the feed of 2023-11', () => {
    const reviews: { id: string }[] = JSON.parse(read('review_feed-reviews_vons_2023-11_a.json'))
    const page = parseYelp(JSON.stringify({ reviews, pagination: { totalResults: 4000 } }))
    expectSoundPage(page)
    expect(page.reviews.map((review) => review.reviewId)).toEqual(reviews.map(({ id }) => id))
    expect(page).toMatchObject({ total: 4000, nextCursor: cursorAt(10), warnings: [] })
    expect(
      page.reviews.every((review) => /^2023-(09|11)-\d\dT00:00:00\.000Z$/.test(review.reviewDate ?? '')),
    ).toBe(true)
    expect(page.reviews.some((review) => /<br>|&#39;/.test(review.reviewText))).toBe(false)
  })
})
