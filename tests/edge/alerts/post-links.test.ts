import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { joined } from '#tests/edge/organizations/support.ts'
import { contextFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { test as base } from '#tests/edge/support/test.ts'
import type { Account } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { createApi } from '#worker/api/router.ts'
import { draftForAlert, payDraft, returnDraft } from '#worker/insights/drafts/reply-drafts.ts'
import { forgetOldPostLinks } from '#worker/responses/post-links.ts'
import { usePostLink } from '#worker/responses/use-post-link.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { openShop, type Shop } from './support.ts'

const GOOD = { rating: 5, authorName: 'Kim', text: 'Great coffee and very friendly staff.' }
const ENDED = { code: 'NOT_FOUND' }

async function openConnected() {
  const shop = await openShop({ plan: 'ai_insights' })
  await createLink(shop.business, await createConnection(shop.account))
  await shop.choose({ alertStars: 5 })
  return shop
}

const alerts = ({ ctx }: Shop) => sendAlerts(ctx, draftForAlert)

const collect = async (shop: Shop, ...reviews: Parameters<Shop['collect']>) => {
  await shop.collect(...reviews)
  await env.DB.prepare(`UPDATE reviews SET source = 'google-business-profile' WHERE business_id = ?`)
    .bind(shop.business.id)
    .run()
}

/** Token in the last email to this address; null if there is none. */
async function tokenTo(email: string): Promise<string | null> {
  const mail = (await mailsTo(email)).at(-1)
  return /\/post-reply\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? null
}

const test = base
  .extend('shop', () => openConnected())
  .extend('token', async ({ shop }) => {
    await collect(shop, GOOD)
    await alerts(shop)
    return (await tokenTo(shop.account.email)) ?? ''
  })
  /** API caller who is not signed in. */
  .extend('links', ({ shop }) => {
    const network = networkOf(newAddress())
    return createApi(contextFor(null, { now: () => shop.clock.now, network })).postLinks
  })
  .extend('replies', ({ shop }) => async () => {
    const { results } = await env.DB.prepare(
      'SELECT user_id, response_text AS text FROM review_responses WHERE organization_id = ?',
    )
      .bind(shop.account.organizationId)
      .all<{ user_id: string; text: string }>()
    return results
  })
  .extend(
    'spent',
    ({ shop }) =>
      async () =>
        env.DB.prepare(
          `SELECT count(*) AS count FROM credit_entries WHERE organization_id = ? AND kind = 'spend'`,
        )
          .bind(shop.account.organizationId)
          .first<number>('count'),
  )

/** Adds a colleague whose replies need approval and who gets alerts about every review. */
async function joinWriter(shop: Shop): Promise<Account> {
  const writer = await joined(shop.account, 'member', shop.clock.now)
  await shop.api.organizations.requireApproval({ userId: writer.userId, suggestsOnly: true })
  await env.DB.prepare('UPDATE alert_recipients SET alert_stars = 5 WHERE user_id = ?')
    .bind(writer.userId)
    .run()
  return writer
}

describe('an alert about one review', () => {
  test('links to its draft, which opening does not post and one press posts once', async ({
    shop,
    token,
    links,
    replies,
    spent,
  }) => {
    await env.DB.prepare('UPDATE organizations SET reply_delay_minutes = 10 WHERE id = ?')
      .bind(shop.account.organizationId)
      .run()
    const [mail] = await mailsTo(shop.account.email)
    const view = await links.get({ token })
    expect(view).toMatchObject({ authorName: 'Kim', rating: 5, state: 'open', mayPost: true, leavesAt: null })
    expect(mail?.text).toContain(view.draft)
    expect(mail?.text).toContain('Post this draft')
    // Opening the link posts and costs nothing, and the token is not stored.
    expect([await replies(), await spent()]).toEqual([[], 0])
    const stored = await env.DB.prepare('SELECT * FROM post_links').all()
    expect(JSON.stringify(stored.results)).not.toContain(token)

    const sent = await links.use({ token })
    expect(sent).toMatchObject({
      state: 'sent',
      leavesAt: new Date(shop.clock.now + 10 * 60_000).toISOString(),
    })
    expect(await replies()).toEqual([{ user_id: shop.account.userId, text: view.draft }])
    expect(await spent()).toBe(1)
    expect((await shop.api.organizations.auditLog()).items[0]).toMatchObject({ action: 'reply_created' })
    // A second press returns the same result; after an undo the link is dead.
    expect(await links.use({ token })).toEqual(sent)
    await links.undo({ token })
    expect(await replies()).toEqual([])
    await expect(links.undo({ token })).rejects.toMatchObject(ENDED)
    await expect(links.use({ token })).rejects.toMatchObject(ENDED)
    await expect(links.get({ token })).rejects.toMatchObject(ENDED)
  })

  test('posts its draft once under 100 concurrent presses', async ({ shop, token, replies, spent }) => {
    const press = () => {
      const network = networkOf(newAddress())
      return createApi(contextFor(null, { now: () => shop.clock.now, network })).postLinks.use({ token })
    }
    const answers = await Promise.allSettled(Array.from({ length: 100 }, press))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['fulfilled']))
    expect(await replies()).toHaveLength(1)
    expect(await spent()).toBe(1)
    const posts = await env.DB.prepare('SELECT version FROM reply_posts WHERE organization_id = ?')
      .bind(shop.account.organizationId)
      .all()
    expect(posts.results).toEqual([{ version: 1 }])
  })

  test('suggests its draft for approval if the member may only suggest', async ({ shop, links, replies }) => {
    const writer = await joinWriter(shop)
    await collect(shop, GOOD)
    await alerts(shop)
    const token = (await tokenTo(writer.email)) ?? ''
    expect((await mailsTo(writer.email)).at(-1)?.text).toContain('Suggest this draft')
    const { draft } = await links.get({ token })
    const answers = await Promise.all(Array.from({ length: 10 }, () => links.use({ token })))
    expect(answers.every(({ state, mayPost }) => state === 'sent' && !mayPost)).toBe(true)
    expect(await replies()).toEqual([])
    const { items } = await shop.api.reviews.list({ suggestion: 'open' })
    expect(await shop.api.responses.suggestion({ reviewId: items[0]?.id ?? '' })).toMatchObject({
      text: draft,
    })
    const bell = await shop.api.notifications.list()
    expect(bell.items.filter(({ message }) => message.includes('suggests a reply'))).toHaveLength(1)
  })

  test.for([
    [
      'a bad one, whose draft has a blank',
      { ...GOOD, rating: 1, text: 'The soup was cold and the waiter rude.' },
      'ai_insights',
    ],
    ['on a plan without drafts', GOOD, 'pro'],
  ] as const)('has no post link: %s', async ([, review, plan], { shop }) => {
    await env.DB.prepare('UPDATE organization_subscriptions SET plan_type = ? WHERE organization_id = ?')
      .bind(plan, shop.account.organizationId)
      .run()
    await collect(shop, review)
    await alerts(shop)
    expect(await mailsTo(shop.account.email)).toHaveLength(1)
    expect(await tokenTo(shop.account.email)).toBeNull()
  })

  test('has no post link if drafting fails or there are several reviews', {
    meta: { expectsFaults: true },
  }, async ({ shop }) => {
    await collect(shop, GOOD)
    await sendAlerts(shop.ctx, () => Promise.reject(new Error('planted')))
    expect(await mailsTo(shop.account.email)).toHaveLength(1)
    await collect(shop, GOOD, { ...GOOD, authorName: 'Lee' })
    await alerts(shop)
    expect(await mailsTo(shop.account.email)).toHaveLength(2)
    expect(await tokenTo(shop.account.email)).toBeNull()
  })
})

describe('a post link', () => {
  const run = (sql: string, ...values: unknown[]) =>
    env.DB.prepare(sql)
      .bind(...values)
      .run()

  test.for([
    ['after 48 hours', async ({ clock }) => void Object.assign(clock, { now: clock.now + 48 * HOUR_MS })],
    [
      'when somebody has answered',
      async ({ api, business }) => {
        const { items } = await api.reviews.list({ businessId: business.id })
        await api.responses.create({ reviewId: items[0]?.id ?? '', text: 'Faster' })
      },
    ],
    [
      'when the review says something else',
      ({ business, clock }) =>
        run('UPDATE reviews SET edited_at = ? WHERE business_id = ?', clock.now + 1, business.id),
    ],
    [
      'when it is gone from its platform',
      ({ business }) => run('UPDATE reviews SET removed_at = 1 WHERE business_id = ?', business.id),
    ],
    [
      'when the draft is another one',
      ({ business }) => run(`UPDATE reply_drafts SET id = 'another' WHERE business_id = ?`, business.id),
    ],
    [
      'with the membership',
      ({ account }) => run('UPDATE organization_users SET is_active = 0 WHERE user_id = ?', account.userId),
    ],
    [
      'with the right',
      ({ account }) => run(`UPDATE organization_users SET role = 'viewer' WHERE user_id = ?`, account.userId),
    ],
    [
      'with the location',
      ({ business }) => run('UPDATE businesses SET deleted_at = 1 WHERE id = ?', business.id),
    ],
    [
      'with the plan',
      ({ account }) =>
        run(
          `UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?`,
          account.organizationId,
        ),
    ],
    [
      'with the password',
      ({ account, clock }) =>
        run(
          `INSERT INTO password_history VALUES (?, ?, 'x', ?)`,
          crypto.randomUUID(),
          account.userId,
          clock.now + 1,
        ),
    ],
    [
      'with the address',
      ({ account }) => run(`UPDATE users SET email = 'new-' || email WHERE id = ?`, account.userId),
    ],
    [
      'while the account waits to be erased',
      ({ account }) => run('INSERT INTO account_deletions VALUES (?, 1, 2, 3)', account.userId),
    ],
    ['with the account’s other credentials', ({ account }) => loseCredentials(account.userId)],
    ['with the account', ({ account }) => run('DELETE FROM users WHERE id = ?', account.userId)],
  ] as const satisfies [string, (shop: Shop) => Promise<unknown>][])(
    'expires %s',
    async ([, end], { shop, token, links, replies }) => {
      expect((await links.get({ token })).state).toBe('open')
      await end(shop)
      const before = await replies()
      await expect(links.get({ token })).rejects.toMatchObject(ENDED)
      await expect(links.use({ token })).rejects.toMatchObject(ENDED)
      await expect(links.undo({ token })).rejects.toMatchObject(ENDED)
      expect(await replies()).toEqual(before)
    },
  )

  /** Uses the link while `happens` runs between paying and storing. */
  const pressedWhile = ({ clock }: Shop, token: string, happens: () => Promise<unknown>) =>
    usePostLink(
      contextFor(null, { now: () => clock.now }),
      { token },
      {
        async pay(...paid) {
          const isNew = await payDraft(...paid)
          await happens()
          return isNew
        },
        giveBack: returnDraft,
      },
    )

  test('expires if a colleague answers while it is being used, and returns the credit', async ({
    shop,
    token,
    links,
    replies,
    spent,
  }) => {
    const { items } = await shop.api.reviews.list({ businessId: shop.business.id })
    const reviewId = items[0]?.id ?? ''
    const before = await shop.api.credits.balance()
    const colleague = () => shop.api.responses.create({ reviewId, text: 'Faster' })
    await expect(pressedWhile(shop, token, colleague)).rejects.toThrow('It has already been used')
    expect(await replies()).toMatchObject([{ text: 'Faster' }])
    expect(await spent()).toBe(1)
    expect(await shop.api.credits.balance()).toEqual(before)
    await expect(links.use({ token })).rejects.toMatchObject(ENDED)
    expect(await shop.api.credits.balance()).toEqual(before)
    // A draft requested later is a new one and is paid for.
    expect((await shop.api.insights.draft({ reviewId })).text).not.toBe('')
    expect((await shop.api.credits.balance()).balance).toBe(before.balance - 1)
  })

  test('stays paid if a concurrent press posts the same draft', async ({ shop, token, links, spent }) => {
    const before = await shop.api.credits.balance()
    await pressedWhile(shop, token, () => links.use({ token }))
    expect(await spent()).toBe(1)
    expect((await shop.api.credits.balance()).balance).toBe(before.balance - 1)
  })

  test('is deleted after three days', async ({ shop, token }) => {
    expect(token).not.toBe('')
    const count = () =>
      env.DB.prepare('SELECT count(*) AS count FROM post_links WHERE organization_id = ?')
        .bind(shop.account.organizationId)
        .first('count')
    await forgetOldPostLinks({ ...shop.ctx, now: () => shop.clock.now + 2 * DAY_MS })
    expect(await count()).toBe(1)
    await forgetOldPostLinks({ ...shop.ctx, now: () => shop.clock.now + 3 * DAY_MS + 1 })
    expect(await count()).toBe(0)
  })

  test('is not found for an unknown token, and repeated tries are rate limited', async ({ links }) => {
    for (const wrong of ['x'.repeat(43), 'A'.repeat(43)])
      await expect(links.get({ token: wrong })).rejects.toMatchObject(ENDED)
    await expect(links.get({ token: 'short' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const tries = await Promise.allSettled(
      Array.from({ length: 60 }, () => links.use({ token: 'y'.repeat(43) })),
    )
    expect(tries.some((one) => one.status === 'rejected' && one.reason.code === 'TOO_MANY_REQUESTS')).toBe(
      true,
    )
  })
})
