import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { importArchive } from '#app/features/archives/import-archive.ts'
import { zip } from '#worker/platform/zip.ts'
import { MAX_ARCHIVE_ROWS } from '#worker/rules/archive-import.ts'
import { ARCHIVE_FILES, ARCHIVE_FORMAT, ARCHIVE_VERSION } from '#worker/rules/archives.ts'

/** Places for new locations in the plan. */
let places = Number.POSITIVE_INFINITY
const LIMIT = 'Your Free plan includes one location, and it is in use.'
const sent: { path: string; input: { business?: { name: string }; businessId?: string } }[] = []

beforeEach(() => {
  sent.length = 0
  places = Number.POSITIVE_INFINITY
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('window', { localStorage: { getItem: () => null, setItem: () => {} } })
  vi.stubGlobal('fetch', async (url: string, { method, body }: RequestInit) => {
    if (method !== 'POST') return Response.json({ result: { data: { items: [] } } })
    const path = url.slice('/trpc/'.length)
    const input = JSON.parse(String(body))
    sent.push({ path, input })
    if (path === 'archives.restoreBusiness' && places-- <= 0) {
      const refused = {
        type: 'AUTHORIZATION',
        reason: 'plan_limit',
        advice: LIMIT,
        fields: {},
        httpStatus: 403,
      }
      return Response.json({ error: { message: LIMIT, code: -32603, data: refused } }, { status: 403 })
    }
    const data =
      path === 'archives.restoreBusiness'
        ? { id: `own ${input.business.name}` }
        : { stored: input.rows?.length, known: 0, overQuota: 0, refused: [] }
    return Response.json({ result: { data } })
  })
})
afterEach(() => vi.unstubAllGlobals())

async function archiveOf(
  organization: object,
  reviews: readonly object[],
  savedViews: readonly object[] = [],
  competitors: readonly object[] = [],
): Promise<Blob> {
  const contents: Record<string, readonly object[]> = {
    [ARCHIVE_FILES.manifest]: [
      { format: ARCHIVE_FORMAT, version: ARCHIVE_VERSION, organization: 'organization' },
    ],
    [ARCHIVE_FILES.account]: [{ savedViews }],
    [ARCHIVE_FILES.organization]: [organization],
    [ARCHIVE_FILES.reviews]: reviews,
    [ARCHIVE_FILES.competitors]: competitors,
    [ARCHIVE_FILES.totals]: [{ reviews: reviews.length }],
  }
  const entries = Object.entries(contents).map(([name, lines]) => ({
    name,
    pieces: (async function* () {
      for (const line of lines) yield `${JSON.stringify(line)}\n`
    })(),
  }))
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of zip(entries, Date.now())) parts.push(new Uint8Array(part))
  return new Blob(parts)
}

function imported(archive: Blob) {
  const { signal } = new AbortController()
  return importArchive(archive, { signal, onProgress: () => {}, onWaiting: () => {} })
}

test('a deleted location is left out with everything about it, and named once', async () => {
  const replyTemplates = ['gone', 'live'].map((businessId) => ({
    businessId,
    name: businessId,
    text: 'Thanks',
  }))
  const archive = await archiveOf(
    {
      businesses: [
        {
          id: 'gone',
          name: 'Old Harbor',
          googleBusinessUrl: 'https://g.page/old',
          deletedAt: '2026-06-01T00:00:00.000Z',
        },
        { id: 'live', name: 'Harbor Books', deletedAt: null },
      ],
      replyTemplates,
    },
    [{ businessId: 'gone' }, { businessId: 'live' }, { businessId: 'gone' }],
    ['gone', 'live'].map((id) => ({
      organizationId: 'organization',
      name: id,
      query: `businessId=${id}`,
    })),
  )
  const { counts, lines, faults } = await imported(archive)
  expect(sent.map(({ path, input }) => [path, input.business?.name ?? input.businessId])).toEqual([
    ['archives.restoreBusiness', 'Harbor Books'],
    ['archives.restoreReviews', 'own Harbor Books'],
    ['templates.create', 'own Harbor Books'],
    ['savedViews.save', undefined],
  ])
  expect(sent.at(-1)?.input).toEqual({ name: 'live', query: 'businessId=own Harbor Books' })
  expect({ stored: counts.stored, lines }).toEqual({ stored: 1, lines: 3 })
  expect(faults).toEqual([
    { line: 1, column: 'Old Harbor', problem: 'This location was deleted, so it isn’t imported.' },
  ])
})

test('locations beyond the plan are listed, and the others get their reviews', async () => {
  places = 1
  const businesses = ['Harbor Books', 'Lantern Inn', 'Quay Bakery'].map((name) => ({ id: name, name }))
  const replyTemplates = businesses.map(({ id, name }) => ({ businessId: id, name, text: 'Thanks' }))
  const reviews = businesses.map(({ id }) => ({ businessId: id }))
  const { counts, faults } = await imported(await archiveOf({ businesses, replyTemplates }, reviews))
  expect(sent.flatMap(({ path, input }) => (input.businessId ? [[path, input.businessId]] : []))).toEqual([
    ['archives.restoreReviews', 'own Harbor Books'],
    ['templates.create', 'own Harbor Books'],
  ])
  expect(counts.stored).toBe(1)
  expect(faults).toEqual([
    { line: 1, column: 'Lantern Inn', problem: LIMIT },
    { line: 1, column: 'Quay Bakery', problem: LIMIT },
  ])
})

test('competitors are restored to their locations, with their numbers in parts', async () => {
  const organization = { businesses: [{ id: 'one', name: 'Harbor Books' }], replyTemplates: [] }
  const totals = Array.from({ length: MAX_ARCHIVE_ROWS + 1 }, (_, day) => ({ day }))
  const competitors = [
    {
      businessId: 'one',
      name: 'Quay Café',
      link: 'https://yelp.com/biz/quay',
      placeUrl: 'https://yelp.com/biz/1',
      totals,
    },
    { businessId: 'one', name: 'Pier Bar', link: 'https://yelp.com/biz/pier', totals: [] },
  ]
  const { faults } = await imported(await archiveOf(organization, [], [], competitors))
  expect(faults).toEqual([])
  const restored = sent.filter(({ path }) => path === 'archives.restoreCompetitor').map(({ input }) => input)
  expect(restored).toMatchObject([
    {
      businessId: 'own Harbor Books',
      name: 'Quay Café',
      placeUrl: 'https://yelp.com/biz/1',
      totals: totals.slice(0, MAX_ARCHIVE_ROWS),
    },
    { name: 'Quay Café', totals: [{ day: MAX_ARCHIVE_ROWS }] },
    { name: 'Pier Bar', totals: [] },
  ])
})
