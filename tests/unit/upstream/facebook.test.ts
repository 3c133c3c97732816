import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { facebookUrl, LISTINGS, type Listing } from '#tests/upstream/listings.ts'
import { startUpstream, type Upstream } from '#tests/upstream/server.ts'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { locate } from '#worker/sources/facebook/locate.ts'
import { pagesRequest, parsePages } from '#worker/sources/facebook/pages.ts'
import { type ScrapedReview, SourceError } from '#worker/sources/source.ts'
import { ask, at } from './ask.ts'

const GRAPH = 'https://graph.facebook.com/v21.0'
const CALLBACK = 'http://localhost:8787/connections/facebook/callback'
const SCOPE = 'pages_show_list pages_read_engagement pages_read_user_content'

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

/** What the product makes of one page of a listing's recommendations: a page, or why not. */
async function pageOf(listing: Listing, accessToken: string, cursor: string | null = null) {
  const place = { id: listing.facebook?.pageId ?? '', url: facebookUrl(listing) }
  const answer = await answerTo(facebook.request(place, cursor, { accessToken }))
  const pauseSeconds = facebook.pauseAfter?.(answer) ?? null
  return facebook.refusal(answer) ?? { ...facebook.parse(answer.body, cursor), pauseSeconds }
}

/** Every recommendation of a listing, as the product walks through them. */
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
    '%s: a walk finds the truth',
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

  test('a list has every form there is', async () => {
    const token = await tokenOf('large')
    const fields =
      'created_time,recommendation_type,review_text,rating,reviewer{id,name},open_graph_story{id}'
    const { pageId } = LISTINGS.large.facebook
    const entries: unknown[] = []
    for (const start of [0, 700, 800]) {
      const after = start === 0 ? '' : `&after=QVFIU${btoa(`simulated:${start}`).replaceAll('=', '')}`
      const answer = await ask(
        upstream.origin,
        `${GRAPH}/${pageId}/ratings?fields=${fields}&limit=100&access_token=${token}${after}`,
      )
      entries.push(...((at(await answer.json(), 'data') as unknown[]) ?? []))
    }
    expect(entries).toHaveLength(300)
    const has = (name: string, is: boolean) => (entry: unknown) => (at(entry, name) !== undefined) === is
    const all = (...checks: ((entry: unknown) => boolean)[]) =>
      entries.filter((entry) => checks.every((check) => check(entry))).length
    expect(all(has('recommendation_type', true), has('rating', false))).toBeGreaterThan(0)
    expect(all(has('recommendation_type', true), has('rating', true))).toBeGreaterThan(0)
    expect(
      all(has('recommendation_type', false), has('rating', true), has('open_graph_story', false)),
    ).toBeGreaterThan(0)
    expect(all(has('recommendation_type', false), has('open_graph_story', true))).toBeGreaterThan(0)
    expect(all(has('reviewer', false))).toBeGreaterThan(0)
    expect(all(has('review_text', false))).toBeGreaterThan(0)
  })

  test('paging is left out when all fit, and ends without a next address', async () => {
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

  test('the address of each page is one of a page', () => {
    expect(locate(new URL(facebookUrl(LISTINGS.small)))).toMatchObject({ id: null })
    expect(locate(new URL(facebookUrl(LISTINGS.mixed)))?.id).toBe(LISTINGS.mixed.facebook.pageId)
  })

  test('a review changes and disappears', async () => {
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
  test('a page is asked with its own token only', async () => {
    const { accessToken } = await upstream.control.grantFacebook('wren')
    for (const token of [accessToken, await tokenOf('mixed')]) {
      expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind: 'not_found' })
    }
    expect(await pageOf(LISTINGS.small, 'EAACinvented')).toMatchObject({ kind: 'reconnect' })
  })

  test('without the permission nothing is read', async () => {
    const token = await tokenOf('small', 'wren', 'pages_show_list')
    expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind: 'not_allowed' })
  })

  test('tokens of people end after a while, those of pages only when they are taken back', async () => {
    const { accessToken, pages } = await upstream.control.grantFacebook('tomas')
    const small = pages.find(({ listing }) => listing === 'small')?.accessToken ?? ''
    const other = await tokenOf('small', 'wren')
    await upstream.control.expireFacebookTokens()
    const list = await answerTo(pagesRequest(accessToken))
    expect(facebook.refusal(list)).toMatchObject({
      kind: 'reconnect',
      message: expect.stringContaining('expired'),
    })
    expect(await pageOf(LISTINGS.small, small)).toMatchObject({ warnings: [] })
    await upstream.control.revokeFacebook('tomas')
    expect(await pageOf(LISTINGS.small, small)).toMatchObject({
      kind: 'reconnect',
      message: expect.stringContaining('removed'),
    })
    expect(await pageOf(LISTINGS.small, other)).toMatchObject({ warnings: [] })
  })

  test('a page that is gone is not visible', async () => {
    expect(await pageOf(LISTINGS.gone, await tokenOf('gone'))).toMatchObject({ kind: 'not_found' })
  })
})

describe('connecting', () => {
  function dialogUrl(changes: Record<string, string> = {}): string {
    const query = {
      client_id: upstream.settings.FACEBOOK_CLIENT_ID ?? '',
      redirect_uri: CALLBACK,
      state: 'the-state',
      scope: SCOPE,
      response_type: 'code',
    }
    return `https://www.facebook.com/v21.0/dialog/oauth?${new URLSearchParams({ ...query, ...changes })}`
  }

  function send(address: string, form: [string, string][]) {
    return ask(upstream.origin, new Request(address, { method: 'POST', body: new URLSearchParams(form) }))
  }

  async function wayBack(form: [string, string][]): Promise<URL> {
    const answer = await send(dialogUrl(), form)
    expect(answer.status).toBe(302)
    return new URL(answer.headers.get('location') ?? '')
  }

  async function exchange(fields: Record<string, string>) {
    const client = {
      client_id: upstream.settings.FACEBOOK_CLIENT_ID ?? '',
      client_secret: upstream.settings.FACEBOOK_CLIENT_SECRET ?? '',
    }
    const answer = await send(`${GRAPH}/oauth/access_token`, Object.entries({ ...client, ...fields }))
    const body: unknown = await answer.json()
    return { status: answer.status, token: String(at(body, 'access_token')), body }
  }

  async function userToken(withhold: string[] = []): Promise<string> {
    const form: [string, string][] = [
      ['decision', 'allow'],
      ['account', 'wren'],
      ...withhold.map((scope): [string, string] => ['withhold', scope]),
    ]
    const code = (await wayBack(form)).searchParams.get('code') ?? ''
    return (await exchange({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })).token
  }

  const asked = async (path: string, token: string, method = 'GET') => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await ask(upstream.origin, new Request(`${GRAPH}/${path}`, { method, headers }))
    return { status: answer.status, body: (await answer.json()) as unknown }
  }

  test('the dialog shows who can be chosen and what is asked for', async () => {
    const page = await (await ask(upstream.origin, dialogUrl())).text()
    expect(page).toMatch(/Wren Alder.*pages_read_user_content/s)
  })

  test('from the dialog to the pages and their recommendations', async () => {
    const back = await wayBack([
      ['decision', 'allow'],
      ['account', 'wren'],
    ])
    expect([back.origin + back.pathname, back.searchParams.get('state'), back.hash]).toEqual([
      CALLBACK,
      'the-state',
      '#_=_',
    ])
    const code = back.searchParams.get('code') ?? ''
    const short = await exchange({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    expect(short.body).toMatchObject({ token_type: 'bearer', expires_in: 7_200 })
    const long = await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: short.token })
    expect(long.body).toMatchObject({ token_type: 'bearer', expires_in: 5_184_000 })
    const list = await answerTo(pagesRequest(long.token))
    expect(facebook.refusal(list)).toBeNull()
    const { pages, nextCursor } = parsePages(list.body)
    expect(nextCursor).toBeNull()
    expect(pages.map(({ name }) => name)).toContain(LISTINGS.mixed.name)
    const mixed = pages.find(({ id }) => id === LISTINGS.mixed.facebook.pageId)
    expect(mixed?.url).toBe(facebookUrl(LISTINGS.mixed))
    expect(await pageOf(LISTINGS.mixed, mixed?.accessToken ?? '')).toMatchObject({ warnings: [] })
  })

  test('a long list of pages comes in parts', async () => {
    const token = await userToken()
    const first = await asked('me/accounts?fields=id,access_token&limit=4', token)
    const { pages, nextCursor } = parsePages(JSON.stringify(first.body))
    expect(pages).toHaveLength(4)
    const second = parsePages((await answerTo(pagesRequest(token, nextCursor))).body)
    expect(second.nextCursor).toBeNull()
    expect(new Set([...pages, ...second.pages].map(({ id }) => id)).size).toBe(6)
  })

  test('who is connected, what was allowed, and the end of it', async () => {
    const token = await userToken(['pages_read_user_content'])
    expect((await asked('me', token)).body).toMatchObject({
      name: 'Wren Alder',
      id: expect.stringMatching(/^\d{17}$/),
    })
    expect((await asked('me/permissions', token)).body).toEqual({
      data: [
        { permission: 'pages_show_list', status: 'granted' },
        { permission: 'pages_read_engagement', status: 'granted' },
        { permission: 'pages_read_user_content', status: 'declined' },
      ],
    })
    expect((await asked('me/permissions', token, 'DELETE')).body).toEqual({ success: true })
    expect((await asked('me', token)).body).toMatchObject({ error: { code: 190, error_subcode: 458 } })
  })

  test('without the permission to list pages there are none', async () => {
    expect((await asked('me/accounts', await userToken(['pages_show_list']))).body).toEqual({ data: [] })
  })

  test('a person may refuse', async () => {
    const back = await wayBack([['decision', 'deny']])
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'access_denied',
      error_reason: 'user_denied',
      state: 'the-state',
    })
  })

  test('codes are good once, for their address and for us', async () => {
    const code = async () =>
      (
        await wayBack([
          ['decision', 'allow'],
          ['account', 'wren'],
        ])
      ).searchParams.get('code') ?? ''
    const once = await code()
    expect((await exchange({ code: once, redirect_uri: CALLBACK })).status).toBe(200)
    expect((await exchange({ code: once, redirect_uri: CALLBACK })).body).toMatchObject({
      error: { code: 100 },
    })
    expect((await exchange({ code: await code(), redirect_uri: `${CALLBACK}x` })).status).toBe(400)
    expect((await exchange({ code: await code(), redirect_uri: CALLBACK, client_secret: 'x' })).status).toBe(
      500,
    )
    expect((await exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: 'EAACx' })).status).toBe(400)
  })

  test.each([
    ['client_id', '1'],
    ['redirect_uri', 'https://evil.example/connections/facebook/callback'],
    ['redirect_uri', 'http://localhost.evil.example/callback'],
    ['response_type', 'token'],
  ])('the dialog refuses the %s %s', async (name, value) => {
    expect((await ask(upstream.origin, dialogUrl({ [name]: value }))).status).toBe(400)
  })

  test('a field that does not exist is an error', async () => {
    const token = await userToken()
    expect((await asked('me/accounts?fields=id,secret', token)).body).toMatchObject({ error: { code: 100 } })
    const page = await tokenOf('small')
    const { pageId } = LISTINGS.small.facebook
    expect((await asked(`${pageId}/ratings?fields=stars`, page)).body).toMatchObject({ error: { code: 100 } })
    expect((await asked('me/accounts', page)).body).toMatchObject({ error: { code: 100 } })
  })

  test('the numbers of a page', async () => {
    const { pageId } = LISTINGS.mixed.facebook
    const { body } = await asked(`${pageId}?fields=overall_star_rating,rating_count`, await tokenOf('mixed'))
    expect(body).toMatchObject({ id: pageId, rating_count: 60, overall_star_rating: expect.any(Number) })
    const empty = await asked(LISTINGS.empty.facebook.pageId, await tokenOf('empty'))
    expect(empty.body).not.toHaveProperty('overall_star_rating')
  })
})

describe('faults', () => {
  async function under(variant: string | undefined, kind: 'api_error' | 'high_usage' = 'api_error') {
    const token = await tokenOf('small')
    await upstream.control.addFault({ kind, platform: 'facebook', ...(variant !== undefined && { variant }) })
    const outcome = await pageOf(LISTINGS.small, token)
    expect(await pageOf(LISTINGS.small, token)).toMatchObject({ warnings: [] })
    return outcome
  }

  test.each([
    ['1', 'unavailable'],
    ['2', 'unavailable'],
    ['4', 'rate_limited'],
    ['10', 'not_allowed'],
    ['12', 'not_offered'],
    ['17', 'rate_limited'],
    ['32', 'rate_limited'],
    ['100', 'cursor_expired'],
    ['100.33', 'not_found'],
    ['190', 'reconnect'],
    ['190.458', 'reconnect'],
    ['190.460', 'reconnect'],
    ['190.463', 'reconnect'],
    ['200', 'not_allowed'],
    ['283', 'not_allowed'],
    ['613', 'rate_limited'],
    ['80001', 'rate_limited'],
    [undefined, 'unavailable'],
  ])('api_error as %s is read as %s', async (variant, kind) => {
    expect(await under(variant)).toMatchObject({ kind })
  })

  test('a barred app is told when it may ask again', async () => {
    expect(await under('80001')).toMatchObject({ retryAfterSeconds: 720 })
  })

  test('reviews can be switched off for apps, for good, and always are from the next version on', async () => {
    const token = await tokenOf('small')
    await upstream.control.addFault({ kind: 'api_error', platform: 'facebook', variant: '12', times: null })
    for (let i = 0; i < 3; i += 1) {
      expect(await pageOf(LISTINGS.small, token)).toMatchObject({ kind: 'not_offered' })
    }
    await upstream.control.clearFaults()
    const { pageId } = LISTINGS.small.facebook
    const later = await ask(
      upstream.origin,
      `https://graph.facebook.com/v22.0/${pageId}/ratings?access_token=${token}`,
    )
    expect(at(await later.json(), 'error', 'code')).toBe(12)
  })

  test('usage can run high', async () => {
    const { length } = await upstream.control.reviews('facebook', 'small')
    const high = await under(undefined, 'high_usage')
    expect(high).toMatchObject({ warnings: [], pauseSeconds: 900 })
    expect(high).toHaveProperty('reviews.length', length)
    expect(await under('80', 'high_usage')).toMatchObject({ warnings: [], pauseSeconds: null })
  })

  test('an empty list, and a cursor that is refused', async () => {
    const token = await tokenOf('changing')
    await upstream.control.addFault({ kind: 'empty_list', platform: 'facebook' })
    expect(await pageOf(LISTINGS.changing, token)).toMatchObject({ reviews: [], nextCursor: null })
    await upstream.control.addFault({ kind: 'expired_token', platform: 'facebook' })
    const first = await pageOf(LISTINGS.changing, token)
    if (first instanceof SourceError) throw first
    expect(await pageOf(LISTINGS.changing, token, first.nextCursor)).toMatchObject({ kind: 'cursor_expired' })
    expect(await pageOf(LISTINGS.changing, token, first.nextCursor)).toMatchObject({ warnings: [] })
  })
})
