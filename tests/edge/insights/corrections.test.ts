import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { businesses, reviews } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { arrive, listed } from '#tests/edge/support/collected.ts'
import { findCorrections } from '#worker/insights/corrections/find-corrections.ts'
import { READ_COLUMNS, storeFeatures } from '#worker/insights/reading/store-features.ts'
import { readWordLists } from '#worker/insights/text/word-lists.ts'
import { readIndustryOf } from '#worker/insights/topics/industries.ts'
import type { CorrectReviewInput } from '#worker/rules/corrections.ts'
import { type Diner, test } from './diner.ts'

const PRAISE = 'Delicious soup, lovely friendly staff and a wonderful garden to sit in.'
const RUDE = 'The waiter was rude, the soup was cold and the toilet was filthy. A horrible hour.'
/** No word list contains "gezellig". */
const UNKNOWN = [
  'We had a gezellig table in the corner, upstairs.',
  'It was a gezellig evening near Harbor Street.',
  'That is the gezellig side of the street.',
]

const apiOf = (diner: Diner, options: Parameters<typeof apiFor>[1] = {}) =>
  apiFor(diner.account, { plan: 'ai_insights', ...options })

type Correcting = Omit<CorrectReviewInput, 'textVersion'>

/** Corrects a review that was just read. */
const correctorOf =
  (...[diner, options]: Parameters<typeof apiOf>) =>
  async (correction: Correcting) => {
    const { insights } = apiOf(diner, options)
    const { textVersion } = await insights.reading({ reviewId: correction.reviewId })
    return insights.correct({ textVersion, ...correction } as CorrectReviewInput)
  }

async function idOf(diner: Diner, text: string): Promise<string> {
  const { items } = await apiOf(diner).reviews.list({})
  const review = items.find((item) => item.review === text)
  if (!review) throw new Error(`no review says ${text}`)
  return review.id
}

const COUNTED = ['review_features', 'insight_topic_days', 'insight_term_months', 'insight_terms']
/** All counts of a business. */
async function counts(diner: Diner) {
  const tables: Record<string, unknown[]> = {}
  for (const table of COUNTED) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table} WHERE business_id = ? ORDER BY 1, 2, 3`)
      .bind(diner.business.id)
      .all<Record<string, unknown>>()
    tables[table] = results.filter(({ positive, neutral, negative, reviews = 0 }) =>
      [positive, neutral, negative, reviews].some((count) => count !== 0),
    )
  }
  const { results } = await env.DB.prepare(
    'SELECT id, insight_keys FROM reviews WHERE business_id = ? ORDER BY id',
  )
    .bind(diner.business.id)
    .all()
  tables.keys = results
  return tables
}

describe('a correction', () => {
  test('of a text applies at once to the list of texts that disagree with their stars', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 }, { text: PRAISE, rating: 1 })
    await diner.read()
    expect(await diner.list({ mismatch: 'complaint_inside' })).toEqual([RUDE])
    const reading = await correctorOf(diner)({
      reviewId: await idOf(diner, RUDE),
      subject: 'text',
      verdict: 'positive',
    })
    expect(reading).toMatchObject({ sentiment: 'positive', corrected: ['text'] })
    expect(await diner.list({ mismatch: 'complaint_inside' })).toEqual([])
    expect(await diner.terms()).not.toHaveProperty('!complaint_inside')
    const { complaintsInside } = await apiOf(diner).insights.overview()
    expect(complaintsInside).toBe(0)
    expect(await diner.list({ mismatch: 'praise_inside' })).toHaveLength(1)
  })

  test('of a topic applies at once to counts and lists', async ({ diner }) => {
    await diner.store({ text: PRAISE, rating: 5 })
    await diner.read()
    expect(await diner.topics()).toEqual({ food: [1, 0], premises: [1, 0], staff: [1, 0] })
    const reviewId = await idOf(diner, PRAISE)
    const correct = correctorOf(diner)
    await correct({ reviewId, subject: 'staff', verdict: 'absent' })
    await correct({ reviewId, subject: 'food', verdict: 'negative' })
    const reading = await correct({ reviewId, subject: 'price', verdict: 'positive' })
    expect(reading.topics.map(({ topic, polarity }) => [topic, polarity])).toEqual([
      ['food', 'negative'],
      ['premises', 'positive'],
      ['price', 'positive'],
    ])
    expect(reading.otherTopics).toContain('staff')
    expect(await diner.topics()).toEqual({ food: [0, 1], premises: [1, 0], price: [1, 0] })
    expect(await diner.list({ topic: 'staff' })).toEqual([])
    expect(await diner.list({ topic: 'food', opinion: 'negative' })).toEqual([PRAISE])
    expect(await diner.list({ topic: 'price' })).toEqual([PRAISE])
  })

  test('survives another reading and a newer version of the method', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 })
    await diner.read()
    const reviewId = await idOf(diner, RUDE)
    await correctorOf(diner)({ reviewId, subject: 'text', verdict: 'mixed' })
    await correctorOf(diner)({ reviewId, subject: 'staff', verdict: 'positive' })
    const before = await counts(diner)
    expect(await diner.read()).toBeGreaterThan(0)
    expect(await counts(diner)).toEqual(before)
    const { organizationId } = diner.account
    await diner.run('UPDATE insight_readings SET method = 0 WHERE organization_id = ?', organizationId)
    expect(await diner.read()).toBeGreaterThan(0)
    expect(await counts(diner)).toEqual(before)
    expect(await apiOf(diner).insights.reading({ reviewId })).toMatchObject({
      sentiment: 'mixed',
      corrected: ['staff', 'text'],
    })
  })

  test('ends when the text is edited, not when the stars change', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 })
    await diner.read()
    const reviewId = await idOf(diner, RUDE)
    await correctorOf(diner)({ reviewId, subject: 'text', verdict: 'positive' })
    await diner.run('UPDATE reviews SET rating = 4 WHERE id = ?', Number(reviewId))
    expect(await apiOf(diner).insights.reading({ reviewId })).toMatchObject({ corrected: ['text'] })
    await arrive(diner.business, await listed(diner.business, () => ({ reviewText: `${RUDE} Never again.` })))
    await diner.read()
    expect(await apiOf(diner).insights.reading({ reviewId })).toMatchObject({
      sentiment: 'negative',
      corrected: [],
    })
    expect(await diner.list({ mismatch: 'complaint_inside' })).toHaveLength(1)
  })

  test('is refused if the text has changed since it was read, and so is undoing one', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 })
    const reviewId = await idOf(diner, RUDE)
    const { reading, correct } = apiOf(diner).insights
    const { textVersion } = await reading({ reviewId })
    const edited = `${RUDE} Never again.`
    await diner.run('UPDATE reviews SET review_text = ? WHERE id = ?', edited, Number(reviewId))
    for (const verdict of ['positive', null] as const) {
      await expect(correct({ reviewId, textVersion, subject: 'text', verdict })).rejects.toThrow(
        'This review has just changed. Look at it again first.',
      )
    }
    await expect(correct({ reviewId, textVersion, subject: 'staff', verdict: 'absent' })).rejects.toThrow(
      'This review has just changed.',
    )
    const now = await reading({ reviewId })
    expect(now).toMatchObject({ corrected: [], sentiment: 'negative' })
    expect(now.textVersion).not.toBe(textVersion)
    await diner.run('UPDATE reviews SET rating = 1 WHERE id = ?', Number(reviewId))
    const answer = await correct({
      reviewId,
      textVersion: now.textVersion,
      subject: 'text',
      verdict: 'mixed',
    })
    expect(answer).toMatchObject({ corrected: ['text'], textVersion: now.textVersion })
  })

  test('is refused for a review without text or a topic of another kind of business', async ({ diner }) => {
    await diner.store({ text: '', rating: 5 }, { text: PRAISE, rating: 5 })
    const correct = correctorOf(diner)
    await expect(
      correct({ reviewId: await idOf(diner, ''), subject: 'text', verdict: 'positive' }),
    ).rejects.toThrow('This review has no text.')
    const reviewId = await idOf(diner, PRAISE)
    await expect(correct({ reviewId, subject: 'sleep', verdict: 'positive' })).rejects.toThrow(
      'This topic does not apply to this kind of business.',
    )
    await expect(
      correct({ reviewId, subject: 'text', verdict: 'absent' } as unknown as Correcting),
    ).rejects.toThrow('Choose positive, mixed or negative.')
  })

  test('is logged once if it is sent twice', async ({ diner }) => {
    await diner.store({ text: PRAISE, rating: 5 })
    const reviewId = await idOf(diner, PRAISE)
    const correct = correctorOf(diner)
    await correct({ reviewId, subject: 'text', verdict: 'mixed' })
    await correct({ reviewId, subject: 'text', verdict: 'mixed' })
    await correct({ reviewId, subject: 'text', verdict: null })
    await correct({ reviewId, subject: 'text', verdict: null })
    const { results } = await env.DB.prepare(
      `SELECT action, subject FROM audit_entries WHERE organization_id = ? AND action LIKE '%correct%' ORDER BY id`,
    )
      .bind(diner.account.organizationId)
      .all()
    expect(results).toEqual([
      { action: 'review_corrected', subject: expect.any(String) },
      { action: 'correction_undone', subject: expect.any(String) },
    ])
  })
})

test('undone corrections leave every count as it was', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 5 }, { text: PRAISE, rating: 1 }, { text: 'Nice.', rating: 3 })
  await diner.read()
  const before = await counts(diner)
  const correct = correctorOf(diner)
  const ids = [await idOf(diner, RUDE), await idOf(diner, PRAISE), await idOf(diner, 'Nice.')]
  const correction = fc.oneof(
    fc.record({ subject: fc.constant('text'), verdict: fc.constantFrom('positive', 'mixed', 'negative') }),
    fc.record({
      subject: fc.constantFrom('staff', 'food', 'price'),
      verdict: fc.constantFrom('positive', 'negative', 'absent'),
    }),
  )
  const steps = fc.array(fc.record({ reviewId: fc.constantFrom(...ids), correction }), {
    minLength: 1,
    maxLength: 6,
  })
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (corrections, isReadBetween) => {
      for (const { reviewId, correction } of corrections)
        await correct({ reviewId, ...correction } as Correcting)
      if (isReadBetween) await diner.read()
      for (const { reviewId, correction } of corrections)
        await correct({ reviewId, subject: correction.subject, verdict: null } as Correcting)
      expect(await counts(diner)).toEqual(before)
    }),
    { numRuns: 8 },
  )
})

describe('reading again', () => {
  /** Rows written when all reviews of a business are read. */
  async function writtenBy({ ctx, business }: Diner) {
    const rows = await ctx.db
      .select(READ_COLUMNS)
      .from(reviews)
      .innerJoin(businesses, eq(businesses.id, reviews.businessId))
      .where(eq(reviews.businessId, business.id))
    const correctionsOf = await findCorrections(ctx, business.organizationId, rows)
    const words = await readWordLists(ctx)
    const industryOf = await readIndustryOf(ctx)
    const answers = await ctx.db.batch(
      storeFeatures(ctx, rows, { words, industryOf, correctionsOf, tagRules: [] }),
    )
    return answers.reduce((sum, { meta }) => sum + meta.rows_written, 0)
  }

  test('writes nothing if nothing has changed', async ({ diner }) => {
    await diner.store(
      ...[RUDE, PRAISE, ...UNKNOWN, '', 'Très bon accueil, plats délicieux !'].map((text) => ({
        text,
        rating: 4.5,
      })),
    )
    await diner.read()
    const before = await counts(diner)
    expect(await writtenBy(diner)).toBe(0)
    expect(await counts(diner)).toEqual(before)
    await diner.run("UPDATE reviews SET review_text = 'Cold soup.' WHERE review_text = ?", RUDE)
    expect(await writtenBy(diner)).toBeGreaterThan(0)
  })
})

test('a hundred concurrent corrections count once each', async ({ diner }) => {
  await diner.store(
    ...Array.from({ length: 20 }, (_, index) => ({ text: `${PRAISE} Visit ${index}.`, rating: 5 })),
  )
  await diner.read()
  const { items } = await apiOf(diner).reviews.list({ limit: 100 })
  const correct = correctorOf(diner)
  await Promise.all(
    items.flatMap(({ id: reviewId }) => [
      correct({ reviewId, subject: 'text', verdict: 'negative' }),
      correct({ reviewId, subject: 'text', verdict: 'negative' }),
      correct({ reviewId, subject: 'staff', verdict: 'absent' }),
      correct({ reviewId, subject: 'food', verdict: 'negative' }),
      correct({ reviewId, subject: 'price', verdict: 'negative' }),
    ]),
  )
  await diner.read()
  // Nobody corrected the garden.
  expect(await diner.topics()).toEqual({ food: [0, 20], premises: [20, 0], price: [0, 20] })
  expect(await diner.terms()).toMatchObject({ '*': 20, '!complaint_inside': 20 })
})

test('deleting a review deletes its corrections', async ({ diner }) => {
  await diner.store({ text: PRAISE, rating: 5 })
  const reviewId = await idOf(diner, PRAISE)
  await correctorOf(diner)({ reviewId, subject: 'text', verdict: 'positive' })
  await diner.run('DELETE FROM reviews WHERE id = ?', Number(reviewId))
  const left = await env.DB.prepare('SELECT count(*) AS count FROM review_corrections WHERE review_id = ?')
    .bind(Number(reviewId))
    .first()
  expect(left).toEqual({ count: 0 })
})
