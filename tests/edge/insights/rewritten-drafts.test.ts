import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { modelCalls } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { type Account, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { forgetModelCalls } from '#worker/insights/drafts/rewrite/rewrite-draft.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { UNREWRITTEN } from '#worker/rules/language-model.ts'

interface Sent {
  model: string
  content: string
  max_tokens: number
}

/** Requests with this owner's voice to the stand-in for Workers AI, which vitest.config.ts binds. */
function sent(voice: string): Promise<Sent[]> {
  return (env.AI as unknown as { sent(voice: string): Promise<Sent[]> }).sent(voice)
}

const { AI: _, ...WITHOUT_MODEL } = env

/** Number of model calls made for an organization. */
async function callsOf({ organizationId }: Account): Promise<number> {
  const row = await env.DB.prepare(
    'SELECT coalesce(sum(calls), 0) AS calls FROM model_calls WHERE organization_id = ?',
  )
    .bind(organizationId)
    .first<{ calls: number }>()
  return row?.calls ?? 0
}

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'ai_insights' }))
  .extend('business', ({ account }) =>
    createBusiness(env.DB, account, { name: 'Harbor Café', industry: 'Restaurant' }),
  )
  .extend('api', ({ account }) => apiFor(account))
  /** Unique words of the owner, which identify the requests sent with them. */
  .extend('voice', ({ account }) => `Warm words, ${account.organizationId}.`)
  .extend('review', ({ business }) => async (text = 'The pasta was wonderful.') => {
    await storeReviews(env.DB, [{ business, rating: 5, text, authorName: 'Anna Schmidt' }])
    const row = await env.DB.prepare('SELECT max(id) AS id FROM reviews WHERE business_id = ?')
      .bind(business.id)
      .first<{ id: number }>()
    return String(row?.id)
  })

test("with the owner's consent a draft is written in their voice for the same credit", async ({
  api,
  review,
  voice,
}) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const reviewId = await review('Anna loved the pasta of Luigi. Call me: +1 555 010 2030, anna@example.com')
  const draft = await api.insights.draft({ reviewId })
  expect(draft).toMatchObject({
    source: 'model',
    unrewritten: null,
    held: [],
    templateVersion: 'en/friendly/praise/3',
  })
  expect(draft.text).toContain('Anna')
  expect(draft.text).toContain('Harbor Café')
  expect(draft.text).not.toMatch(/\[[A-Z]\]|’re/)
  const [request, ...others] = await sent(voice)
  expect(others).toEqual([])
  expect(request).toMatchObject({ model: '@cf/google/gemma-4-26b-a4b-it', max_tokens: 600 })
  expect(request?.content).toContain('loved the pasta of …')
  expect(request?.content).not.toMatch(/Anna|Luigi|Harbor|555|example\.com/)
  expect(await api.insights.draft({ reviewId })).toEqual(draft)
  expect(await sent(voice)).toHaveLength(1)
  const { items } = await api.credits.ledger()
  expect(items.filter(({ kind }) => kind === 'spend')).toHaveLength(1)
})

test('nothing is sent without the binding, without consent or after it is withdrawn', async ({
  account,
  api,
  review,
  voice,
}) => {
  const reviewId = await review()
  const unrewritten = { source: 'template', unrewritten: null }
  const plain = await api.insights.draft({ reviewId })
  expect(plain).toMatchObject(unrewritten)
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const unbound = apiFor(account, { env: WITHOUT_MODEL })
  expect(await unbound.insights.draft({ reviewId })).toEqual(plain)
  await expect(unbound.insights.saveModelAgreement({ isAllowed: true, voice })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await unbound.screens.team()).toMatchObject({ modelAgreement: null })
  expect(await sent(voice)).toEqual([])
  expect(await api.insights.draft({ reviewId })).toMatchObject({ source: 'model' })
  await api.insights.saveModelAgreement({ isAllowed: false })
  expect(await api.insights.draft({ reviewId: await review() })).toMatchObject(unrewritten)
  expect(await api.insights.draft({ reviewId })).toEqual(plain)
  expect(await sent(voice)).toHaveLength(1)
  const left = await env.DB.prepare('SELECT * FROM reply_rewrites WHERE organization_id = ?')
    .bind(account.organizationId)
    .all()
  expect(left.results).toEqual([])
})

// tests/unit/worker/insights/drafts/rewrite.test.ts covers everything that a rewrite may not contain.
test('a rewrite with invented facts is neither offered nor requested again', async ({
  account,
  api,
  review,
}) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice: 'adds: We counted 77 of them.' })
  const reviewId = await review()
  const draft = await api.insights.draft({ reviewId })
  expect(draft).toMatchObject({ source: 'template', unrewritten: UNREWRITTEN.rejected })
  expect(await api.insights.draft({ reviewId })).toEqual(draft)
  expect(await callsOf(account)).toBe(1)
})

test('a used-up allocation is stated in the draft, and the next call tries again', async ({
  account,
  api,
  review,
}) => {
  const voice = 'fails: 3036: You have used up your daily free allocation of 10,000 neurons.'
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const reviewId = await review()
  for (const calls of [1, 2]) {
    expect(await api.insights.draft({ reviewId })).toMatchObject({
      source: 'template',
      unrewritten: UNREWRITTEN.used_up,
    })
    expect(await callsOf(account)).toBe(calls)
  }
})

test('a failed model call is stated in the draft', {
  meta: { expectsFaults: true },
}, async ({ api, review }) => {
  await api.insights.saveModelAgreement({
    isAllowed: true,
    voice: 'fails: 3040: no room for The pasta was wonderful.',
  })
  expect(await api.insights.draft({ reviewId: await review() })).toMatchObject({
    source: 'template',
    unrewritten: UNREWRITTEN.failed,
  })
})

test('an organization gets a quarter of the daily calls, which are renewed each day', async ({
  account,
  review,
  voice,
}) => {
  // No other test uses this day.
  let now = Date.now() - 40 * DAY_MS
  const api = apiFor(account, { env: { ...env, AI_CALLS_PER_DAY: '8' }, now: () => now })
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const sources: (string | null)[] = []
  for (let count = 0; count < 3; count++)
    sources.push((await api.insights.draft({ reviewId: await review() })).source)
  expect(sources).toEqual(['model', 'model', 'template'])
  const reviewId = await review()
  expect(await api.insights.draft({ reviewId })).toMatchObject({ unrewritten: UNREWRITTEN.used_up })
  now += DAY_MS
  expect(await api.insights.draft({ reviewId })).toMatchObject({ source: 'model' })
})

test('all organizations together get no more than the daily calls', async ({
  account,
  review,
  voice,
  stranger,
}) => {
  // No other test uses this day.
  const now = Date.now() - 60 * DAY_MS
  const api = apiFor(account, { env: { ...env, AI_CALLS_PER_DAY: '3' }, now: () => now })
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const { organizationId } = stranger
  await databaseOf(env)
    .insert(modelCalls)
    .values({ day: utcDay(now), organizationId, calls: 3 })
  expect(await api.insights.draft({ reviewId: await review() })).toMatchObject({
    source: 'template',
    unrewritten: UNREWRITTEN.used_up,
  })
  expect(await sent(voice)).toEqual([])
})

test('concurrent requests are sent to the model once', async ({ api, review, voice }) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const reviewId = await review()
  const drafts = await Promise.all(Array.from({ length: AT_ONCE }, () => api.insights.draft({ reviewId })))
  expect(await sent(voice)).toHaveLength(1)
  for (const { source, unrewritten } of drafts) {
    expect([null, UNREWRITTEN.asked]).toContain(unrewritten)
    expect(source).toBe(unrewritten === null ? 'model' : 'template')
  }
  expect(await api.insights.draft({ reviewId })).toMatchObject({ source: 'model' })
})

test("patients' reviews are never sent", async ({ account, api, voice }) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const clinic = await createBusiness(env.DB, account, { name: 'Harbor Dental', industry: 'Dentist' })
  await storeReviews(env.DB, [
    { business: clinic, rating: 5, text: 'They were so kind.', authorName: 'Anna' },
  ])
  const row = await env.DB.prepare('SELECT id FROM reviews WHERE business_id = ?')
    .bind(clinic.id)
    .first<{ id: number }>()
  expect(await api.insights.draft({ reviewId: String(row?.id) })).toMatchObject({
    source: 'template',
    unrewritten: UNREWRITTEN.health_care,
  })
  expect(await sent(voice)).toEqual([])
})

test('reviews of a business without an industry are not sent', async ({ account, api, voice }) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const silent = await createBusiness(env.DB, account, { name: 'Harbor & Sons' })
  await storeReviews(env.DB, [
    { business: silent, rating: 5, text: 'They were so kind.', authorName: 'Anna' },
  ])
  const { items } = await api.reviews.list({ businessId: silent.id })
  expect(await api.insights.draft({ reviewId: items[0]?.id ?? '' })).toMatchObject({
    source: 'template',
    unrewritten: UNREWRITTEN.no_industry,
  })
  expect(await sent(voice)).toEqual([])
})

test('consent to one model does not apply to another', async ({ account, api, review, voice }) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const other = apiFor(account, { env: { ...env, AI_MODEL: '@cf/other/model' } })
  expect((await other.screens.team()).modelAgreement).toEqual({
    model: '@cf/other/model',
    isAllowed: false,
    voice,
  })
  const reviewId = await review()
  expect(await other.insights.draft({ reviewId })).toMatchObject({ source: 'template', unrewritten: null })
  expect(await sent(voice)).toEqual([])
  await other.insights.saveModelAgreement({ isAllowed: true, voice })
  expect(await other.insights.draft({ reviewId })).toMatchObject({ source: 'model' })
  expect((await sent(voice)).map(({ model }) => model)).toEqual(['@cf/other/model'])
})

test('only the owner can consent, and each change is logged once', async ({ account, api, voice }) => {
  for (const role of ['admin', 'member', 'viewer'] as const) {
    const other = apiFor(account, { role })
    await expect(other.insights.saveModelAgreement({ isAllowed: true })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await other.screens.team()).toMatchObject({ modelAgreement: null })
  }
  expect((await api.screens.team()).modelAgreement).toMatchObject({ isAllowed: false, voice: null })
  for (const isAllowed of [true, true, false, false]) {
    await api.insights.saveModelAgreement({ isAllowed, voice })
    expect((await api.screens.team()).modelAgreement).toMatchObject({
      isAllowed,
      voice: isAllowed ? voice : null,
    })
  }
  const { items } = await api.organizations.auditLog({ subject: 'replies' })
  expect(items.map(({ action }) => action)).toEqual(['rewriting_stopped', 'rewriting_allowed'])
})

test('a response records that a model wrote its draft and the share that was changed', async ({
  api,
  review,
  voice,
}) => {
  await api.insights.saveModelAgreement({ isAllowed: true, voice })
  const reviewId = await review()
  const { text } = await api.insights.draft({ reviewId })
  const { id } = await api.responses.create({ reviewId, text: text ?? '' })
  const row = await env.DB.prepare('SELECT draft_source, edited_share FROM review_responses WHERE id = ?')
    .bind(id)
    .first()
  expect(row).toEqual({ draft_source: 'model', edited_share: 0 })
})

test('calls of earlier days are deleted, those of today are kept', async ({ account }) => {
  const now = Date.now()
  const { organizationId } = account
  const rows = [now, now - DAY_MS].map((at) => ({ day: utcDay(at), organizationId, calls: 1 }))
  await databaseOf(env).insert(modelCalls).values(rows)
  await forgetModelCalls({ ...backgroundContext(env), now: () => now })
  expect(await callsOf(account)).toBe(1)
})
