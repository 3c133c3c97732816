import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { ARCHIVE_PAGE_ROWS } from '#worker/archives/review-pages.ts'
import { ARCHIVE_ADDRESS, ARCHIVE_FILES } from '#worker/rules/archives.ts'
import { DAY_MS, iso } from '#worker/rules/durations.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { archiveOf, filesOf } from './support.ts'

const test = base.extend('business', ({ account }) =>
  createBusiness(env.DB, account, { name: 'Harbor Books' }),
)

test('the archive contains every file and history beyond the plan, and is not cached', async ({
  account,
  business,
  cookie,
}) => {
  const now = Date.now()
  const seen = [now - 300 * DAY_MS, now]
  await storeReviews(
    env.DB,
    seen.map((scrapedAt, index) => ({ business, platformReviewId: `r${index}`, text: '=1+1', scrapedAt })),
  )
  await storeResponses(env.DB, business, [{ platformReviewId: 'r0', text: 'Thank you!', at: now - DAY_MS }])
  await env.DB.prepare(
    "UPDATE reviews SET rating = 2, review_text = 'Edited', updated_at = ?, edited_at = ? WHERE platform_review_id = 'r0' AND business_id = ?",
  )
    .bind(now, now, business.id)
    .run()
  await env.DB.prepare(
    "INSERT INTO actions (id, organization_id, business_id, day, name, topic, created_at, updated_at) VALUES (?, ?, ?, '2026-06-01', 'New chef', 'food', ?, ?)",
  )
    .bind(business.id, account.organizationId, business.id, now, now)
    .run()
  await env.DB.prepare(
    "INSERT INTO draft_styles (business_id, organization_id, tone, sign_off, remarks, updated_at) VALUES (?, ?, 'brief', 'The crew', '[]', ?)",
  )
    .bind(business.id, account.organizationId, now)
    .run()
  const answer = await ask(ARCHIVE_ADDRESS, { headers: { cookie } })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/zip')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="all-data-\d{4}-\d\d-\d\d\.zip"$/,
  )
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const files = await filesOf(await answer.blob())
  expect(files.names).toEqual(Object.values(ARCHIVE_FILES))
  const [old, recent] = await files.reviews()
  expect(old).toMatchObject({
    platformReviewId: 'r0',
    businessId: business.id,
    rating: 2,
    reviewText: 'Edited',
    firstSeenAt: iso(seen[0] ?? 0),
    revisions: [{ rating: 5, reviewText: '=1+1', replacedAt: iso(now) }],
    response: { text: 'Thank you!', createdAt: iso(now - DAY_MS) },
  })
  expect(recent).toMatchObject({ platformReviewId: 'r1', revisions: [], response: null })
  expect(await files.json(ARCHIVE_FILES.totals)).toEqual({ reviews: 2, revisions: 1, responses: 1 })
  const csv = await files.text(ARCHIVE_FILES.reviewsCsv)
  expect(csv.split('\r\n')).toHaveLength(4)
  expect(csv).toContain(`"'=1+1"`)
  expect(await files.text(ARCHIVE_FILES.responsesCsv)).toContain(
    '"Harbor Books","Google","Alex Marlow","r0","Thank you!"',
  )
  const { businesses, actions, draftStyles } = await files.json(ARCHIVE_FILES.organization)
  expect(draftStyles).toMatchObject([
    { businessId: business.id, tone: 'brief', signOff: 'The crew', remarks: [] },
  ])
  expect(actions).toMatchObject([
    { businessId: business.id, day: '2026-06-01', name: 'New chef', topic: 'food' },
  ])
  expect(businesses).toMatchObject([{ id: business.id, name: 'Harbor Books', address: {}, settings: {} }])
  expect(await files.json(ARCHIVE_FILES.account)).toMatchObject({
    account: { email: account.email },
    memberships: [{ id: account.organizationId, role: 'owner' }],
    sessions: [{}],
  })
})

test('the archive contains no secrets', async ({ account, business: _ }) => {
  const files = await archiveOf(apiFor(account))
  const texts = await Promise.all(files.names.map((name) => files.text(name)))
  expect(texts.join('')).not.toMatch(/hash|token|secret|sealed/i)
})

test.for(['member', 'viewer'] as const)(
  'a %s gets only their own account, nothing of the organization',
  async (role, { account, business }) => {
    await storeReviews(env.DB, [{ business, text: 'Theirs alone' }])
    const files = await archiveOf(apiFor(account, { role }))
    expect(files.names).toEqual([ARCHIVE_FILES.manifest, ARCHIVE_FILES.account, ARCHIVE_FILES.securityLog])
    expect(await files.json(ARCHIVE_FILES.manifest)).toMatchObject({ organization: null })
  },
)

test('the archive contains nothing of another organization', async ({ account, stranger: other }) => {
  await storeReviews(env.DB, [{ business: await createBusiness(env.DB, other), text: 'Foreign' }])
  const files = await archiveOf(apiFor(account))
  expect(await files.reviews()).toEqual([])
  const texts = await Promise.all(files.names.map((name) => files.text(name)))
  expect(texts.join('')).not.toContain(other.organizationId)
})

test('archive pages have no gap or overlap and read few rows', async ({ account, business }) => {
  const count = 2 * ARCHIVE_PAGE_ROWS + 7
  const now = Date.now()
  await storeReviews(
    env.DB,
    Array.from({ length: count }, (_, index) => ({
      business,
      platformReviewId: `r${index}`,
      reviewDate: now - (count - index) * 1_000,
      scrapedAt: now - (index % 3) * DAY_MS,
    })),
  )
  const meter = createMeter()
  const files = await archiveOf(apiFor(account, { meter }))
  const ids = (await files.reviews()).map(({ platformReviewId }) => platformReviewId)
  expect(ids).toHaveLength(count)
  expect(new Set(ids).size).toBe(count)
  expect(meter.rowsRead).toBeLessThan(12 * count)
  expect((await files.text(ARCHIVE_FILES.reviewsCsv)).split('\r\n')).toHaveLength(count + 2)
})

test("the largest plan's reviews need fewer statements than a request may run", () => {
  const { importedReviews, reviewsPerMonth } = planLimits('ai_insights')
  const pages = (importedReviews + 12 * reviewsPerMonth) / ARCHIVE_PAGE_ROWS
  expect(3 * pages).toBeLessThan(900)
})

test('an export needs a session, is not made by HEAD, and is limited to five a minute', async ({
  cookie,
}) => {
  const visitor = await ask(ARCHIVE_ADDRESS)
  expect(visitor.status).toBe(302)
  expect(visitor.headers.get('location')).toBe('/login?redirectTo=%2Fapp%2Fdata-management')
  const headers = { cookie }
  expect((await ask(ARCHIVE_ADDRESS, { method: 'HEAD', headers })).status).toBe(405)
  for (let count = 0; count < 5; count++) await (await ask(ARCHIVE_ADDRESS, { headers })).arrayBuffer()
  const sixth = await ask(ARCHIVE_ADDRESS, { headers })
  expect(sixth.status).toBe(429)
  expect(await sixth.text()).toContain('Back to Data Management')
})

test('a database fault during an export aborts the archive instead of truncating it', async ({
  account,
  business,
}) => {
  await storeReviews(env.DB, [{ business }])
  const pieces = await apiFor(account).archives.export()
  await pieces.next()
  await env.DB.prepare('ALTER TABLE review_revisions RENAME TO review_revisions_gone').run()
  try {
    const rest = async () => {
      for await (const _ of pieces);
    }
    await expect(rest()).rejects.toThrow()
  } finally {
    await env.DB.prepare('ALTER TABLE review_revisions_gone RENAME TO review_revisions').run()
  }
})
