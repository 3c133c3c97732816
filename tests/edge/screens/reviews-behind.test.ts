import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import {
  createAccount,
  createBusiness,
  giveReviewIds,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'

const REVIEWS = 240

/**
 * Two businesses with reviews of 14 months, found lately: older than any chart, removed, answered, posted,
 * saved, settled.
 */
async function busyAccount(plan: string) {
  const account = await createAccount(env.DB, { plan })
  const random = randomFrom('reviews behind')
  const businesses = await Promise.all(
    ['Harbor Books', 'Quay Café'].map((name) => createBusiness(env.DB, account, { name })),
  )
  const now = Date.now()
  for (const business of businesses) {
    await storeReviews(
      env.DB,
      Array.from({ length: REVIEWS / 2 }, (_, index) => {
        // Half of them are from the last five weeks.
        const reviewDate = now - random.int(1, index % 2 ? 35 * 24 : 420 * 24) * HOUR_MS
        const answeredAt = reviewDate + random.int(1, 200) * HOUR_MS
        return {
          business,
          platform: PLATFORMS[index % 3] ?? 'google',
          platformReviewId: `r${index}`,
          rating: random.int(1, 5),
          reviewDate,
          scrapedAt: Math.max(reviewDate, now - 8 * DAY_MS),
          ownerResponse:
            index % 3 === 0 && answeredAt < now
              ? { text: 'Thanks', date: index % 9 === 0 ? null : answeredAt }
              : null,
        }
      }),
    )
  }
  await giveReviewIds(env.DB).run()
  for (const business of businesses) {
    // Own replies, two in three of them posted; one review in seven needs none.
    const replies = Array.from({ length: REVIEWS / 2 }, (_, index) => index)
      .filter((index) => index % 3 === 1 && index % 4 !== 0)
      .map((index) => ({
        platformReviewId: `r${index}`,
        text: 'Thank you',
        at: now - DAY_MS,
        isPosted: index % 9 !== 1,
      }))
    await storeResponses(env.DB, business, replies)
    await env.DB.prepare(
      `UPDATE reviews SET responded = 1, settled_at = ? WHERE business_id = ? AND NOT responded AND id % 7 = 0`,
    )
      .bind(now, business.id)
      .run()
  }
  await env.DB.prepare('UPDATE reviews SET removed_at = ? WHERE organization_id = ? AND id % 6 = 0')
    .bind(now, account.organizationId)
    .run()
  return { cookie: await signedIn(account), businessId: businesses[0]?.id ?? '' }
}

const LINKS = /<a\b[^>]*?href="(\/app\/reviews\?[^"]*\bfrom=[^"]+)"[^>]*>(.*?)<\/a>/gs

/** Figures on a screen that link to reviews posted between two days, with their number. */
function figuresOf(html: string) {
  return [...html.matchAll(LINKS)].flatMap(([, href = '', content = '']) => {
    const text = content.replace(/<[^>]*>/g, '')
    // The first number may be a star rating.
    const count = /\d+/.exec(text.replace(/^\d stars?:/, ''))?.[0]
    return count === undefined ? [] : [{ text, count: Number(count), address: href.replaceAll('&amp;', '&') }]
  })
}

async function screenAt(address: string, cookie: string): Promise<string> {
  const answer = await ask(address, { headers: { cookie } })
  expect([address, answer.status]).toEqual([address, 200])
  return answer.text()
}

const accounts = new Map<string, ReturnType<typeof busyAccount>>()

/** One busy account per plan. */
function accountOn(plan: string): ReturnType<typeof busyAccount> {
  const account = accounts.get(plan) ?? busyAccount(plan)
  accounts.set(plan, account)
  return account
}

const SCREENS = [
  ['free', '/app', { rows: 20 }],
  ['ai_insights', '/app?ledger=all', { rows: 40 }],
  ['ai_insights', '/app?businessId=:id', { rows: 30 }],
  ['pro', '/app/analytics', { rows: 40 }],
  ['ai_insights', '/app/analytics?days=90&businessId=:id', { rows: 40 }],
  ['pro', '/app', { rows: 20 }],
  ['ai_insights', '/app', { rows: 40 }],
  ['pro', '/app/analytics?days=90', { rows: 40 }],
  ['ai_insights', '/app/analytics', { rows: 50 }],
  ['ai_insights', '/app/analytics?days=365', { rows: 60 }],
] as const

test.for(SCREENS.slice(0, volume(5, SCREENS.length)))(
  'on %s every number on %s links to as many reviews',
  async ([plan, screen, { rows }]) => {
    const { cookie, businessId } = await accountOn(plan)
    const figures = figuresOf(await screenAt(screen.replace(':id', businessId), cookie))
    expect(figures.length).toBeGreaterThanOrEqual(rows)
    // Several figures may link to the same reviews.
    const found = new Map<string, number>()
    for (const { text, count, address } of figures) {
      if (!found.has(address)) {
        const list = await screenAt(address, cookie)
        found.set(address, Number(/role="status"[^>]*>(\d+) reviews?</.exec(list)?.[1]))
      }
      expect([text, address, found.get(address)]).toEqual([text, address, count])
    }
  },
)
