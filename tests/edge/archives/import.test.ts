import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { v7 as createId } from 'uuid'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { businessImports } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import {
  type Account,
  type Business,
  copyResponses,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { eraseDueAccounts } from '#worker/erasure/erase.ts'
import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { ARCHIVE_FILES, type ArchivedReview } from '#worker/rules/archives.ts'
import { DAY_MS, iso } from '#worker/rules/durations.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { archiveOf } from './support.ts'

const NOW = Date.now()
const PHOTO = 'https://lh3.googleusercontent.com/grass-cs/A=s300'

/** Everything stored of a business's reviews, without account and object ids. */
async function storedOf({ id }: Business) {
  const statements = [
    `SELECT platform, platform_review_id, source, author_name, rating, review_text, text_is_excerpt, review_date, language, url,
      photos, reply_url, helpful_votes, is_verified, owner_response_text, owner_response_date, responded, response_text, response_at,
      response_edited_at, response_posted, settled_at, edited_at, missed_scans, removed_at, returned_at, scraped_at, posted_at, updated_at
      FROM reviews WHERE business_id = ? ORDER BY platform_review_id`,
    `SELECT platform_review_id, revision.rating, revision.review_text, replaced_at FROM review_revisions AS revision
      JOIN reviews ON reviews.id = review_id WHERE business_id = ? ORDER BY platform_review_id, replaced_at`,
    `SELECT platform_review_id, response.response_text, is_published, platform_response_id, posted_to_platform, posted_at_platform,
      edited, created, updated FROM (SELECT review_id, response_text, is_published, platform_response_id, posted_to_platform,
        posted_at AS posted_at_platform, edited_at AS edited, created_at AS created, updated_at AS updated FROM review_responses) AS response
      JOIN reviews ON reviews.id = review_id WHERE business_id = ? ORDER BY platform_review_id`,
    `SELECT platform_review_id, subject, verdict, corrected_at FROM review_corrections
      JOIN reviews ON reviews.id = review_id WHERE business_id = ? ORDER BY platform_review_id, subject`,
    `SELECT platform_review_id, rule, reason, state, opened_at, reported_at, appealed_at, closed_at, due_at IS NULL AS ended
      FROM review_cases AS reported JOIN reviews ON reviews.id = review_id
      WHERE reported.business_id = ? ORDER BY platform_review_id`,
    `SELECT platform_review_id, text, note.created_at, note.edited_at, label_keys FROM review_notes AS note
      JOIN reviews ON reviews.id = review_id WHERE reviews.business_id = ? ORDER BY note.created_at`,
  ]
  const rows = await env.DB.batch(statements.map((sql) => env.DB.prepare(sql).bind(id)))
  const daily = await env.DB.prepare(
    'SELECT * FROM review_daily_stats WHERE business_id = ? ORDER BY day, is_removed, own_platform',
  )
    .bind(id)
    .all()
  // A day whose figures are all zero equals a missing row.
  const figures = daily.results
    .map(({ business_id: _, ...row }) => row)
    .filter(({ day: _, own_platform: __, ...row }) => Object.values(row).some((value) => value !== 0))
  return [...rows.map(({ results }) => results), figures]
}

/** A business whose reviews were edited, removed, returned and answered in every way. */
async function livedThrough(account: Account): Promise<Business> {
  const business = await createBusiness(env.DB, account, { name: 'Harbor Books', city: 'Kiel' })
  const at = (days: number) => NOW - days * DAY_MS
  await storeReviews(
    env.DB,
    Array.from({ length: 12 }, (_, index) => ({
      business,
      platform: index % 3 === 0 ? ('yelp' as const) : ('google' as const),
      platformReviewId: `r${index}`,
      authorName: `Author ${index}`,
      rating: (index % 5) + 1,
      text: index === 4 ? '' : `Words “of” review ${index} 🌊\nand more`,
      reviewDate: index === 5 ? null : at(40 - index),
      scrapedAt: at(30 - index),
      helpfulVotes: index,
      language: 'en',
      url: `https://example.test/r${index}`,
      photos: index === 1 ? [{ thumbnailUrl: PHOTO, url: PHOTO, isVideo: false }] : [],
      ownerResponse: index === 6 ? { text: 'On the platform', date: at(20) } : null,
    })),
  )
  await storeResponses(env.DB, business, [
    { platformReviewId: 'r1', text: 'Thank you!', at: at(10) },
    { platformReviewId: 'r2', text: 'Sorry.', at: at(9) },
  ])
  const { items } = await apiFor(account, { plan: 'ai_insights' }).reviews.list({
    search: 'review',
    limit: 100,
  })
  const { correct, reading } = apiFor(account, { plan: 'ai_insights' }).insights
  for (const { id: reviewId } of items.slice(0, 3)) {
    const of = { reviewId, textVersion: (await reading({ reviewId })).textVersion }
    await correct({ ...of, subject: 'text', verdict: 'positive' })
    await correct({ ...of, subject: 'staff', verdict: 'negative' })
  }
  const { notes } = apiFor(account, { plan: 'ai_insights', now: () => at(1) })
  const [noteOn] = items
  if (!noteOn) throw new Error('stored above')
  const { notes: written } = await notes.add({ reviewId: noteOn.id, text: 'I called her.' })
  await notes.change({ id: written[0]?.id ?? '', text: 'I called her twice.' })
  await apiFor(account, { plan: 'ai_insights' }).notes.add({ reviewId: noteOn.id, text: 'She is happy now.' })
  const changes = [
    `UPDATE reviews SET source = 'google-public', reply_url = 'https://business.google.com/reviews/1'
      WHERE platform = 'google'`,
    `UPDATE reviews SET source = 'yelp-public' WHERE platform = 'yelp'`,
    `UPDATE reviews SET rating = 1, review_text = 'Edited', edited_at = ${at(5)}, updated_at = ${at(5)}, responded = 0
      WHERE platform_review_id = 'r2'`,
    `UPDATE reviews SET review_text = 'Edited twice', edited_at = ${at(4)}, updated_at = ${at(4)} WHERE platform_review_id = 'r2'`,
    `UPDATE reviews SET removed_at = ${at(3)}, missed_scans = 2, updated_at = ${at(3)} WHERE platform_review_id = 'r3'`,
    `UPDATE reviews SET returned_at = ${at(2)} WHERE platform_review_id = 'r7'`,
    // Settled without a reply: one still visible, one removed since, one with an answer on its platform.
    `UPDATE reviews SET responded = 1, settled_at = ${at(6)} WHERE platform_review_id IN ('r8', 'r3', 'r6')`,
    // Answered elsewhere, according to its owner.
    `UPDATE reviews SET responded = 1 WHERE platform_review_id = 'r9'`,
    `UPDATE review_responses SET posted_to_platform = 1, posted_at = ${at(8)}, edited_at = ${at(8)} WHERE response_text = 'Thank you!'`,
  ]
  for (const change of changes)
    await env.DB.prepare(
      `${change} AND business_id = ?`.replace(
        / AND business_id/,
        change.includes('WHERE') ? ' AND business_id' : ' WHERE business_id',
      ),
    )
      .bind(business.id)
      .run()
  await copyResponses(env.DB, sql`reviews.business_id = ${business.id}`).run()
  const reportedBefore = `INSERT INTO review_cases (review_id, organization_id, business_id, platform, rule, reason, state, opened_at,
      reported_at, appealed_at, closed_at, due_at)
    SELECT reviews.id, organization_id, business_id, platform, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7,
      value->>8
    FROM json_each(?1) CROSS JOIN reviews ON business_id = ?2 AND platform_review_id = value->>0`
  const cases = [
    ['r1', 'spam', 'Never here', 'open', at(4), null, null, null, at(1)],
    ['r2', 'off_topic', '', 'appealed', at(29), at(20), at(2), null, at(-5)],
    ['r3', 'conflict', '', 'removed', at(9), at(8), null, at(3), null],
  ]
  await env.DB.prepare(reportedBefore).bind(JSON.stringify(cases), business.id).run()
  return business
}

test('an archive restores reviews, revisions, responses and statistics in a new account', async () => {
  const before = await createAccount(env.DB, { plan: 'pro' })
  const business = await livedThrough(before)
  const stored = await storedOf(business)
  expect(stored.map((rows) => rows.length > 1)).toEqual([true, true, true, true, true, true, true])
  const archive = await archiveOf(apiFor(before, { plan: 'pro' }))
  const reviews = await archive.reviews()
  const { businesses } = (await archive.json(ARCHIVE_FILES.organization)) as {
    businesses: { name: string }[]
  }
  await apiFor(before, { now: () => NOW }).account.delete()
  await eraseDueAccounts({ ...backgroundContext(env), now: () => NOW + UNDO_DAYS * DAY_MS })
  expect((await storedOf(business)).flat()).toEqual([])

  const after = await createAccount(env.DB, { plan: 'pro' })
  const { archives } = apiFor(after, { plan: 'pro' })
  const restore = async () => {
    const { id } = await archives.restoreBusiness({
      business: businesses[0] as { name: string },
      taken: [],
    })
    return { id, answer: await archives.restoreReviews({ businessId: id, rows: reviews }) }
  }
  const first = await restore()
  expect(first.answer).toEqual({ stored: 12, known: 0, overQuota: 0, refused: [] })
  expect(first.id).not.toBe(business.id)
  expect(await storedOf({ ...after, id: first.id })).toEqual(stored)
  // Open cases continue.
  const waiting = await env.DB.prepare(
    'SELECT state, due_at, reminders FROM review_cases WHERE business_id = ? AND due_at IS NOT NULL ORDER BY state',
  )
    .bind(first.id)
    .all()
  expect(waiting.results).toEqual([
    { state: 'appealed', due_at: NOW + 5 * DAY_MS, reminders: 0 },
    { state: 'open', due_at: expect.any(Number), reminders: 0 },
  ])
  // Restoring again stores nothing, so nothing is queued for reading.
  const reading = 'UPDATE insight_readings SET due_at = NULL WHERE organization_id = ?1'
  const due = `SELECT due_at, (SELECT count(*) FROM insight_due WHERE organization_id = ?1) AS reviews
    FROM insight_readings WHERE organization_id = ?1`
  const dueNow = () => env.DB.prepare(due).bind(after.organizationId).first()
  expect(await dueNow()).toMatchObject({ due_at: 0, reviews: 3 })
  for (const sql of [reading, 'DELETE FROM insight_due WHERE organization_id = ?1'])
    await env.DB.prepare(sql).bind(after.organizationId).run()
  const again = await restore()
  expect(await dueNow()).toEqual({ due_at: null, reviews: 0 })
  expect(again).toEqual({ id: first.id, answer: { stored: 0, known: 12, overQuota: 0, refused: [] } })
  expect(await storedOf({ ...after, id: first.id })).toEqual(stored)
  // The search finds it as before.
  const found = await apiFor(after, { plan: 'ai_insights' }).reviews.list({ search: 'twice' })
  expect(found.items).toMatchObject([{ review: 'Edited twice' }])
})

const LINE: Omit<ArchivedReview, 'id' | 'businessId' | 'corrections' | 'notes' | 'tags' | 'reported'> = {
  platform: 'google',
  platformName: 'Google',
  platformReviewId: 'x1',
  source: 'google-public',
  authorName: 'Ann',
  rating: 4,
  reviewText: 'Good',
  textIsExcerpt: false,
  reviewDate: null,
  language: null,
  url: null,
  photos: [],
  replyUrl: null,
  helpfulVotes: 0,
  isVerified: false,
  ownerResponse: null,
  responded: false,
  settledAt: null,
  firstSeenAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  editedAt: null,
  missedScans: 0,
  removedAt: null,
  returnedAt: null,
  revisions: [],
  response: null,
}

test('unreadable lines are reported and the others stored; an unknown source becomes a file', async () => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account)
  const rows = [
    LINE,
    { ...LINE, rating: 9 },
    null,
    { ...LINE, platformReviewId: 'x2', source: 'import' },
    { ...LINE, platformReviewId: 'x3', firstSeenAt: '2999-01-01T00:00:00.000Z' },
    { ...LINE, platformReviewId: 'x4', url: 'javascript:alert(1)' },
    { ...LINE, platformReviewId: 'x5', responded: true, settledAt: '2999-01-01T00:00:00.000Z' },
    // Settled, then reopened: an edit would have cleared the time.
    { ...LINE, platformReviewId: 'x6', settledAt: '2026-01-02T00:00:00.000Z' },
    // From an older archive without the field.
    { ...LINE, platformReviewId: 'x7', settledAt: undefined },
  ]
  const answer = await apiFor(account).archives.restoreReviews({ businessId: business.id, rows })
  expect(answer).toMatchObject({ stored: 4, known: 0, overQuota: 0 })
  expect(answer.refused.map(({ row, field }) => [row, field])).toEqual([
    [1, 'rating'],
    [2, ''],
    [4, 'firstSeenAt'],
    [5, 'url'],
    [6, 'settledAt'],
  ])
  const { results } = await env.DB.prepare(
    'SELECT source, settled_at FROM reviews WHERE business_id = ? ORDER BY id',
  )
    .bind(business.id)
    .all()
  expect(results.map(({ source }) => source)).toEqual([
    'google-public',
    'file',
    'google-public',
    'google-public',
  ])
  expect(results.every((row) => row.settled_at === null)).toBe(true)
})

test('concurrent restores store no more than the plan allows from files', async () => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account)
  await databaseOf(env)
    .insert(businessImports)
    .values({
      businessId: business.id,
      organizationId: account.organizationId,
      reviewsStored: planLimits('free').importedReviews - 3,
    })
  const rowsOf = (name: string) =>
    Array.from({ length: 5 }, (_, index) => ({ ...LINE, platformReviewId: `${name}${index}` }))
  const { archives } = apiFor(account, { plan: 'free' })
  const answers = await Promise.all(
    ['a', 'b'].map((name) => archives.restoreReviews({ businessId: business.id, rows: rowsOf(name) })),
  )
  expect(answers.reduce((sum, { stored }) => sum + stored, 0)).toBe(3)
  expect(answers.reduce((sum, { overQuota }) => sum + overQuota, 0)).toBe(7)
})

test("two businesses with one name stay separate, and another organization's is not found", async () => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const other = await createAccount(env.DB, { plan: 'pro' })
  const foreign = await createBusiness(env.DB, other, { name: 'Twin' })
  const { archives } = apiFor(account, { plan: 'pro' })
  const one = await archives.restoreBusiness({ business: { name: 'Twin' }, taken: [] })
  const two = await archives.restoreBusiness({ business: { name: 'Twin' }, taken: [one.id] })
  expect(new Set([one.id, two.id, foreign.id]).size).toBe(3)
  expect(await archives.restoreBusiness({ business: { name: 'Twin' }, taken: [one.id] })).toEqual(two)
  await expect(archives.restoreReviews({ businessId: foreign.id, rows: [LINE] })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('an archive restored many times at once is stored once', async () => {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO businesses/, AT_ONCE) }
  const api = createApi(contextFor(account, { env: bindings, plan: 'ai_insights' }))
  const business = { name: 'Harbor Books', city: 'Kiel' }
  const made = await Promise.all(
    Array.from({ length: AT_ONCE }, () => api.archives.restoreBusiness({ business, taken: [] })),
  )
  const [{ id } = { id: '' }] = made
  expect(new Set(made.map((one) => one.id)).size).toBe(1)
  const rows = [LINE, { ...LINE, platformReviewId: 'x2' }]
  const answers = await Promise.all(
    [1, 2, 3].map(async () => {
      await apiFor(account).templates.create({ name: 'Thanks', text: 'Thank you!', businessId: id })
      return apiFor(account).archives.restoreReviews({ businessId: id, rows })
    }),
  )
  expect(answers.reduce((sum, { stored }) => sum + stored, 0)).toBe(2)
  const count = (table: string) =>
    env.DB.prepare(`SELECT count(*) AS count FROM ${table} WHERE organization_id = ?`)
      .bind(account.organizationId)
      .first('count')
  expect(await Promise.all(['businesses', 'reviews', 'reply_templates'].map(count))).toEqual([1, 2, 1])
})

test('a business from an archive is refused if the plan has no room', async () => {
  const account = await createAccount(env.DB)
  await createBusiness(env.DB, account)
  const refused = apiFor(account, { plan: 'free' }).archives.restoreBusiness({
    business: { name: 'Second' },
    taken: [],
  })
  await expect(refused).rejects.toMatchObject({ cause: { code: 'plan_limit' } })
})

const RESPONSE = {
  id: 'p1',
  text: 'Thanks',
  isPublished: true,
  platformResponseId: null,
  postedToPlatform: false,
  postedAt: null,
  editedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}
const REVISION = { rating: 3, reviewText: 'So so', replacedAt: '2026-01-01T00:00:00.000Z' }
const SOON = new Date(NOW + 2 * DAY_MS).toISOString()
const ANCIENT = '1901-01-01T00:00:00.000Z'

test.for<[field: string, line: object]>([
  ['reviewDate', { reviewDate: SOON }],
  ['reviewDate', { reviewDate: ANCIENT }],
  ['ownerResponse.date', { ownerResponse: { text: 'Thanks', date: SOON } }],
  ['firstSeenAt', { firstSeenAt: ANCIENT }],
  ['updatedAt', { updatedAt: new Date(NOW + DAY_MS).toISOString() }],
  ['editedAt', { editedAt: SOON }],
  ['removedAt', { removedAt: SOON }],
  ['returnedAt', { returnedAt: ANCIENT }],
  ['response.createdAt', { response: { ...RESPONSE, createdAt: SOON } }],
  ['response.postedAt', { response: { ...RESPONSE, postedAt: ANCIENT } }],
  ['response.platformResponseId', { response: { ...RESPONSE, platformResponseId: 'a b' } }],
  ['revisions.0.replacedAt', { revisions: [{ ...REVISION, replacedAt: SOON }] }],
  ['platformReviewId', { platformReviewId: 'x'.repeat(201) }],
  ['authorName', { authorName: 'x'.repeat(121) }],
  ['reviewText', { reviewText: 'x'.repeat(20_001) }],
  ['rating', { rating: 0 }],
  ['platform', { platform: 'tripadvisor' }],
])('an archived review has the limits of every review: %s in %j', async ([field, line]) => {
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account)
  const rows = [{ ...LINE, ...line }]
  const api = apiFor(account, { plan: 'free', now: () => NOW })
  const answer = await api.archives.restoreReviews({ businessId: business.id, rows })
  expect(answer).toMatchObject({ stored: 0, refused: [{ row: 0, field }] })
  expect(answer.refused).toHaveLength(1)
})

test('the log of review requests is restored once, without people, and sends nothing', async () => {
  const before = await createAccount(env.DB, { plan: 'pro' })
  const business = await createBusiness(env.DB, before)
  const at = (days: number) => NOW - days * DAY_MS
  const entries = [
    ['mail', 'Ana', 'ana@guests.example', 'form', 'sent', at(200), at(200)],
    ['mail', 'Ben', 'ben@guests.example', 'form', 'waiting', at(1), null],
    ['mail', 'Cleo', 'cleo@guests.example', 'form', 'waiting', at(1), null],
    ['print', '', null, null, 'handed_over', at(3), null],
  ]
  for (const entry of entries)
    await env.DB.prepare(
      `INSERT INTO asks (id, organization_id, business_id, user_id, channel, name, email, consent, state, created_at, sent_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
      .bind(createId(), before.organizationId, business.id, before.userId, ...entry)
      .run()
  const archive = await archiveOf(apiFor(before))
  const text = await archive.text(ARCHIVE_FILES.asks)
  expect(text).not.toContain('@')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

  const after = await createAccount(env.DB, { plan: 'pro' })
  const own = await createBusiness(env.DB, after)
  const { archives, asking } = apiFor(after)
  await archives.restoreAsks({ businessId: own.id, rows: lines })
  await archives.restoreAsks({ businessId: own.id, rows: lines })
  const { items } = await asking.log()
  expect(items).toHaveLength(4)
  expect(items.slice(0, 2).map(({ state }) => state)).toEqual(['stopped', 'stopped'])
  expect(items.slice(2)).toMatchObject([
    { channel: 'print', name: '', email: '', state: 'handed_over', by: null, isRestored: true },
    {
      channel: 'mail',
      name: '',
      email: '',
      consent: 'form',
      state: 'sent',
      at: new Date(at(200)).toISOString(),
    },
  ])
  const due = await env.DB.prepare(
    'SELECT count(*) AS due FROM asks WHERE organization_id = ? AND (due_at IS NOT NULL OR address_hash IS NOT NULL)',
  )
    .bind(after.organizationId)
    .first('due')
  expect(due).toBe(0)

  // Nothing is added where the entries still exist.
  await apiFor(before).archives.restoreAsks({ businessId: business.id, rows: lines })
  expect((await apiFor(before).asking.log()).items).toHaveLength(4)
  await expect(archives.restoreAsks({ businessId: business.id, rows: lines })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('competitors are restored once with their numbers, within the limits, and no platform is asked', async () => {
  const plan = 'ai_insights'
  const before = await createAccount(env.DB, { plan })
  const business = await createBusiness(env.DB, before)
  const link = 'https://www.yelp.com/biz/quay-cafe'
  await env.DB.prepare(
    `INSERT INTO competitors (id, organization_id, business_id, platform, name, link, place_url, due_at, created_at)
      VALUES (?1, ?2, ?3, 'yelp', 'Quay Café', ?4, ?4, 0, 0)`,
  )
    .bind(createId(), before.organizationId, business.id, link)
    .run()
  await env.DB.prepare(
    `INSERT INTO competitor_totals SELECT competitors.id, value->>0, value->>1, value->>2, value->>3
      FROM competitors, json_each(?) WHERE business_id = ?`,
  )
    .bind(
      JSON.stringify([
        ['2026-06-01', 4.1, 80, 1],
        ['2026-06-08', 4.2, 90, 0],
      ]),
      business.id,
    )
    .run()
  const archive = await archiveOf(apiFor(before, { plan }))
  const line = JSON.parse(await archive.text(ARCHIVE_FILES.competitors))
  expect(line).toMatchObject({ businessId: business.id, platform: 'yelp', name: 'Quay Café' })

  const after = await createAccount(env.DB, { plan })
  const own = await createBusiness(env.DB, after)
  const { archives, competitors } = apiFor(after, { plan })
  const rival = { ...line, businessId: own.id }
  await archives.restoreCompetitor(rival)
  await archives.restoreCompetitor({ ...rival, totals: [{ ...line.totals[0], average: 1 }] })
  expect((await competitors.benchmark()).competitors).toMatchObject([
    {
      name: 'Quay Café',
      link,
      totals: [
        { day: '2026-06-08', average: 4.2, count: 90, isTyped: false },
        { day: '2026-06-01', average: 4.1, count: 80, isTyped: true },
      ],
    },
  ])

  const restore = (name: string) => {
    const placeUrl = `https://www.yelp.com/biz/${name}`
    return archives.restoreCompetitor({ ...rival, name, link: placeUrl, placeUrl })
  }
  for (const name of ['a-1', 'b-1', 'c-1', 'd-1']) await restore(name)
  const refused = { code: 'FORBIDDEN' }
  await expect(restore('e-1')).rejects.toMatchObject(refused)
  await expect(apiFor(after, { plan: 'pro' }).archives.restoreCompetitor(rival)).rejects.toMatchObject(
    refused,
  )
  const ancient = { ...line.totals[0], day: '1994-12-31' }
  const tomorrow = { ...line.totals[0], day: iso(NOW + 2 * DAY_MS).slice(0, 10) }
  for (const totals of [[ancient], [tomorrow], [{ ...line.totals[0], average: 6 }]])
    await expect(archives.restoreCompetitor({ ...rival, totals })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
})

test('an organization restores 50,000 days of competitors a day', async () => {
  const account = await createAccount(env.DB, { plan: 'ai_insights' })
  const business = await createBusiness(env.DB, account)
  let now = NOW
  const { archives, competitors } = apiFor(account, { plan: 'ai_insights', now: () => now })
  const restore = (day: string) =>
    archives.restoreCompetitor({
      businessId: business.id,
      link: 'https://www.yelp.com/biz/quay-cafe',
      name: 'Quay Café',
      totals: [{ day, average: 4, count: 80, isTyped: true }],
    })
  await restore('2026-06-01')
  await env.DB.prepare(
    "UPDATE attempts SET count = 50000 WHERE key LIKE 'competitor-totals-restored:%' AND ends_at > ?",
  )
    .bind(now)
    .run()
  await expect(restore('2026-06-02')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  now += DAY_MS
  await restore('2026-06-03')
  const [restored] = (await competitors.benchmark()).competitors
  expect(restored?.totals.map(({ day }) => day)).toEqual(['2026-06-03', '2026-06-01'])
})

test('restoring reads no more rows where thousands of reviews are stored', async () => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const seenAt = NOW - 9 * DAY_MS
  const rows = Array.from({ length: 5 }, (_, index) => ({
    ...LINE,
    platformReviewId: `restored${index}`,
    responded: true,
    settledAt: iso(NOW - DAY_MS),
    revisions: [REVISION],
    response: RESPONSE,
    corrections: [{ subject: 'text', verdict: 'positive', correctedAt: iso(seenAt) }],
    notes: [{ text: 'I called her.', createdAt: iso(seenAt), editedAt: null }],
    reported: {
      ...{ rule: 'spam', reason: '', state: 'open', openedAt: iso(seenAt) },
      ...{ reportedAt: null, appealedAt: null, closedAt: null },
    },
  }))
  const rowsRead = async (stored: number) => {
    const business = await createBusiness(env.DB, account)
    const reviews = Array.from({ length: stored }, (_, index) => ({
      business,
      platformReviewId: `known${index}`,
    }))
    await storeReviews(env.DB, reviews)
    const meter = createMeter()
    const { archives } = apiFor(account, { plan: 'pro', meter })
    const restore = () => archives.restoreReviews({ businessId: business.id, rows })
    expect(await restore()).toEqual({ stored: 5, known: 0, overQuota: 0, refused: [] })
    expect(await restore()).toEqual({ stored: 0, known: 5, overQuota: 0, refused: [] })
    return meter.rowsRead
  }
  const [few, many] = [await rowsRead(10), await rowsRead(3000)]
  expect(many - few).toBeLessThan(50)
})
