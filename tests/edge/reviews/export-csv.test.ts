import { env } from 'cloudflare:test'
import { beforeEach, expect, test } from 'vitest'
import { guessMapping } from '#app/features/imports/file/columns.ts'
import { CsvReader } from '#app/features/imports/file/csv-reader.ts'
import { openFile, rowsOf } from '#app/features/imports/file/opened-file.ts'
import { reviewOfRow } from '#app/features/imports/file/row-review.ts'
import { exportHref } from '#app/features/reviews/export-link.tsx'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import {
  type Account,
  type Business,
  createAccount,
  createBusiness,
  type StoredReview,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { EXPORT_PAGE_ROWS } from '#worker/reviews/export-csv.ts'
import { withoutFormulaGuard } from '#worker/rules/csv-text.ts'
import { DAY_MS, HOUR_MS, startOfDay } from '#worker/rules/durations.ts'
import type { ImportedReviewInput } from '#worker/rules/imports.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { type AnyPlatform, PLATFORMS, type Platform } from '#worker/rules/platforms.ts'

const NOON = startOfDay(Date.now()) + 12 * HOUR_MS

let account: Account
let business: Business
let cookie: string

beforeEach(async () => {
  account = await createAccount(env.DB, { plan: 'pro' })
  business = await createBusiness(env.DB, account, { name: 'Harbor "Books" & Co' })
  cookie = await signedIn(account)
})

/** Texts that could break a spreadsheet, a CSV reader or a careless program. */
const TEXTS = [
  '=HYPERLINK("https://evil.example","Click")',
  "'=already guarded",
  "-5 stars, 'never' again",
  '＋1 for the staff',
  '@everyone, read this',
  'One line,\nanother "one"; and a third\n\nend',
  'Größe 👍🏽 שלום عربي 日本語',
  '',
  "'tis fine",
]

function reviewsOf(target: Business): StoredReview[] {
  return TEXTS.map((text, index) => ({
    business: target,
    platform: PLATFORMS[index % PLATFORMS.length] as Platform,
    platformReviewId: index === 3 ? '-starts-with-a-dash' : `review/${index}=`,
    authorName: index === 4 ? '+49 Ana' : `Author ${index}`,
    rating: index === 5 ? 4.5 : 1 + (index % 5),
    text,
    reviewDate: index === 7 ? null : NOON - index * DAY_MS + index * 1_001,
    scrapedAt: NOON,
    helpfulVotes: index,
    language: index % 2 === 0 ? 'de' : null,
    url: index % 2 === 0 ? `https://example.test/r/${index}?a=1,2` : null,
    ownerResponse: index === 1 ? { text: '=Thanks, "Ana"', date: NOON - 12_345 } : null,
  }))
}

async function download(address = exportHref({}), options: { cookie?: string } = {}) {
  return ask(address, { headers: { cookie: options.cookie ?? cookie } })
}

/** The cells of a file, without its header. */
function cellsOf(csv: string): string[][] {
  const reader = new CsvReader({ delimiter: ',', hasBackslashes: false })
  const [, ...rows] = [...reader.push(csv.replace(/^\ufeff/, '')), ...reader.end()]
  return rows.map(({ cells }) => cells.map(withoutFormulaGuard))
}

async function authorsIn(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(200)
  return cellsOf(await answer.text()).map((cells) => cells[2] ?? '')
}

test('the file is CSV for spreadsheets with a download name, and is not cached', async () => {
  await storeReviews(env.DB, reviewsOf(business))
  const answer = await download()
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="reviews-\d{4}-\d\d-\d\d\.csv"$/,
  )
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const text = new TextDecoder().decode(bytes)
  expect(text.startsWith('"Business","Platform","Author","Rating","Text","Date","Owner response",')).toBe(
    true,
  )
  // No field starts a formula.
  expect(text).not.toMatch(/(^|,)"[=+\-@＝＋－＠]/m)
  const first = cellsOf(text).find((cells) => cells[2] === 'Author 0')
  expect(first?.slice(0, 5)).toEqual(['Harbor "Books" & Co', 'Google', 'Author 0', '1', TEXTS[0]])
})

test('exported reviews are the same after an import into a new account', async () => {
  await storeReviews(env.DB, reviewsOf(business))
  const file = new File([await (await download()).arrayBuffer()], 'reviews.csv')
  const target = await createAccount(env.DB, { plan: 'pro' })
  const into = await createBusiness(env.DB, target)
  const opened = await openFile(file)
  const reading = {
    columns: opened.columns,
    mapping: guessMapping(opened.columns, opened.sample),
    platform: 'google',
    business: null,
    platforms: PLATFORMS,
    dateOrder: null,
    now: Date.now(),
  } as const
  const rows = new Map<AnyPlatform, ImportedReviewInput[]>()
  for await (const slice of rowsOf(opened)) {
    for (const row of slice.rows) {
      const { review, platform, faults } = reviewOfRow(row, reading)
      expect(faults).toEqual([])
      if (review) rows.set(platform, [...(rows.get(platform) ?? []), review])
    }
  }
  const { imports } = apiFor(target, { plan: 'pro' })
  for (const [platform, reviews] of rows) {
    const { runId } = await imports.startImport({ businessId: into.id, platform, chunks: 1 })
    await imports.importRows({ runId, chunk: 0, rows: reviews })
    await imports.finishImport({ runId })
  }
  const stored = async ({ id }: Business) => {
    const sql = `SELECT platform, platform_review_id, author_name, rating, review_text, review_date, language, url,
      owner_response_text, owner_response_date, responded FROM reviews WHERE business_id = ? ORDER BY author_name`
    return (await env.DB.prepare(sql).bind(id).all()).results
  }
  const before = await stored(business)
  expect(before).toHaveLength(TEXTS.length)
  expect(await stored(into)).toEqual(before)
})

test('a response stored here is exported as the answer', async () => {
  await storeReviews(env.DB, [
    { business, platformReviewId: 'r', ownerResponse: { text: 'Before', date: NOON } },
  ])
  await storeResponses(env.DB, business, [{ platformReviewId: 'r', text: 'Now', at: NOON }])
  const [row] = cellsOf(await (await download()).text())
  expect(row?.slice(6, 9)).toEqual(['Now', new Date(NOON).toISOString(), 'Answered'])
})

test('an export follows the filters and the order of the list, or the chosen ids', async () => {
  await storeReviews(
    env.DB,
    [5, 4, 3, 2, 1].map((days) => ({
      business,
      platform: days === 3 ? ('yelp' as const) : ('google' as const),
      authorName: `Author ${days}`,
      rating: days,
      text: days > 3 ? 'long wait' : 'quick',
      reviewDate: NOON - days * DAY_MS,
      scrapedAt: NOON,
    })),
  )
  await env.DB.prepare('UPDATE reviews SET removed_at = 1 WHERE business_id = ? AND rating = 2')
    .bind(business.id)
    .run()
  const shown = async (address: string) => authorsIn(await download(address))
  expect(await shown(exportHref({}))).toEqual([1, 2, 3, 4, 5].map((days) => `Author ${days}`))
  expect(await shown(exportHref({ platform: 'yelp', search: '' }))).toEqual(['Author 3'])
  expect(await shown(exportHref({ search: 'wait', sort: 'oldest' }))).toEqual(['Author 5', 'Author 4'])
  expect(await shown(exportHref({ status: 'pending', rating: '2' }))).toEqual([])
  const { items } = await apiFor(account, { plan: 'pro' }).reviews.list({ sort: 'posted' })
  const ids = items.slice(1, 3).map(({ id }) => id)
  const selection = await authorsIn(
    await ask(exportHref({ ids }), { headers: { cookie: await signedIn(account) } }),
  )
  // A new session, because one has five exports a minute.
  expect(selection.sort()).toEqual(['Author 2', 'Author 3'])
})

test('an export has nothing of another tenant and nothing from before the history', async () => {
  const stranger = await createAccount(env.DB, { plan: 'pro' })
  const theirs = await createBusiness(env.DB, stranger)
  await storeReviews(env.DB, [
    { business: theirs, authorName: 'Theirs', scrapedAt: NOON },
    { business, authorName: 'Old', scrapedAt: NOON - 91 * DAY_MS },
    { business, authorName: 'Ours', scrapedAt: NOON },
  ])
  const { results } = await env.DB.prepare('SELECT id FROM reviews WHERE business_id IN (?, ?)')
    .bind(theirs.id, business.id)
    .all<{ id: number }>()
  const ids = results.map(({ id }) => String(id))
  expect(await authorsIn(await download(exportHref({ ids })))).toEqual(['Ours'])
  expect(await authorsIn(await download(exportHref({ businessId: theirs.id })))).toEqual([])
  expect(await authorsIn(await download())).toEqual(['Ours'])
})

test('export pages have no gaps and cost at most two rows per review', async () => {
  const count = 2 * EXPORT_PAGE_ROWS + 7
  await storeReviews(
    env.DB,
    Array.from({ length: count }, (_, index) => ({
      business,
      authorName: `Author ${index}`,
      // Many share a second; some are older than the history.
      reviewDate: NOON - (count - index) * HOUR_MS - (index % 3) * 100 * DAY_MS,
      scrapedAt: NOON - HOUR_MS,
    })),
  )
  const meter = createMeter()
  const api = apiFor(account, { plan: 'pro', meter })
  let csv = ''
  let pieces = 0
  for await (const piece of await api.reviews.export({})) {
    csv += piece
    pieces += 1
  }
  expect(new Set(cellsOf(csv).map((cells) => cells[2])).size).toBe(count)
  expect(cellsOf(csv)).toHaveLength(count)
  // The header, then a page at a time.
  expect(pieces).toBe(4)
  expect(meter.rowsRead).toBeLessThanOrEqual(2 * count + 50)
  expect(meter.rowsRead).toBeGreaterThan(count)
})

test("the largest plan's reviews need fewer statements than a request may run", () => {
  const { importedReviews, reviewsPerMonth } = planLimits('ai_insights')
  expect((importedReviews + 12 * reviewsPerMonth) / EXPORT_PAGE_ROWS).toBeLessThan(900)
})

test('an export on a plan without it names the plan that has it', async () => {
  const free = await createAccount(env.DB)
  const answer = await download(undefined, { cookie: await signedIn(free) })
  expect(answer.status).toBe(403)
  const page = await answer.text()
  expect(page).toContain('CSV export is part of the Pro plan. Upgrade to use it.')
  expect(page).toContain('href="/pricing"')
  await expect(apiFor(free, { plan: 'free' }).reviews.export({})).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'CSV export is part of the Pro plan. Upgrade to use it.',
  })
})

test('a visitor signs in first and then returns to the list', async () => {
  const answer = await ask(exportHref({ platform: 'yelp' }))
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/login?redirectTo=%2Fapp%2Freviews%3Fplatform%3Dyelp')
})

test.each([
  ['rating=9', 'Choose a rating of 1 to 5 stars.'],
  ['ids=1,x', 'Unknown review. Choose one from the list.'],
])('an invalid filter is refused: %s', async (query, message) => {
  const answer = await download(`/export/reviews.csv?${query}`)
  expect(answer.status).toBe(400)
  expect(await answer.text()).toContain(message)
})

test('five exports a minute are allowed and logged, and HEAD does not count', async () => {
  const context = contextFor(account, { plan: 'pro' })
  const head = await ask('/export/reviews.csv', { method: 'HEAD', headers: { cookie } })
  expect(head.status).toBe(405)
  for (let count = 0; count < 5; count++) await (await download()).arrayBuffer()
  const sixth = await download()
  expect(sixth.status).toBe(429)
  expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await sixth.text()).toContain('Too Many Requests')
  const { results } = await env.DB.prepare(
    "SELECT type FROM security_events WHERE user_id = ? AND type = 'reviews_exported'",
  )
    .bind(context.session?.user.id)
    .all()
  expect(results).toHaveLength(5)
})

test('a database fault during an export aborts the download instead of truncating it', async () => {
  await storeReviews(
    env.DB,
    Array.from({ length: EXPORT_PAGE_ROWS + 1 }, (_, index) => ({
      business,
      authorName: `Author ${index}`,
      scrapedAt: NOON,
    })),
  )
  const api = apiFor(account, { plan: 'pro' })
  const pieces = await api.reviews.export({})
  await pieces.next()
  await pieces.next()
  await env.DB.prepare('ALTER TABLE review_search RENAME TO review_search_gone').run()
  try {
    await expect(pieces.next()).rejects.toThrow()
  } finally {
    await env.DB.prepare('ALTER TABLE review_search_gone RENAME TO review_search').run()
  }
})
