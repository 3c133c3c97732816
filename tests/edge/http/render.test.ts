import { env } from 'cloudflare:test'
import { test as base, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { APP_PAGES, PAGES, PUBLIC_PAGES, pageAbout } from '#tests/edge/support/pages.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import {
  type Account,
  createAccount,
  createBusiness,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { REPORT_SECTIONS } from '#worker/rules/reports.ts'

const KB = 1_000
const MAX_ELEMENTS = 1_000
const MAX_DOCUMENT_BYTES = 12 * KB
const MAX_SCRIPT_BYTES = 115 * KB
const MAX_WORKER_BYTES = 600 * KB
/** Compiled and run before an isolate's first request. */
const MAX_START_CHARACTERS = 235 * KB

const WORKER_MODULES = import.meta.glob<string>('../../../build/worker/*.js', {
  query: '?raw',
  import: 'default',
})

const PRODUCTION_MESSAGE = 'Minified React error'

/** Messages that only a development build of React contains. */
const DEVELOPMENT_MESSAGES = [
  'Each child in a list should have a unique',
  "Can't perform a React state update on a component that hasn't mounted yet",
  'Warning: validateDOMNesting',
  'You are importing createRoot from',
]

async function gzipped(body: string | ArrayBuffer): Promise<number> {
  const stream = new Blob([body]).stream().pipeThrough(new CompressionStream('gzip'))
  return (await new Response(stream).arrayBuffer()).byteLength
}

/** An account with full screens: several businesses, more than a page of reviews, some of them answered. */
async function busyAccount(): Promise<Account & { businessId: string; reviewId: string; reportId: string }> {
  const account = await createAccount(env.DB, { plan: 'ai_insights', fullName: 'Imani Castell' })
  const businesses = await Promise.all(
    ['Harbor Books', 'Hill Bakery', 'Corner Dentist'].map((name) =>
      createBusiness(env.DB, account, {
        name,
        googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
        yelpUrl: `https://www.yelp.com/biz/${name.toLowerCase().replaceAll(' ', '-')}`,
      }),
    ),
  )
  const now = Date.now()
  const reviews = Array.from({ length: 60 }, (_, index) => ({
    business: businesses[index % 3] ?? { id: '', organizationId: '' },
    platform: index % 2 ? ('yelp' as const) : ('google' as const),
    platformReviewId: `r${index}`,
    authorName: `${['Marta', 'Jon', 'Aiko', 'Pedro', 'Lena'][index % 5]} Author-${index}`,
    rating: 1 + (index % 5),
    text: wordsOf(index, 20 + (index % 40)),
    reviewDate: now - (80 - index) * HOUR_MS,
    scrapedAt: now - (60 - index) * HOUR_MS,
    helpfulVotes: index % 4,
    language: 'en',
    url: `https://www.yelp.com/biz/harbor-books?hrid=${index}abcdefghijk`,
    ownerResponse: index % 7 === 0 ? { text: wordsOf(index + 3, 15), date: now } : null,
  }))
  await storeReviews(env.DB, reviews)
  for (const [business, own] of Map.groupBy(reviews, (review) => review.business)) {
    await storeResponses(
      env.DB,
      business,
      own
        .slice(0, 10)
        .map(({ platformReviewId }, index) => ({ platformReviewId, text: wordsOf(index, 12), at: now })),
    )
  }
  const newest = await env.DB.prepare('SELECT max(id) AS id FROM reviews WHERE organization_id = ?')
    .bind(account.organizationId)
    .first<{ id: number }>()
  const { id: reportId } = await apiFor(account).reports.create({
    title: 'Monthly report',
    period: 'last_12_months',
    sections: [...REPORT_SECTIONS],
    locale: 'en-US',
  })
  return { ...account, businessId: businesses[0]?.id ?? '', reviewId: String(newest?.id), reportId }
}

const VOCABULARY =
  'the staff was friendly and quick but our table stood next to a draughty door so we kept our coats on while waiting for bread soup tea cake bill parking children music street window evening Tuesday again never always perhaps lovely cold warm loud tiny'.split(
    ' ',
  )

/** Words in an order that does not repeat, like real texts. */
function wordsOf(seed: number, count: number): string {
  return Array.from(
    { length: count },
    (_, index) => VOCABULARY[(seed * 7 + index * index * 3 + index * seed) % VOCABULARY.length],
  ).join(' ')
}

const test = base.extend('busy', { scope: 'file' }, async () => {
  const account = await busyAccount()
  return { account, cookie: await signedIn(account) }
})

const elementsIn = (html: string) => [...html.matchAll(/<[a-z]/g)].length

test('the Reviews screen with 25 reviews stays within its budget of elements and bytes', async ({ busy }) => {
  const html = await (await ask('/app/reviews', { headers: { cookie: busy.cookie } })).text()
  expect(new Set([...html.matchAll(/Author-\d+/g)].map(([name]) => name)).size).toBe(25)
  expect(elementsIn(html)).toBeLessThanOrEqual(MAX_ELEMENTS)
  expect(await gzipped(html)).toBeLessThanOrEqual(MAX_DOCUMENT_BYTES)
})

const IMPORTS = /(?:^|[;}\s])import\s*\(?(?:[^'"()]*?from\s*)?["']([^"']+\.js)["']/g

/** Sizes of scripts that are already compressed. */
const sizes = new Map<string, number>()

/**
 * Compressed bytes of the scripts that a document loads at once: those it names, and all their static
 * imports.
 */
async function scriptBytes(html: string): Promise<number> {
  const waiting = [...html.matchAll(/<link rel="modulepreload" href="([^"]+)"/g)].map(([, path = '']) => path)
  for (const [, module = ''] of html.matchAll(/<script\b[^>]*type="module"[^>]*>(.*?)<\/script>/gs)) {
    waiting.push(...[...module.matchAll(IMPORTS)].map(([, path = '']) => path))
  }
  const loaded = new Set<string>()
  let bytes = 0
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (loaded.has(path)) continue
    loaded.add(path)
    const answer = await env.ASSETS.fetch(`${ORIGIN}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    const code = await answer.text()
    const size = sizes.get(path) ?? (await gzipped(code))
    sizes.set(path, size)
    bytes += size
    for (const [statement, target = ''] of code.matchAll(IMPORTS)) {
      // Dynamic imports are loaded on demand.
      if (!statement.includes('(')) waiting.push(new URL(target, `${ORIGIN}${path}`).pathname)
    }
  }
  return bytes
}

test.for([...APP_PAGES, '/login', '/signup'])(
  '%s stays within its budgets of elements and script bytes',
  async (page, { busy }) => {
    const headers: Record<string, string> = page.startsWith('/app') ? { cookie: busy.cookie } : {}
    const html = await (await ask(pageAbout(page, busy.account), { headers })).text()
    expect(elementsIn(html)).toBeLessThanOrEqual(MAX_ELEMENTS)
    const bytes = await scriptBytes(html)
    expect(bytes).toBeGreaterThan(50 * KB)
    expect(bytes).toBeLessThanOrEqual(MAX_SCRIPT_BYTES)
  },
)

test.each(PUBLIC_PAGES)('%s loads no script, and links to parts of itself that exist', async (page) => {
  const html = await (await ask(page)).text()
  expect(await scriptBytes(html)).toBe(0)
  expect(html).not.toMatch(/<script|\.js"/)
  const parts = [...html.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id)
  expect(parts.filter((id) => !html.includes(` id="${id}"`))).toEqual([])
})

test('the chunk shared by all screens is marked for eager compilation', async () => {
  const html = await (await ask('/login')).text()
  const [, path = ''] = /rel="modulepreload" href="([^"]*\/shared-[^"]*)"/.exec(html) ?? []
  const script = await (await env.ASSETS.fetch(`${ORIGIN}${path}`)).text()
  expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})

test('every asset that a page names exists and is cached for a year', async ({
  busy: { account, cookie },
}) => {
  const checked = new Set<string>()
  for (const pattern of PAGES) {
    const page = pageAbout(pattern, account)
    const html = await (await ask(page, { headers: page.startsWith('/app') ? { cookie } : {} })).text()
    for (const [, path = ''] of html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)) {
      if (checked.has(path)) continue
      checked.add(path)
      const answer = await env.ASSETS.fetch(`${ORIGIN}${path}`)
      await answer.body?.cancel()
      expect([path, answer.status]).toEqual([path, 200])
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  }
})

test('the worker is small and starts with a small part, without the screens', async () => {
  const parts = Object.entries(WORKER_MODULES)
  const codes = await Promise.all(parts.map(async ([path, load]) => [path.split('/').at(-1), await load()]))
  const { 'index.js': entry = '', 'part-core.js': core = '', ...onDemand } = Object.fromEntries(codes)
  const atStart = entry + core
  expect(atStart.length).toBeLessThanOrEqual(MAX_START_CHARACTERS)
  expect(new Set([...atStart.matchAll(/\bfrom\s*"(\.\/[\w-]+\.js)"/g)].map(([, part]) => part))).toEqual(
    new Set(['./part-core.js']),
  )
  expect(atStart).not.toContain(PRODUCTION_MESSAGE)
  const all = atStart + Object.values(onDemand).join('')
  expect(await gzipped(all)).toBeLessThanOrEqual(MAX_WORKER_BYTES)
  expect(all).toContain(PRODUCTION_MESSAGE)
  for (const message of DEVELOPMENT_MESSAGES) expect(all.includes(message)).toBe(false)
})
