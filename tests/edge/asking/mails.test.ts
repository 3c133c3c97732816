import { env } from 'cloudflare:test'
import { describe, expect, test } from 'vitest'
import { storeAsked } from '#scripts/local/demo/asked.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { networkOf } from '#tests/edge/support/networks.ts'
import { ask } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { resealHashKey } from '#worker/asking/addresses.ts'
import { LOG_DAYS, sendDueAsks } from '#worker/asking/send-asks.ts'
import { ASK_AGAIN_DAYS, MAX_ASKED_AT_ONCE } from '#worker/rules/asking.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { NOW, newGuest, openShop, refusalTokenOf } from './support.ts'

const NONE = { asked: 0, leftOut: 0, overLimit: 0, overDomain: 0, repeated: 0 }

describe('a guest', () => {
  test('gets one email with the page, the postal address and an unsubscribe header', async () => {
    const shop = await openShop()
    const email = newGuest()
    expect(await shop.ask(email)).toEqual({ ...NONE, asked: 1 })
    await shop.tick()
    await shop.tick()
    const [mail, ...others] = await mailsTo(email)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'Would you write a review of Corner Shop?', kind: 'ask' })
    expect(mail?.text).toContain(`/r/${shop.handle}\n`)
    expect(mail?.text).toContain('Corner Shop, 1 Mill Lane, Larkhaven')
    expect(JSON.parse(mail?.headers ?? '')).toMatchObject({
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    // The location has no email address, and the owner's is not used.
    expect(mail?.headers).not.toContain('Reply-To')
    expect((await shop.api.asking.log({ businessId: shop.business.id })).items).toMatchObject([
      { channel: 'mail', name: 'Ana', email, consent: 'form', state: 'sent' },
    ])
  })

  test('replies to the location if it has an email address', async () => {
    const shop = await openShop()
    await env.DB.prepare('UPDATE businesses SET email = ? WHERE id = ?')
      .bind('hello@corner.example.test', shop.business.id)
      .run()
    const email = newGuest()
    await shop.ask(email)
    await shop.tick()
    const [mail] = await mailsTo(email)
    expect(JSON.parse(mail?.headers ?? '')).toMatchObject({ 'Reply-To': 'hello@corner.example.test' })
  })

  test('is asked once in 90 days across locations and organizations, in any spelling', async () => {
    const shop = await openShop()
    const second = await createBusiness(env.DB, shop.account, { name: 'Second Shop' })
    await env.DB.prepare('UPDATE businesses SET full_address = ? WHERE id = ?')
      .bind('2 Mill Lane', second.id)
      .run()
    await shop.api.asking.savePage({
      businessId: second.id,
      handle: `${shop.handle}-2`,
      links: [{ name: 'Google', url: 'https://g.page/r/x' }],
    })
    const other = await openShop()
    expect(await shop.ask('ana.reis+one@gmail.com')).toMatchObject({ asked: 1 })
    for (const email of ['ana.reis+one@gmail.com', 'anareis@gmail.com', 'AnaReis+2@GoogleMail.com']) {
      expect(await shop.ask(email)).toEqual({ ...NONE, leftOut: 1 })
      expect(await other.ask(email)).toMatchObject({ asked: 0, leftOut: 1 })
      expect(
        await shop.api.asking.ask({ businessId: second.id, consent: 'form', people: [{ email }] }),
      ).toMatchObject({ asked: 0, leftOut: 1 })
    }
    shop.later(ASK_AGAIN_DAYS)
    await shop.cleanUp()
    expect(await shop.ask('anareis@gmail.com')).toMatchObject({ asked: 1 })
  })

  test('is asked once by a hundred concurrent calls and by a list that repeats the address', async () => {
    const shop = await openShop({ plan: 'ai_insights' })
    const other = await openShop({ plan: 'ai_insights' })
    const email = newGuest()
    const calls = Array.from({ length: 100 }, (_, index) =>
      (index % 2 ? shop : other).ask(email, email.toUpperCase()),
    )
    const answers = await Promise.all(calls)
    expect(answers.reduce((sum, { asked }) => sum + asked, 0)).toBe(1)
    await Promise.all([shop.tick(), shop.tick(), other.tick()])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('gets one email if a list has several spellings of the mailbox, and the repetitions are counted', async () => {
    const shop = await openShop()
    const emails = ['mia.holm@gmail.com', 'miaholm+inn@gmail.com', newGuest()]
    expect(await shop.ask(...emails)).toEqual({ ...NONE, asked: 2, repeated: 1 })
    expect(await shop.ask(...emails)).toEqual({ ...NONE, leftOut: 2, repeated: 1 })
  })

  test('still counts as asked after the asking organization is deleted', async () => {
    const shop = await openShop()
    const email = newGuest()
    await shop.ask(email)
    await env.DB.prepare('DELETE FROM organizations WHERE id = ?').bind(shop.account.organizationId).run()
    const other = await openShop()
    expect(await other.ask(email)).toMatchObject({ asked: 0, leftOut: 1 })
  })

  test('is never asked again by anybody after refusing', async () => {
    const shop = await openShop()
    const email = newGuest()
    await shop.ask(email)
    await shop.tick()
    const token = await refusalTokenOf(email)
    const visitor = apiFor(null)
    expect(await visitor.asking.refusal({ token })).toEqual({ isRefused: false })
    await visitor.asking.refuse({ token })
    await visitor.asking.refuse({ token })
    expect(await visitor.asking.refusal({ token })).toEqual({ isRefused: true })
    const other = await openShop()
    for (const years of [0, 1, 5]) {
      shop.later(years * 365)
      other.later(years * 365)
      await shop.cleanUp()
      expect(await shop.ask(email)).toMatchObject({ asked: 0, leftOut: 1 })
      expect(await other.ask(email.replace('@', '+new@'))).toMatchObject({ asked: 0, leftOut: 1 })
    }
    // Only a hash of the address is kept.
    const { results } = await env.DB.prepare('SELECT * FROM ask_addresses WHERE refused_at IS NOT NULL').all()
    expect(JSON.stringify(results)).not.toContain(email.split('@')[0])
    const log = await env.DB.prepare('SELECT * FROM asks WHERE organization_id = ?')
      .bind(shop.account.organizationId)
      .all()
    expect(JSON.stringify(log.results)).not.toContain(email)
  })

  test('can refuse with one press in the mail client, and opening the link changes nothing', async () => {
    const shop = await openShop()
    const email = newGuest()
    await shop.ask(email)
    await shop.tick()
    const token = await refusalTokenOf(email)
    const address = `/api/unsubscribe?ask=${token}`
    const opened = await ask(address)
    expect(opened.headers.get('location')).toBe(`/unsubscribe/asks?token=${token}`)
    expect(await apiFor(null).asking.refusal({ token })).toEqual({ isRefused: false })
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await ask(address, { method: 'POST', body })).status).toBe(200)
    expect(await apiFor(null).asking.refusal({ token })).toEqual({ isRefused: true })
    const forged = `${token.slice(0, 32)}.${'0'.repeat(32)}`
    expect((await ask(`/api/unsubscribe?ask=${forged}`, { method: 'POST', body })).status).toBe(404)
  })

  test('gets no email if they refuse before it is sent', async () => {
    const shop = await openShop()
    const [first, second] = [newGuest(), newGuest()]
    await shop.ask(first)
    await shop.tick()
    const token = await refusalTokenOf(first)
    // The same mailbox is queued again, as after 90 days.
    await shop.ask(second)
    await env.DB.prepare('UPDATE asks SET address_hash = ? WHERE email = ?')
      .bind(token.split('.')[0], second)
      .run()
    await apiFor(null).asking.refuse({ token })
    await shop.tick()
    expect(await mailsTo(second)).toEqual([])
  })

  test("still counts as refusing after two changes of the server's secret", async () => {
    const shop = await openShop()
    const email = newGuest()
    await shop.ask(email)
    await shop.tick()
    const token = await refusalTokenOf(email)
    await apiFor(null).asking.refuse({ token })
    const context = contextFor(null)
    const { SESSION_SECRET: first } = context.settings
    const [second, third] = ['2'.repeat(32), '3'.repeat(32)]
    const change = (now: string, before: string) =>
      resealHashKey({
        ...context,
        settings: { ...context.settings, SESSION_SECRET: now, SESSION_SECRET_PREVIOUS: before },
      })
    await change(second, first)
    await change(third, second)
    await change(first, third)
    expect(await shop.ask(email)).toMatchObject({ asked: 0, leftOut: 1 })
    expect(await apiFor(null).asking.refusal({ token })).toEqual({ isRefused: true })
  })
})

test('the people in the log of the demo data were asked and must wait', async () => {
  const shop = await openShop({ hasPage: false })
  await storeAsked(env.DB, contextFor(null).settings, { account: shop.account, plan: 'pro', now: NOW })
  const { items } = await shop.api.asking.log()
  const emails = items.flatMap(({ channel, email }) => (channel === 'mail' ? [email] : []))
  expect(emails).toHaveLength(3)
  expect(await shop.ask(...emails)).toEqual({ ...NONE, leftOut: 3 })
})

describe('limits', () => {
  test("the plan's daily limit holds for parallel calls and is named in the error", async () => {
    const shop = await openShop({ plan: 'pro' })
    const list = () => Array.from({ length: 20 }, newGuest)
    const answers = await Promise.all([shop.ask(...list()), shop.ask(...list()), shop.ask(...list())])
    expect(answers.reduce((sum, { asked }) => sum + asked, 0)).toBe(50)
    expect(answers.reduce((sum, { overLimit }) => sum + overLimit, 0)).toBe(10)
    await expect(shop.ask(newGuest())).rejects.toMatchObject({
      message: expect.stringContaining('50 people a day'),
    })
    shop.later(1)
    expect(await shop.ask(newGuest())).toMatchObject({ asked: 1 })
  })

  test('a network cannot exceed its limit by switching organizations', async () => {
    const network = networkOf('192.0.2.77')
    let asked = 0
    for (let round = 0; round < 8; round += 1) {
      const shop = await openShop({ plan: 'pro' })
      const api = apiFor(shop.account, { plan: 'pro', network, now: () => shop.clock.now })
      const people = Array.from({ length: MAX_ASKED_AT_ONCE }, () => ({ email: newGuest() }))
      const answer = await api.asking
        .ask({ businessId: shop.business.id, consent: 'form', people })
        .catch(() => null)
      asked += answer?.asked ?? 0
    }
    expect(asked).toBe(300)
  })

  test('a domain gets at most five requests, in one call or several', async () => {
    const shop = await openShop()
    const other = await openShop()
    const emails = Array.from({ length: 8 }, (_, index) => `person${index}@one-company.test`)
    expect(await shop.ask(...emails)).toEqual({ ...NONE, asked: 5, overDomain: 3 })
    await expect(other.ask('another@one-company.test')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  })

  test('people who wait for the plan and people who wait for their domain are counted apart', async () => {
    const shop = await openShop({ plan: 'pro' })
    await shop.ask(...Array.from({ length: 48 }, newGuest))
    const emails = Array.from({ length: 8 }, (_, index) => `person${index}@another-company.test`)
    expect(await shop.ask(...emails)).toEqual({ ...NONE, asked: 2, overLimit: 3, overDomain: 3 })
  })

  test.each([
    ['a page', { hasPage: false }],
    ['a postal address', { address: null }],
    ['a plan or a connected account', { plan: 'free' }],
  ])('a location without %s cannot ask anybody', async (_, options) => {
    const shop = await openShop(options)
    await expect(shop.ask(newGuest())).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('a location on the free plan can ask if its account is connected', async () => {
    const shop = await openShop({ plan: 'free' })
    await createLink(shop.business, await createConnection(shop.account))
    expect(await shop.ask(newGuest())).toMatchObject({ asked: 1 })
  })

  test('an account with an unverified address can neither ask nor create a page', async () => {
    const shop = await openShop()
    const api = apiFor(shop.account, { plan: 'pro', isVerified: false, now: () => shop.clock.now })
    const { id: businessId } = shop.business
    await expect(
      api.asking.ask({ businessId, consent: 'form', people: [{ email: newGuest() }] }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      api.asking.savePage({
        businessId,
        handle: 'not-proven',
        links: [{ name: 'Google', url: 'https://g.page/r/x' }],
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test.each(['Win at evil.test', 'http://evil.test', 'Call 5551234', 'a@b.test', 'x/y'])(
    'a name that carries a message is refused: %s',
    async (name) => {
      const shop = await openShop()
      const people = [{ name, email: newGuest() }]
      await expect(
        shop.api.asking.ask({ businessId: shop.business.id, consent: 'form', people }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    },
  )
})

test('review requests do not depend on earlier reviews', async () => {
  const reviewers = ['Ana Reis', 'Kim Vale', 'Lee Park', 'Sam Ode', 'Noor Ali', 'Ida Berg']
  /** The requests and page of a shop whose guests wrote these reviews, without random parts. */
  async function asksOf(
    reviewed: readonly {
      author: string
      rating: number
      text: string
      daysAgo: number
      elsewhere: boolean
    }[],
  ) {
    const shop = await openShop({ plan: 'ai_insights' })
    const second = await createBusiness(env.DB, shop.account, { name: 'Second Shop' })
    await storeReviews(
      env.DB,
      reviewed.map(({ author, rating, text, daysAgo, elsewhere }) => ({
        business: elsewhere ? second : shop.business,
        authorName: author,
        rating,
        text,
        reviewDate: shop.clock.now - daysAgo * DAY_MS,
        scrapedAt: shop.clock.now,
      })),
    )
    const people = reviewers.map((name) => ({ name, email: newGuest() }))
    const answer = await shop.api.asking.ask({ businessId: shop.business.id, consent: 'in_person', people })
    await shop.tick()
    const mails = await Promise.all(people.map(({ email }) => mailsTo(email)))
    const page = await ask(`/r/${shop.handle}`)
    return JSON.stringify([
      answer,
      mails.map((sent) => sent.map(({ subject, text }) => [subject, text.replace(/token=\S+/g, '')])),
      await page.text(),
    ]).replaceAll(shop.handle, 'HANDLE')
  }
  const nothing = await asksOf([])
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48271) % 2147483647
    return seed % most
  }
  for (let world = 0; world < 12; world += 1) {
    const reviewed = Array.from({ length: 1 + random(12) }, () => ({
      author: reviewers[random(reviewers.length)] ?? '',
      rating: 1 + random(5),
      text: ['Terrible, never again.', 'Wonderful, we loved it!', ''][random(3)] ?? '',
      daysAgo: random(700),
      elsewhere: random(2) === 0,
    }))
    expect(await asksOf(reviewed)).toBe(nothing)
  }
})

test('a worker that dies while sending neither loses a request nor sends it twice', async () => {
  const shop = await openShop()
  const email = newGuest()
  await shop.ask(email)
  const context = { ...contextFor(null), now: () => shop.clock.now }
  const dying = {
    ...context,
    mail: {
      ...context.mail,
      prepare: () => {
        throw new Error('killed')
      },
    },
  }
  const silent = console.error
  console.error = () => {}
  await sendDueAsks(dying)
  console.error = silent
  expect(await mailsTo(email)).toEqual([])
  shop.clock.now += 11 * 60_000
  await Promise.all([shop.tick(), shop.tick()])
  expect(await mailsTo(email)).toHaveLength(1)
})

test('a location that is deleted or has its page turned off sends no more requests', async () => {
  const shop = await openShop()
  const [first, second] = [newGuest(), newGuest()]
  await shop.ask(first)
  await shop.api.asking.savePage({
    businessId: shop.business.id,
    handle: shop.handle,
    links: [{ name: 'Google', url: 'https://g.page/r/x' }],
    isOn: false,
  })
  await shop.tick()
  expect(await mailsTo(first)).toEqual([])
  const other = await openShop()
  await other.ask(second)
  await other.api.businesses.remove({ id: other.business.id })
  await other.tick()
  expect(await mailsTo(second)).toEqual([])
})

test('names and addresses are deleted after 90 days, log entries after two years', async () => {
  const shop = await openShop()
  const email = newGuest()
  await shop.ask(email)
  await shop.tick()
  shop.later(ASK_AGAIN_DAYS)
  await shop.cleanUp()
  expect((await shop.api.asking.log({})).items).toMatchObject([{ name: '', email: '', state: 'sent' }])
  shop.later(LOG_DAYS)
  await shop.cleanUp()
  expect((await shop.api.asking.log({})).items).toEqual([])
})

test('the log lists every request, in pages and as a CSV file', async () => {
  const shop = await openShop()
  const { id: businessId } = shop.business
  await shop.api.asking.recordHandOver({ businessId, channel: 'sms' })
  const emails = [newGuest(), newGuest()]
  await shop.ask(...emails)
  const first = await shop.api.asking.log({ limit: 2 })
  expect(first.items).toHaveLength(2)
  const rest = await shop.api.asking.log({ limit: 2, cursor: first.nextCursor ?? '' })
  expect(rest).toMatchObject({ items: [{ channel: 'sms', state: 'handed_over' }], nextCursor: null })
  let csv = ''
  for await (const piece of await shop.api.asking.export()) csv += piece
  expect(csv.split('\r\n')).toHaveLength(5)
  for (const email of emails) expect(csv).toContain(email)
})

test('a member limited to some locations sees and exports only their requests', async () => {
  const shop = await openShop()
  const email = newGuest()
  await shop.ask(email)
  const second = await createBusiness(env.DB, shop.account, { name: 'Second Shop' })
  const member = await createAccount(env.DB)
  const limited = apiFor(
    { ...member, organizationId: shop.account.organizationId },
    { role: 'member', plan: 'pro', businessIds: [second.id] },
  )
  expect((await limited.asking.log({})).items).toEqual([])
  await expect(limited.asking.log({ businessId: shop.business.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  let csv = ''
  for await (const piece of await limited.asking.export()) csv += piece
  expect(csv).not.toContain(email)
})
