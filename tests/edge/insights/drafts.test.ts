import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { leaveCredits } from '#tests/edge/support/credits.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'ai_insights' }))
  .extend('business', ({ account }) =>
    createBusiness(env.DB, account, { name: 'Harbor Café', industry: 'Restaurant' }),
  )
  .extend('api', ({ account }) => apiFor(account))
  /** Stores a review and returns its API id. */
  .extend('review', ({ business }) => async (text = 'The pasta was wonderful.', rating = 5) => {
    await storeReviews(env.DB, [{ business, rating, text, authorName: 'Anna Schmidt' }])
    const row = await env.DB.prepare('SELECT max(id) AS id FROM reviews WHERE business_id = ?')
      .bind(business.id)
      .first<{ id: number }>()
    return String(row?.id)
  })

async function spent(account: Account): Promise<number> {
  const { items } = await apiFor(account).credits.ledger()
  return items.filter(({ kind }) => kind === 'spend').length
}

test('a draft costs one credit, and requesting it again returns the same draft for free', async ({
  account,
  api,
  review,
}) => {
  const reviewId = await review()
  const draft = await api.insights.draft({ reviewId })
  expect(draft).toMatchObject({
    held: [],
    checklist: [],
    hasBlank: false,
    templateVersion: 'en/friendly/praise/3',
  })
  expect(draft.text).toContain('Anna')
  expect(draft.text).toContain('Harbor Café')
  expect(await api.insights.draft({ reviewId })).toEqual(draft)
  const { items } = await api.credits.ledger()
  expect(items).toMatchObject([{ kind: 'spend', amount: -1, purpose: 'draft' }, { kind: 'grant' }])
  expect(await spent(account)).toBe(1)
})

test('concurrent requests get the same draft for one credit', async ({ account, api, review }) => {
  const reviewId = await review()
  const drafts = await Promise.all(Array.from({ length: AT_ONCE }, () => api.insights.draft({ reviewId })))
  expect(new Set(drafts.map(({ text }) => text)).size).toBe(1)
  expect(await spent(account)).toBe(1)
})

test('a changed review or changed settings produce a new draft', async ({
  account,
  api,
  business,
  review,
}) => {
  const reviewId = await review()
  const first = await api.insights.draft({ reviewId })
  const style = {
    businessId: business.id,
    tone: 'formal' as const,
    signOff: 'Maria',
    remarks: [{ topic: 'food', kind: 'praise' as const, text: 'Chef Lea will be pleased.' }],
  }
  await api.insights.saveDraftStyle(style)
  expect((await api.insights.draftStyle({ businessId: business.id })).style).toMatchObject({
    tone: 'formal',
    signOff: 'Maria',
  })
  const second = await api.insights.draft({ reviewId })
  expect(second.templateVersion).toBe('en/formal/praise/3')
  expect(second.text).toContain('Chef Lea will be pleased.')
  expect(second.text).toMatch(/\n\nMaria$/)
  expect(second.text).not.toBe(first.text)
  await env.DB.prepare('UPDATE reviews SET review_text = ? WHERE id = ?')
    .bind('Nice wine.', Number(reviewId))
    .run()
  await api.insights.draft({ reviewId })
  expect(await spent(account)).toBe(3)
})

test('a review left to a person costs nothing and states the reason', async ({ account, api, review }) => {
  for (const [text, rating, reasons] of [
    ['Lovely place, but I got food poisoning.', 5, 1],
    ['My lawyer will be in touch.', 1, 1],
    ['Obsługa była bardzo miła, a jedzenie pyszne', 5, 1],
  ] as const) {
    const draft = await api.insights.draft({ reviewId: await review(text, rating) })
    expect(draft).toMatchObject({ text: null, templateVersion: null })
    expect(draft.held).toHaveLength(reasons)
    expect(draft.checklist.length).toBeGreaterThan(0)
  }
  expect(await spent(account)).toBe(0)
})

test('a bad review gets an apology with a blank to fill in, for one credit', async ({
  account,
  api,
  review,
}) => {
  const draft = await api.insights.draft({ reviewId: await review('The pasta was cold.', 1) })
  expect(draft).toMatchObject({ held: [], hasBlank: true, templateVersion: 'en/friendly/apology/3' })
  expect(draft.text).toMatch(/sorry.*food.*\[.+\]/is)
  expect(draft.checklist).toHaveLength(1)
  expect(await spent(account)).toBe(1)
})

test('a review in another language is answered in that language', async ({ api, review }) => {
  const draft = await api.insights.draft({
    reviewId: await review('La sopa estaba fría y el camarero fue muy antipático.', 1),
  })
  expect(draft.templateVersion).toBe('es/friendly/apology/3')
  expect(draft.text).toMatch(/sentimos|disculpas/i)
})

test('without credits no draft is delivered, and the error says so', async ({ account, api, review }) => {
  const reviewId = await review()
  await api.insights.draft({ reviewId: await review('Nice wine.') })
  await leaveCredits(account, 0)
  await expect(api.insights.draft({ reviewId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('used up'),
  })
  const row = await env.DB.prepare('SELECT delivered_at FROM reply_drafts WHERE review_id = ?')
    .bind(Number(reviewId))
    .first()
  expect(row).toEqual({ delivered_at: null })
})

test('drafts are part of the AI Insights plan', async ({ account, review }) => {
  const reviewId = await review()
  for (const plan of ['free', 'pro']) {
    await expect(apiFor(account, { plan }).insights.draft({ reviewId })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('AI Insights'),
    })
  }
})

test('a sentence that admits a fault or promises money is refused beside its field', async ({
  api,
  business,
}) => {
  const given = { businessId: business.id, tone: 'brief' as const }
  const remark = { topic: 'food', kind: 'praise' as const, text: 'Your next dessert is on the house.' }
  await expect(api.insights.saveDraftStyle({ ...given, remarks: [remark] })).rejects.toMatchObject({
    cause: { fields: { 'remarks.0.text': expect.stringContaining('promises money') } },
  })
  await expect(api.insights.saveDraftStyle({ ...given, signOff: 'It was our fault.' })).rejects.toMatchObject(
    {
      cause: { fields: { signOff: expect.stringContaining('admits fault') } },
    },
  )
})

test('a response records its draft and the share that was changed', async ({ api, review }) => {
  const stored = (id: string) =>
    env.DB.prepare('SELECT draft_source, template_version, edited_share FROM review_responses WHERE id = ?')
      .bind(id)
      .first<{ edited_share: number }>()
  const same = await review()
  const { text } = await api.insights.draft({ reviewId: same })
  const unedited = await api.responses.create({ reviewId: same, text: text ?? '' })
  expect(await stored(unedited.id)).toEqual({
    draft_source: 'template',
    template_version: 'en/friendly/praise/3',
    edited_share: 0,
  })
  const other = await review()
  await api.insights.draft({ reviewId: other })
  const rewritten = await api.responses.create({ reviewId: other, text: 'Merci beaucoup' })
  expect((await stored(rewritten.id))?.edited_share).toBe(1)
  const undrafted = await api.responses.create({ reviewId: await review(), text: 'Thanks' })
  expect(await stored(undrafted.id)).toEqual({
    draft_source: null,
    template_version: null,
    edited_share: null,
  })
})

test('a draft reads a bounded number of rows, however many there are', async ({ account, business }) => {
  const COUNT = 300
  await storeReviews(
    env.DB,
    Array.from({ length: COUNT }, () => ({ business, text: 'Great food.', rating: 5 })),
  )
  await env.DB.prepare(
    `INSERT INTO reply_drafts (review_id, id, organization_id, business_id, basis, text, wordings, template_version, created_at,
       delivered_at)
     SELECT id, id, organization_id, business_id, '', '', '[]', '', 0, id FROM reviews WHERE business_id = ?`,
  )
    .bind(business.id)
    .run()
  const row = await env.DB.prepare('SELECT max(id) AS id FROM reviews WHERE business_id = ?')
    .bind(business.id)
    .first<{ id: number }>()
  const meter = createMeter()
  await apiFor(account, { meter }).insights.draft({ reviewId: String(row?.id) })
  expect(meter.rowsRead).toBeLessThanOrEqual(100)
  expect(meter.roundTrips).toBeLessThanOrEqual(4)
})
