import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { parse as parseFacebook } from '#worker/sources/facebook/parse.ts'
import { refusal as facebookRefusal, usageOf } from '#worker/sources/facebook/refusal.ts'
import { googleBusinessProfile } from '#worker/sources/google-business-profile/google-business-profile.ts'
import { parseAccounts, parseLocations } from '#worker/sources/google-business-profile/locations.ts'
import { parseReplyState } from '#worker/sources/google-business-profile/reply-state.ts'
import { googlePlaces } from '#worker/sources/google-places/google-places.ts'
import { locate } from '#worker/sources/google-public/locate.ts'
import { parse as parseGoogle } from '#worker/sources/google-public/parse.ts'
import { refusal as googleRefusal } from '#worker/sources/google-public/refusal.ts'
import { locate as locateTripadvisor } from '#worker/sources/tripadvisor/locate.ts'
import { parse as parseTripadvisor } from '#worker/sources/tripadvisor/parse.ts'
import { parse as parseFusion } from '#worker/sources/yelp-fusion/parse.ts'
import { cursorAt, parse as parseYelp } from '#worker/sources/yelp-public/parse.ts'
import { pageRefusal } from '#worker/sources/yelp-public/refusal.ts'
import { resolve } from '#worker/sources/yelp-public/yelp-public.ts'
import { answerOf, sourceErrorOf } from './answers.ts'
import { expectSoundPage } from './review-shape.ts'
import { hasShared, readShared } from './shared-files.ts'

// Real responses, stored outside the repository. Assertions cover counts and formats, no personal texts.

describe.runIf(hasShared('recordings/google-public'))('recordings of Google', () => {
  const read = (file: string) => readShared(`recordings/google-public/${file}`)

  test('the review window of 2026-07 is read', () => {
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
  ])('a place is read with its first reviews: %s', (file, total) => {
    const page = parseGoogle(read(file))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(8)
    expect(page).toMatchObject({ total, nextCursor: null, warnings: [] })
    expect(
      page.reviews.every((review) => review.authorName !== 'A Google user' && review.reviewDate !== null),
    ).toBe(true)
    expect(parseGoogle(`)]}'\n${read(file)}`)).toEqual(page)
  })

  test('the Greek response, escaped twice and translated, gives the original texts', () => {
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

  test('the Place ID in the response leads to its feature id', () => {
    const placeData = JSON.parse(read('place-preview_kipriakon_2023-09_en.json'))[6]
    const url = new URL(`https://search.google.com/local/reviews?placeid=${placeData[78]}`)
    expect(locate(url)?.id).toBe(placeData[10])
  })

  test.each([
    ['as the file holds them', (file: string) => JSON.parse(read(file))],
    ['as elements of the list', (file: string) => JSON.parse(read(file))[0]],
  ])('the list of 2026-05 is read %s', (_, elementOf) => {
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

describe.runIf(hasShared('recordings/google-business-profile'))('recordings of Business Profile', () => {
  const read = (file: string) => readShared(`recordings/google-business-profile/${file}`)
  const { parse, refusal } = googleBusinessProfile

  test('the list of 2021-03 has one review with a reply', () => {
    const body = read('review_list_response_2021-03.json')
    const page = parse(body)
    expectSoundPage(page)
    expect(refusal(answerOf({ body }))).toBeNull()
    expect(page).toMatchObject({ total: 1, rating: 5, nextCursor: null, warnings: [] })
    expect(page.reviews).toMatchObject([
      {
        rating: 5,
        reviewDate: '2021-03-02T10:47:32.807Z',
        ownerResponse: { date: '2021-03-02T11:03:45.142Z' },
      },
    ])
    expect(page.reviews[0]?.reviewId).toHaveLength(78)
  })

  test('the list of 2020-10 has a rating without a comment and a translated comment', () => {
    const page = parse(read('reviews_list_translated_2020-10.json'))
    expectSoundPage(page)
    expect(page).toMatchObject({ total: 2, rating: 3, nextCursor: null, warnings: [] })
    expect(page.reviews).toMatchObject([
      { rating: 1, reviewText: '', ownerResponse: null },
      { rating: 5, reviewText: expect.stringMatching(/^[а-я, ]+$/i) },
    ])
    expect(page.reviews[0]?.reviewId).toHaveLength(76)
  })

  test('the single review of 2022-05 has a reply without a state and no comment', () => {
    const body = read('review_single_reply_no-comment_2022-05.json')
    expect(parseReplyState(body)).toEqual({ state: 'live', reason: null })
    const { reviews } = parse(JSON.stringify({ reviews: [JSON.parse(body)] }))
    expect(reviews).toMatchObject([
      {
        rating: 5,
        reviewText: '',
        reviewDate: '2022-05-16T11:27:14.829Z',
        ownerResponse: { date: '2022-05-17T15:18:52.509Z' },
      },
    ])
  })

  test('one account and the id of its location are read', () => {
    const { accounts } = parseAccounts(read('account_list_response_2021-03.json'))
    expect(accounts).toHaveLength(1)
    const account = accounts[0]?.id ?? ''
    const { locations } = parseLocations(read('location_list_response_2021-03.json'), account)
    expect(locations.map(({ id }) => id)).toEqual([`${account}/locations/13195921940790549583`])
  })
})

describe.runIf(hasShared('recordings/google-places'))('recordings of Places', () => {
  const read = (file: string) => readShared(`recordings/google-places/${file}`)
  const { parse, refusal } = googlePlaces

  test.each([
    ['places-new_black-sheep-pizza_2024-01.json', 1010, 4.5],
    ['places-new_rca-physical-therapy_2025-08.json', null, null],
    ['legacy-details_sacre-coeur_fr_2017-06.json', 3688, 4.5],
  ])('%s has five reviews', (file, total, rating) => {
    const body = read(file)
    const page = parse(body)
    expectSoundPage(page)
    expect(refusal(answerOf({ body }))).toBeNull()
    expect(page).toMatchObject({ total, rating, nextCursor: null, warnings: [] })
    expect(page.reviews).toHaveLength(5)
    expect(
      page.reviews.every(
        ({ reviewDate, authorName }) => reviewDate !== null && authorName !== 'A Google user',
      ),
    ).toBe(true)
  })

  test('links contain the review ids, and times may have nanoseconds', () => {
    const { reviews } = parse(read('places-new_rca-physical-therapy_2025-08.json'))
    expect(reviews.every(({ reviewId, url }) => url?.includes(reviewId))).toBe(true)
    expect(reviews.map(({ reviewDate }) => reviewDate)).toContain('2025-06-25T18:52:30.145Z')
  })

  test('an error in a response with status 200 is recognised', () => {
    expect(sourceErrorOf(() => parse(read('legacy-over-query-limit.json'))).kind).toBe('quota')
  })
})

describe.runIf(hasShared('recordings/yelp-public'))('recordings of Yelp', () => {
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
  ])('%s states its number of reviews but contains none', (file, total) => {
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

  test('the list of 2024-02-23 counts each review once, although its page came three times', () => {
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

  test('the trimmed list of 2024-02-26 is read', () => {
    const page = parseYelp(gql(JSON.parse(read('gql-reviews-projection_vons_2024-02-26.json')), 4000))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(30)
    expect(page.reviews.map((review) => review.reviewId)).not.toContain('aaXnPoD8yG8umu6ktWFVXA')
    expect(page.reviews.every((review) => review.reviewDate !== null)).toBe(true)
  })

  test('the feed of 2023-11 is read', () => {
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

describe.runIf(hasShared('recordings/yelp-fusion'))("recordings of Yelp's API", () => {
  const read = (file: string) => readShared(`recordings/yelp-fusion/${file}`)

  test('the excerpts of 2016 have their ids in their links', () => {
    const page = parseFusion(read('reviews_response_yelp-ios.json'))
    expectSoundPage(page)
    expect(page).toMatchObject({ total: 3, nextCursor: null, warnings: [] })
    expect(page.reviews.map((review) => review.reviewId)).toEqual([
      'hp8hAJ-AnlpqxCCu7kyCWA',
      'fj87uymFDJbq0Cy5hXTHIA',
      'm_tnQox9jqWeIrU87sN-IQ',
    ])
    expect(page.reviews.every((review) => review.reviewText.endsWith('...'))).toBe(true)
    expect(page.reviews[0]?.reviewDate).toBe('2016-08-29T00:41:13.000Z')
  })

  test('ten businesses of 2022-05 have three excerpts each', () => {
    const businesses: { review_count: number; reviews: unknown[] }[] = JSON.parse(
      read('business-search-with-reviews_austin_2022-05_a.json'),
    )
    expect(businesses).toHaveLength(10)
    for (const business of businesses) {
      const list = { reviews: business.reviews, total: business.review_count, possible_languages: ['en'] }
      for (const body of [list, business]) {
        const page = parseFusion(JSON.stringify(body))
        expectSoundPage(page)
        expect(page.reviews).toHaveLength(3)
        expect(page).toMatchObject({ total: business.review_count, warnings: [] })
        expect(page.reviews.every(({ reviewDate, url }) => reviewDate !== null && url !== null)).toBe(true)
      }
    }
  })

  test('a business of 2016 and an error in the older format are read', () => {
    expect(parseFusion(read('business_response_yelp-ios.json'))).toMatchObject({
      reviews: [],
      total: 4350,
      rating: 4.5,
    })
    expect(sourceErrorOf(() => parseFusion(read('error_yelp-ios.json'))).kind).toBe('blocked')
  })
})

describe.runIf(hasShared('recordings/facebook'))('recordings of Facebook', () => {
  const read = (file: string) => {
    const { status, headers, body } = JSON.parse(readShared(`recordings/facebook/${file}`))
    return answerOf({ status, headers, body: JSON.stringify(body) })
  }

  test('a page of 2021-10 with embedded ratings is read', () => {
    const answer = read('page_ratings_0a61348_2021-10-22.json')
    expect(facebookRefusal(answer)).toBeNull()
    expect(usageOf(answer.headers)).toEqual({ percent: 1, waitSeconds: null })
    const page = parseFacebook(answer.body)
    expectSoundPage(page)
    expect(page).toMatchObject({ total: null, rating: 5, nextCursor: null, warnings: [] })
    expect(page.reviews).toHaveLength(1)
    expect(page.reviews[0]).toMatchObject({
      rating: 5,
      authorName: 'A Facebook user',
      reviewDate: '2018-11-25T12:17:16.000Z',
    })
    expect(page.reviews[0]?.reviewText).not.toBe('')
  })

  test('an error of 2021-10 is recognised', () => {
    const answer = read('page_error-100_0a61348_2021-10-22.json')
    expect(usageOf(answer.headers).percent).toBe(5)
    expect(facebookRefusal(answer)?.kind).toBe('cursor_expired')
    expect(sourceErrorOf(() => parseFacebook(answer.body)).kind).toBe('cursor_expired')
  })
})

describe.runIf(hasShared('recordings/tripadvisor'))('recordings of TripAdvisor', () => {
  const read = (file: string) => readShared(`recordings/tripadvisor/${file}`)

  test('five reviews of the Content API are read', () => {
    const page = parseTripadvisor(read('content-api-reviews_lumbarda-apartments.json'))
    expectSoundPage(page)
    expect(page).toMatchObject({ total: null, nextCursor: null, warnings: [] })
    expect(page.reviews.map((review) => review.rating)).toEqual([5, 4, 5, 5, 5])
    expect(page.reviews.map((review) => review.ownerResponse?.date ?? null)).toEqual([
      null,
      null,
      '2017-07-22T13:42:52.000Z',
      null,
      null,
    ])
    expect(page.reviews.every((review) => review.reviewText === review.reviewText.trimEnd())).toBe(true)
    for (const { url } of page.reviews) expect(locateTripadvisor(new URL(url ?? ''))?.id).toBe('1720231')
  })

  test('locations of the partner API are read, with and without reviews', () => {
    const page = parseTripadvisor(read('partner-location-with-reviews_the-shard_2019-04.json'))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(5)
    expect(page).toMatchObject({ total: 17_349, rating: 4.5, warnings: [] })
    expect(page.reviews[0]).toMatchObject({ reviewDate: '2019-04-15T07:54:07.000Z', helpfulVotes: 1 })
    const bare = parseTripadvisor(read('partner-location_boston-harbor-hotel_2018-04.json'))
    expect(bare).toMatchObject({ reviews: [], total: 1780, rating: 4.5 })
  })

  test("the website's own response of 2025-03 is read", () => {
    const page = parseTripadvisor(read('graphql-reviews_shakeys-anaheim_2025-03-18.json'))
    expectSoundPage(page)
    expect(page.reviews).toHaveLength(20)
    expect(page).toMatchObject({ total: 121, rating: 3.9, nextCursor: null, warnings: [] })
    expect(page.reviews.filter(({ language }) => language !== 'en').map(({ language }) => language)).toEqual([
      'pt',
      'ja',
    ])
  })
})
