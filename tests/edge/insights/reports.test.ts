import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { leaveCredits } from '#tests/edge/support/credits.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { networkOf, newAddress } from '#tests/edge/support/networks.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { METHOD } from '#worker/insights/reading/read-review.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { type CreateReportInput, REPORT_SECTIONS, type ReportView } from '#worker/rules/reports.ts'
import { type Diner, test } from './diner.ts'

const REQUEST: CreateReportInput = {
  title: 'The year',
  period: 'last_12_months',
  sections: [...REPORT_SECTIONS],
  locale: 'de-DE',
  schedule: 'none',
}

function apiOf(diner: Diner, options: Parameters<typeof apiFor>[1] = {}) {
  return apiFor(diner.account, { plan: 'ai_insights', now: () => diner.now, ...options })
}

async function fill(diner: Diner) {
  await diner.store(
    ...Array.from({ length: 60 }, (_, index) => ({
      text:
        index % 4 === 0
          ? 'We waited forever for a table, such a slow kitchen.'
          : 'The food was delicious and the staff friendly, a wonderful place.',
      rating: index % 4 === 0 ? 2 : 5,
      daysAgo: 1 + index * 2,
    })),
  )
  await diner.read()
}

const SLOW = [
  'We had to wait forty minutes for our food.',
  'Very slow service, and nobody said a word.',
  'The wait for the bill was far too long.',
  'They kept us waiting at the door in the rain.',
  'We waited an hour for two soups.',
]

async function make(diner: Diner, changes: Partial<CreateReportInput> = {}): Promise<ReportView> {
  const { id } = await apiOf(diner).reports.create({ ...REQUEST, ...changes })
  return apiOf(diner).reports.get({ id })
}

function section({ results }: ReportView, name: string) {
  const found = results.find((one) => one.name === name)
  if (!found) throw new Error(`no section ${name}`)
  return found
}

const balance = async (diner: Diner) => (await apiOf(diner).credits.balance()).balance

/** Number of reviews in the list at an inbox address. */
async function countAt(diner: Diner, address: string): Promise<number> {
  const filters = Object.fromEntries(new URL(address, 'http://app').searchParams)
  const { items } = await apiOf(diner).reviews.list({ ...filters, sort: 'posted', limit: 100 })
  return items.length
}

describe('a report', () => {
  test('shows the figures of its reviews in the requested locale', async ({ diner }) => {
    await fill(diner)
    const report = await make(diner)
    expect(report).toMatchObject({ title: 'The year', reviewCount: 60, former: null, method: `3.${METHOD}` })
    const ratings = section(report, 'ratings')
    expect(ratings.sentences[0]?.text).toBe('60 reviews, 4,25 stars on average.')
    expect(ratings.tables[2]?.rows.map(({ name, values }) => [name, values])).toEqual([
      ['5', [45, 75]],
      ['4', [0, 0]],
      ['3', [0, 0]],
      ['2', [15, 25]],
      ['1', [0, 0]],
    ])
    expect(section(report, 'answers').sentences[0]?.text).toBe(
      '0 of 60 reviews have a reply visible to guests: 0,0%.',
    )
    const topics = section(report, 'topics').tables[0]?.rows ?? []
    expect(topics.find(({ name }) => name === 'food')?.values.slice(0, 3)).toEqual([45, 0, 0])
    expect(report.results.map(({ name }) => name)).toEqual([...REPORT_SECTIONS])
  })

  test('counts the platforms that the owner has added by their name and color, beside the others', async ({
    diner,
  }) => {
    const { business } = diner
    const { platforms, imports } = apiOf(diner)
    const own = await platforms.create({ name: 'Trustpilot', color: 'teal' })
    const day = new Date(diner.now - DAY_MS).toISOString()
    await diner.store({ text: 'A wonderful place.', rating: 5, daysAgo: 1 })
    const { runId } = await imports.startImport({ businessId: business.id, platform: own.id, chunks: 1 })
    const rows = [4, 3].map((rating) => ({
      reviewId: `r${rating}`,
      authorName: 'Ann',
      rating,
      reviewText: 'The staff were friendly.',
      reviewDate: day,
    }))
    await imports.importRows({ runId, chunk: 0, rows })
    const report = await make(diner, { period: 'last_7_days' })
    const { sentences, tables } = section(report, 'platforms')
    expect(sentences[0]?.text).toBe('Trustpilot has the most reviews: 2 of 3.')
    expect(tables[0]?.rows).toEqual([
      { name: 'Google', values: [1, 5, 0, null], reviews: null },
      { name: 'Trustpilot', values: [2, 3.5, 0, null], reviews: null, color: 'teal' },
    ])
    let csv = ''
    for await (const part of await apiOf(diner).reports.export({ id: report.id })) csv += part
    expect(csv).toContain('"Platforms","Platforms","Trustpilot","Reviews",2')
    // A report stays as it was created.
    await platforms.update({ ...own, name: 'Trust Pilot', color: 'red' })
    expect(section(await apiOf(diner).reports.get({ id: report.id }), 'platforms').tables).toEqual(tables)
  })

  test('begins with findings, each with its reviews and a quote', async ({ diner }) => {
    await diner.store(
      ...Array.from({ length: 90 }, (_, index) => ({
        text: 'The food was delicious and the staff friendly, a wonderful place.',
        rating: 5,
        daysAgo: 35 + index * 3,
      })),
      ...Array.from({ length: 14 }, (_, index) => ({
        text: SLOW[index % SLOW.length] ?? '',
        rating: 1,
        daysAgo: 1 + index,
      })),
    )
    await diner.read()
    const report = await make(diner)
    const [first] = section(report, 'facts').sentences
    expect(first?.text).toBe(
      'Your rating fell from 5,0 to 1,0 in 30 days: 14 of 14 reviews have one or two stars.',
    )
    expect(await countAt(diner, first?.reviews ?? '')).toBe(14)
    expect(first?.quote).toEqual({ text: SLOW[0], rating: 1, platform: 'Google' })
    expect(section(report, 'topics').sentences[0]?.text).toMatch(
      /^Without the 14 complaints about waiting your average would be about 5,0 instead of 4,5\.$/,
    )
    expect(JSON.stringify(report.results)).not.toMatch(/by chance|come with ratings|at least/i)
    const course = section(report, 'ratings').tables.find(({ isChart }) => isChart)
    expect(course?.title).toBe('Month by month')
  })

  test('shows causes that add up to the change since the previous month', async ({ diner }) => {
    diner.now = Date.UTC(2026, 2, 10, 12)
    const inMonth = (day: string) => Math.round((Date.now() - Date.parse(day)) / DAY_MS)
    await diner.store(
      ...Array.from({ length: 20 }, (_, index) => ({
        text: index % 5 === 0 ? 'We waited forever, such a slow kitchen.' : 'The food was delicious.',
        rating: index % 5 === 0 ? 2 : 5,
        daysAgo: inMonth(`2026-01-${10 + (index % 18)}`),
      })),
      ...Array.from({ length: 20 }, (_, index) => ({
        text: index % 2 === 0 ? 'We waited forever, such a slow kitchen.' : 'The food was delicious.',
        rating: index % 2 === 0 ? 1 : 5,
        daysAgo: inMonth(`2026-02-${10 + (index % 18)}`),
      })),
    )
    await diner.run('UPDATE reviews SET scraped_at = ? WHERE business_id = ?', diner.now, diner.business.id)
    await diner.read()
    const report = await make(diner, { period: 'last_month' })
    const bridge = section(report, 'ratings').tables.at(-1)
    const [, from = '', to = ''] = /from ([\d,]+) to ([\d,]+)$/.exec(bridge?.title ?? '') ?? []
    const starsOf = (text: string) => Number(text.replace(',', '.'))
    const parts = bridge?.rows.map(({ values }) => values[0] ?? 0) ?? []
    expect(parts.length).toBeGreaterThan(1)
    expect(parts.reduce((sum, part) => sum + part, 0)).toBeCloseTo(starsOf(to) - starsOf(from), 6)
  })

  test('links each figure to exactly its reviews', async ({ diner }) => {
    await fill(diner)
    const { results } = await make(diner)
    let followed = 0
    for (const { tables } of results) {
      for (const { columns, rows } of tables) {
        // A change of the average is not a number of reviews.
        if (columns[0]?.unit === 'change') continue
        for (const { reviews, values } of rows) {
          if (reviews === null) continue
          followed += 1
          const all = columns.findIndex(({ label }) => label === 'All')
          const counts = columns.flatMap(({ unit }, index) => (unit === 'count' ? [values[index] ?? 0] : []))
          const expected = all === -1 ? counts.reduce((sum, count) => sum + count, 0) : (values[all] ?? 0)
          expect(await countAt(diner, reviews)).toBe(expected)
        }
      }
    }
    expect(followed).toBeGreaterThan(5)
  })

  test('for a week covers the last seven full days and compares the seven before', async ({ diner }) => {
    await diner.store(
      ...[0, 1, 7, 8, 14, 15].map((daysAgo) => ({ text: 'Good food', rating: daysAgo < 8 ? 5 : 1, daysAgo })),
    )
    const report = await make(diner, { period: 'last_7_days' })
    const day = (back: number) => utcDay(diner.now - back * DAY_MS)
    expect(report.days).toEqual({ from: day(7), to: day(1) })
    expect(report.former).toEqual({ from: day(14), to: day(8) })
    const [average] = section(report, 'ratings').tables
    expect(average?.rows.map(({ values }) => values.slice(0, 2))).toEqual([
      [2, 5],
      [2, 1],
    ])
    expect(section(report, 'terms').tables).toEqual([])
  })

  test.each([
    ['last_month', '2026-02-01', '2026-02-28', '2026-01-01', '2026-01-31'],
    ['last_3_months', '2025-12-01', '2026-02-28', '2025-09-01', '2025-11-30'],
  ] as const)('for %s covers whole months', async (period, from, to, formerFrom, formerTo) => {
    const account = await createAccount(env.DB, { plan: 'ai_insights' })
    await createBusiness(env.DB, account)
    const api = apiFor(account, { now: () => Date.UTC(2026, 2, 31, 23, 59) })
    const { id } = await api.reports.create({ ...REQUEST, period, sections: ['ratings'] })
    expect(await api.reports.get({ id })).toMatchObject({
      days: { from, to },
      former: { from: formerFrom, to: formerTo },
    })
  })

  test('stays as it was made, whatever happens to the reviews', async ({ diner }) => {
    await fill(diner)
    const report = await make(diner)
    await diner.store({ text: 'Awful', rating: 1, daysAgo: 3 })
    await diner.run('UPDATE businesses SET name = ? WHERE id = ?', 'Another name', diner.business.id)
    expect(await apiOf(diner).reports.get({ id: report.id })).toEqual(report)
    expect((await make(diner)).inputHash).not.toBe(report.inputHash)
  })

  test('compares several locations and leaves out those not chosen', async ({ diner }) => {
    await fill(diner)
    const second = await createBusiness(env.DB, diner.account, { name: 'Zebra' })
    const both = await make(diner)
    expect(both.businesses).toHaveLength(2)
    expect(section(both, 'locations').tables[0]?.rows.map(({ values }) => values[0])).toEqual([60, 0])
    // The inbox cannot list some of the locations.
    expect(section(both, 'ratings').sentences[0]?.reviews).toBeNull()
    const one = await make(diner, { businessIds: [second.id] })
    expect(one.reviewCount).toBe(0)
    expect(section(one, 'ratings').sentences[0]?.text).toBe('No reviews were posted in this period.')
  })
})

describe('the price of a report', () => {
  test('is five credits, paid once for twenty concurrent requests of the same report', async ({ diner }) => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await apiOf(diner).reports.create(REQUEST)).id),
    )
    expect(new Set(ids).size).toBe(1)
    expect(await balance(diner)).toBe(995)
    await make(diner, { title: 'Another one' })
    expect(await balance(diner)).toBe(990)
  })

  test('says once that its own reviews are still being read, and is not paid again after that', async ({
    diner,
  }) => {
    const notes = ({ results }: ReportView) =>
      results.flatMap(({ sentences }) => sentences).filter(({ text }) => text.includes('still being read'))
    const month = { period: 'last_month' } as const
    await fill(diner)
    const read = await make(diner, month)
    await diner.store({ text: 'Posted today.', rating: 5 })
    const again = await make(diner, month)
    expect([again.id, notes(again).length, await balance(diner)]).toEqual([read.id, 0, 995])

    await diner.store({ text: 'On its last day.', rating: 5, daysAgo: new Date(diner.now).getUTCDate() })
    const unread = await make(diner, month)
    expect([notes(unread).length, await balance(diner)]).toEqual([1, 990])
    expect(notes(await make(diner, { ...month, sections: ['ratings'] }))).toEqual([])
    await diner.run('DELETE FROM insight_due')
    expect([(await make(diner, month)).id, await balance(diner)]).toEqual([unread.id, 985])
    await diner.run(
      'UPDATE insight_readings SET read_seen_at = -1 WHERE organization_id = ?',
      diner.account.organizationId,
    )
    expect(notes(await make(diner, { ...month, title: 'All are read anew' }))).toHaveLength(1)
  })

  test('cannot be paid without credits, so no report is made', async ({ diner }) => {
    await make(diner)
    await leaveCredits(diner.account, 4, diner.now)
    await expect(make(diner, { title: 'Too much' })).rejects.toMatchObject({ cause: { code: 'plan_limit' } })
    expect((await apiOf(diner).reports.list()).items).toHaveLength(1)
  })

  test('is returned if delivery fails, and the next try makes the report', {
    meta: { expectsFaults: true },
  }, async ({ diner }) => {
    const broken = failing(env.DB, /UPDATE reports SET delivered_at/)
    const api = apiOf(diner, { env: { ...env, DB: broken } })
    await expect(api.reports.create(REQUEST)).rejects.toThrow()
    expect(await balance(diner)).toBe(1_000)
    expect((await apiOf(diner).reports.list()).items).toEqual([])
    await make(diner)
    expect(await balance(diner)).toBe(995)
  })
})

describe('access to reports', () => {
  test('is limited to the locations of a member', async ({ diner }) => {
    const second = await createBusiness(env.DB, diner.account, { name: 'Zebra' })
    await make(diner, { title: 'Both' })
    await make(diner, { title: 'Zebra', businessIds: [second.id] })
    const limited = apiOf(diner, { role: 'member', businessIds: [second.id] })
    expect((await limited.reports.list()).items.map(({ title }) => title)).toEqual(['Zebra'])
    const { id } = await limited.reports.create({ ...REQUEST, title: 'Mine' })
    expect((await limited.reports.get({ id })).businesses.map(({ name }) => name)).toEqual(['Zebra'])
  })

  test('requires the plan', async ({ diner }) => {
    const { id } = await make(diner)
    const pro = apiOf(diner, { plan: 'pro' })
    for (const call of [
      pro.reports.get({ id }),
      pro.reports.list(),
      pro.reports.create(REQUEST),
      pro.screens.reports(),
      pro.reports.export({ id }),
    ]) {
      await expect(call).rejects.toMatchObject({ cause: { code: 'plan_limit' } })
    }
  })

  test('ends when a report is deleted, and the log has both steps', async ({ diner }) => {
    const { id } = await make(diner)
    await apiOf(diner).reports.remove({ id })
    await expect(apiOf(diner).reports.get({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
    const { items } = await apiOf(diner).organizations.auditLog()
    expect(items.map(({ action, subject }) => [action, subject])).toEqual([
      ['report_deleted', 'The year'],
      ['report_made', 'The year'],
    ])
  })
})

describe('a public link', () => {
  const opened = (token: string) => ask(`/reports/${token}`)
  const shows = async (token: string) => (await (await opened(token)).text()).includes('The year')

  test('shows the report to anybody without scripts, reviews, ids or names, and is not indexed', async ({
    diner,
  }) => {
    await fill(diner)
    const { id } = await make(diner)
    const { token } = await apiOf(diner).reports.share({ id })
    const answer = await opened(token)
    const html = await answer.text()
    expect(answer.status).toBe(200)
    expect(html).toContain('The year')
    expect(html).toContain('60 reviews, 4,25 stars on average.')
    expect(/<script|href="\/app\//.test(html)).toBe(false)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    const respelled = await ask(`/Reports/${token}`)
    expect(respelled.headers.get('referrer-policy')).toBe('no-referrer')
    const data = await (await ask(`/reports/${token}.data`)).text()
    const called = JSON.stringify(await apiFor(null).reports.shared({ token }))
    for (const text of [html, data, called]) {
      expect(text).toContain('The year')
      for (const secret of [diner.business.id, diner.account.email, '/app/reviews', id])
        expect(text).not.toContain(secret)
    }
  })

  test('is stored only as a hash', async ({ diner }) => {
    const { id } = await make(diner)
    const { token } = await apiOf(diner).reports.share({ id })
    const row = await env.DB.prepare('SELECT * FROM reports WHERE id = ?').bind(id).first()
    expect(row?.link_hash).toMatch(/^[\da-f]{64}$/)
    expect(JSON.stringify(row)).not.toContain(token)
  })

  test('ends when it is revoked, replaced or deleted with its report, and the list shows its state', async ({
    diner,
  }) => {
    const api = apiOf(diner)
    const { id } = await make(diner)
    const isShared = async () => [
      (await api.reports.get({ id })).isShared,
      (await api.reports.list()).items[0]?.isShared,
    ]
    expect(await isShared()).toEqual([false, false])
    const first = await api.reports.share({ id })
    expect(await isShared()).toEqual([true, true])
    const second = await api.reports.share({ id })
    expect([await shows(first.token), await shows(second.token)]).toEqual([false, true])
    await api.reports.unshare({ id })
    expect(await shows(second.token)).toBe(false)
    expect(await isShared()).toEqual([false, false])
    const third = await api.reports.share({ id })
    await api.reports.remove({ id })
    expect(await shows(third.token)).toBe(false)
    expect((await api.organizations.auditLog()).items.map(({ action }) => action)).toEqual([
      'report_deleted',
      'report_shared',
      'report_unshared',
      'report_shared',
      'report_shared',
      'report_made',
    ])
  })

  test("is inactive while the plan has no reports, and ends when its creator's account is recovered", async ({
    diner,
  }) => {
    const { organizationId, userId } = diner.account
    const { id } = await make(diner)
    const { token } = await apiOf(diner).reports.share({ id })
    const setPlan = (plan: string) =>
      diner.run(
        'UPDATE organization_subscriptions SET plan_type = ? WHERE organization_id = ?',
        plan,
        organizationId,
      )
    await setPlan('pro')
    expect(await shows(token)).toBe(false)
    await setPlan('ai_insights')
    expect(await shows(token)).toBe(true)
    await loseCredentials(userId)
    expect(await shows(token)).toBe(false)
    expect((await apiOf(diner).reports.get({ id })).isShared).toBe(false)
  })

  test('cannot be managed by a member of another business or revoked by a viewer', async ({ diner }) => {
    const { id } = await make(diner)
    const { token } = await apiOf(diner).reports.share({ id })
    const other = await createBusiness(env.DB, diner.account, { name: 'Zebra' })
    const limited = apiOf(diner, { role: 'member', businessIds: [other.id] })
    for (const call of [limited.reports.share, limited.reports.unshare])
      await expect(call({ id })).rejects.toMatchObject({ cause: { code: 'not_found' } })
    await expect(apiOf(diner, { role: 'viewer' }).reports.unshare({ id })).rejects.toMatchObject({
      cause: { code: 'not_permitted' },
    })
    expect(await shows(token)).toBe(true)
  })

  test('opens at most sixty times a minute from one network', async ({ diner }) => {
    const { id } = await make(diner)
    const { token } = await apiOf(diner).reports.share({ id })
    const options = { network: networkOf(newAddress()), now: () => diner.now }
    for (let count = 0; count < 60; count++) await apiFor(null, options).reports.shared({ token })
    await expect(apiFor(null, options).reports.shared({ token })).rejects.toMatchObject({
      cause: { code: 'too_many' },
    })
    await apiFor(null, { now: options.now }).reports.shared({ token })
  })

  test('with an unknown token says that the report is not available', async () => {
    for (const token of ['x'.repeat(43), 'short', 'x'.repeat(5000)]) {
      expect(await (await opened(token)).text()).toContain('This report isn’t available')
    }
  })
})

test('the CSV file has the stored figures and is safe for spreadsheets', async ({ diner }) => {
  await fill(diner)
  const { id } = await make(diner, { title: '=Year' })
  const cookie = await signedIn(diner.account)
  const answer = await ask(`/export/report.csv?id=${id}`, { headers: { cookie } })
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="report-[\d-]+\.csv"$/)
  const text = await answer.text()
  expect(text).toContain(`"Report","'=Year","From","Day"`)
  expect(text).toContain('"Ratings","Stars","5","Share",75')
  const gone = await ask('/export/report.csv?id=x', { headers: { cookie } })
  expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('Back to Reports')])
})
