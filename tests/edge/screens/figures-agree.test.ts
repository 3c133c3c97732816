import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { CHOICE, forgetDue } from '#tests/edge/alerts/support.ts'
import { Diner } from '#tests/edge/insights/diner.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  giveReviewIds,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { randomFrom } from '#tests/upstream/random.ts'
import { sendDigests } from '#worker/alerts/send-digests.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { topicName } from '#worker/rules/insight-texts.ts'
import { PLATFORMS } from '#worker/rules/platforms.ts'
import { REPORT_SECTIONS, type ReportView } from '#worker/rules/reports.ts'

/** The Worker renders pages on its own clock. */
const NOW = Date.now()
const REVIEWS = 160
const TEXTS = [
  'The food was delicious and the staff friendly.',
  'We waited forever for a table, such a slow kitchen.',
  'Wonderful food, clean rooms, and a fair price.',
  'The staff was rude and unfriendly.',
  '',
] as const

let account: Account
let businesses: readonly Business[]

/**
 * Stores reviews over 300 days of every kind that is counted: answered, settled, saved only, posted, removed.
 */
async function storeAllKinds() {
  const random = randomFrom('figures')
  const ids: { business: Business; id: string }[] = []
  const stored = Array.from({ length: REVIEWS }, (_, index) => {
    const business = businesses[index % businesses.length] as Business
    const reviewDate = NOW - random.int(0, 299) * DAY_MS - random.int(0, 11) * HOUR_MS
    ids.push({ business, id: `r${index}` })
    return {
      business,
      platform: PLATFORMS[index % PLATFORMS.length] as (typeof PLATFORMS)[number],
      platformReviewId: `r${index}`,
      rating: random.int(1, 5),
      text: TEXTS[random.int(0, TEXTS.length - 1)] ?? '',
      reviewDate,
      scrapedAt: Math.min(NOW, reviewDate + HOUR_MS),
      ownerResponse: index % 5 === 0 ? { text: 'Thanks', date: reviewDate + 2 * HOUR_MS } : null,
    }
  }).sort((one, other) => one.reviewDate - other.reviewDate)
  await storeReviews(env.DB, stored)
  await giveReviewIds(env.DB).run()
  for (const [index, { business, id }] of ids.entries()) {
    const answer = { platformReviewId: id, text: 'Thank you.', at: NOW }
    if (index % 5 === 1) await storeResponses(env.DB, business, [{ ...answer, isPosted: index % 3 === 0 }])
    if (index % 5 === 2)
      await env.DB.prepare('UPDATE reviews SET responded = 1, settled_at = ? WHERE platform_review_id = ?')
        .bind(NOW, id)
        .run()
    if (index % 7 === 3)
      await env.DB.prepare('UPDATE reviews SET removed_at = ? WHERE platform_review_id = ?')
        .bind(NOW, id)
        .run()
  }
}

beforeEach(async () => {
  account = await createAccount(env.DB, { plan: 'ai_insights', isVerified: true })
  businesses = [
    await createBusiness(env.DB, account, { name: 'Harbor Books' }),
    await createBusiness(env.DB, account, { name: 'Quay Café' }),
  ]
  await storeAllKinds()
  await new Diner(account, businesses[0] as Business).read()
})

const api = () => apiFor(account, { plan: 'ai_insights', now: () => NOW })

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

test('each figure is the same on every screen, for all businesses and for one', async () => {
  for (const business of [undefined, ...businesses]) {
    const input = business ? { businessId: business.id } : {}
    const dashboard = await api().screens.dashboard(input)
    const inbox = await api().screens.reviews({ ...input, visibility: 'public' })
    const analytics = await api().screens.analytics(input)
    const stats = await api().reviews.stats(input)
    const cards = (await api().screens.businesses({})).items.filter(
      ({ id }) => !business || id === business.id,
    )
    const insights = business && (await api().insights.overview(input))
    const report = await reportOn(business)
    const list = await api().reviews.list({ ...input, visibility: 'public', limit: 100, sort: 'posted' })

    const figures: Record<string, unknown[]> = {
      'reviews shown now': [
        dashboard.stats.totalReviews,
        stats.totalReviews,
        sum(cards.map(({ reviewCount }) => reviewCount)),
        sum(Object.values(dashboard.stats.platformDistribution)),
        sum(Object.values(dashboard.stats.sentimentDistribution)),
        inbox.total,
        report.reviewCount,
        valuesOf(report, 'ratings', 'Average')[0],
        sum(rowsOf(report, 'ratings', 'Stars').map(([count]) => count ?? 0)),
        sum(rowsOf(report, 'locations', 'Locations').map(([count]) => count ?? 0)),
        sum(rowsOf(report, 'platforms', 'Platforms').map(([count]) => count ?? 0)),
        numberIn(report, 'ratings', /^(\d+) reviews/),
        numberIn(report, 'answers', /of (\d+) reviews/),
        ...(insights ? [insights.reviews, sum(insights.goals.map(({ count }) => count))] : []),
      ],
      'reviews that need an answer': [
        dashboard.stats.pendingResponses,
        stats.pendingResponses,
        sum(cards.map(({ pendingCount }) => pendingCount)),
        inbox.counts?.needsAnswer,
      ],
      'replies that are saved and not posted': [dashboard.unposted, inbox.counts?.unposted],
      'average rating': [
        dashboard.stats.averageRating,
        stats.averageRating,
        oneDecimal(valuesOf(report, 'ratings', 'Average')[1]),
        oneDecimal(numberIn(report, 'ratings', /, ([\d.]+) stars/)),
        ...(insights ? [oneDecimal(insights.average ?? 0)] : []),
      ],
      'replies that guests can see': [dashboard.visible, numberIn(report, 'answers', /^(\d+) of/)],
      'reviews posted in the last 30 days': [
        dashboard.trend.reviews.current,
        analytics.trend.reviews.current,
        sum(analytics.daily.map(({ count }) => count)),
        sum(analytics.platforms.map(({ count }) => count)),
        sum(
          analytics.locations.filter(({ id }) => !business || id === business.id).map(({ count }) => count),
        ),
        list.items.filter(({ date }) => date >= `${analytics.period.from}T00:00:00.000Z`).length,
      ],
      'reviews posted in the 30 days before': [
        dashboard.trend.reviews.previous,
        analytics.trend.reviews.previous,
      ],
      'average rating of the last 30 days': [
        dashboard.trend.averageRating.current,
        analytics.trend.averageRating.current,
      ],
      'replies of the last 30 days that guests can see': [
        dashboard.trend.visible.current,
        analytics.trend.visible.current,
      ],
    }
    for (const [name, [first, ...others]] of Object.entries(figures)) {
      expect(first, name).toBeGreaterThan(0)
      for (const other of others) expect(other, name).toBe(first)
    }
  }
})

test('topics are counted alike on AI Insights, in a report and in the lists', async () => {
  const [business] = businesses
  if (!business) throw new Error('there are two')
  const insights = await api().insights.overview({ businessId: business.id })
  const report = await reportOn(business)
  const { from, to } = insights.period
  expect(insights.topics.length).toBeGreaterThan(1)
  for (const { topic, praise, complaints } of insights.topics) {
    const row = tableOf(report, 'topics', 'Reviews about a topic').rows.find(
      ({ name }) => name === topicName(topic),
    )
    expect([row?.values[0], row?.values[2]], topic).toEqual([praise, complaints])
    const listed = async (opinion: 'positive' | 'negative') =>
      (
        await api().reviews.list({
          businessId: business.id,
          topic,
          opinion,
          from,
          to,
          sort: 'posted',
          limit: 100,
        })
      ).items.length
    expect([await listed('positive'), await listed('negative')], topic).toEqual([praise, complaints])
  }
})

test('a finding is the same sentence on the Dashboard, on AI Insights and in the API', async () => {
  for (const business of businesses) {
    const [first] = await api().insights.findings({ businessId: business.id })
    const dashboard = await api().screens.dashboard({ businessId: business.id })
    const insights = await api().insights.overview({ businessId: business.id })
    const all = insights.findings.map(({ sentence }) => sentence)
    expect(all[0]).toBe(first?.sentence)
    expect(all).toEqual(expect.arrayContaining(dashboard.findings.map(({ sentence }) => sentence)))
    for (const { n, reviews } of insights.findings) {
      const { items } = await api().reviews.list({ ...reviews, sort: 'posted', limit: 100 })
      expect(items.length).toBe(n)
    }
  }
})

test('screens and digest show the same numbers', async () => {
  const cookie = await signedIn(account)
  const shown = async (path: string) => textOf(await (await ask(path, { headers: { cookie } })).text())
  const dashboard = await shown('/app')
  const inbox = await shown('/app/reviews')
  const cards = await shown('/app/businesses')
  const { stats, unposted, trend } = await api().screens.dashboard({})
  const waiting = String(stats.pendingResponses)
  expect(numbersIn(dashboard, /(\d+) reviews need an answer/g)).toEqual([waiting])
  expect(numbersIn(dashboard, /Saved, not posted: (\d+)/g)).toEqual([String(unposted)])
  expect(numbersIn(inbox, /Needs an answer (\d+)/g)[0]).toBe(waiting)
  expect(numbersIn(inbox, /Saved, not posted (\d+)/g)[0]).toBe(String(unposted))
  expect(sum(numbersIn(cards, /(\d+) needs? an answer/g).map(Number))).toBe(Number(waiting))
  expect(sum(numbersIn(cards, /(\d+) reviews/g).map(Number))).toBe(stats.totalReviews)

  const posted = String(trend.reviews.current)
  expect(numbersIn(dashboard, /(\d+) posted in the last 30 days/g)).toEqual([posted])
  const average = trend.averageRating.current.toFixed(1)
  expect(numbersIn(dashboard, /([\d.]+) in the last 30 days/g)).toContain(average)
  const digest = await digestOf()
  expect(numbersIn(digest, /last 30 days: ([\d.]+) stars/g)).toEqual([average])
})

/** A report on the last twelve months, which include all reviews. */
async function reportOn(business: Business | undefined): Promise<ReportView> {
  const { id } = await api().reports.create({
    title: `Year of ${business?.id ?? 'all'}`,
    ...(business && { businessIds: [business.id] }),
    period: 'last_12_months',
    sections: [...REPORT_SECTIONS],
    locale: 'en-US',
  })
  return api().reports.get({ id })
}

function tableOf({ results }: ReportView, section: string, title: string) {
  const found = results.find(({ name }) => name === section)?.tables.find((one) => one.title === title)
  if (!found) throw new Error(`no table ${title}`)
  return found
}

function rowsOf(report: ReportView, section: string, title: string) {
  return tableOf(report, section, title).rows.map(({ values }) => values)
}

function valuesOf(report: ReportView, section: string, title: string) {
  return (rowsOf(report, section, title)[0] ?? []).map((value) => value ?? 0)
}

function numberIn({ results }: ReportView, section: string, pattern: RegExp): number {
  const { sentences = [] } = results.find(({ name }) => name === section) ?? {}
  return Number(sentences.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean))
}

function oneDecimal(value = 0): number {
  return Math.round(value * 10) / 10
}

/** Text of the digest that is due now and covers everything ever stored. */
async function digestOf(): Promise<string> {
  await forgetDue()
  await api().alerts.save({ ...CHOICE, digest: 'daily' })
  await env.DB.prepare(
    'UPDATE alert_recipients SET digest_after = 0, next_digest_at = ? WHERE organization_id = ?',
  )
    .bind(NOW - 1, account.organizationId)
    .run()
  await sendDigests(contextFor(account, { plan: 'ai_insights', isVerified: true, now: () => NOW }))
  const mail = (await mailsTo(account.email)).find(({ kind }) => kind === 'digest')
  return mail?.text ?? ''
}

/** Text of a page, without its scripts. */
function textOf(html: string): string {
  return html
    .replace(/<(script|style)[^>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/<!--[\s\S]*?-->/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
}

function numbersIn(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, number = '']) => number)
}
