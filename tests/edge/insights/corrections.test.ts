import { env } from 'cloudflare:test'
import fc from 'fast-check'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import type { CorrectReviewInput } from '#worker/rules/corrections.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { Diner, test } from './diner.ts'

const PRAISE = 'Delicious soup, lovely friendly staff and a wonderful garden to sit in.'
const RUDE = 'The waiter was rude, the soup was cold and the toilet was filthy. A horrible hour.'
/** No list knows what a gezellig is. */
const UNKNOWN = [
  'gezellig corner table upstairs',
  'gezellig evening near Harbor Street',
  'gezellig through and through',
]

const apiOf = (diner: Diner) => apiFor(diner.account, { plan: 'ai_insights' })

async function idOf(diner: Diner, text: string): Promise<string> {
  const { items } = await apiOf(diner).reviews.list({})
  const review = items.find((item) => item.review === text)
  if (!review) throw new Error(`no review says ${text}`)
  return review.id
}

const COUNTED = ['review_features', 'insight_topic_days', 'insight_term_months', 'insight_terms']
/** All that is counted of a business, and what its organization has taught. */
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
  tables.taught = await taught(diner)
  const { results } = await env.DB.prepare(
    'SELECT id, insight_keys FROM reviews WHERE business_id = ? ORDER BY id',
  )
    .bind(diner.business.id)
    .all()
  tables.keys = results
  return tables
}

/** How probable good stars are, given each text, in the order they were stored. */
async function scores(diner: Diner) {
  const { results } = await env.DB.prepare(
    'SELECT score FROM review_features WHERE business_id = ? ORDER BY review_id',
  )
    .bind(diner.business.id)
    .all<{ score: number }>()
  return results.map(({ score }) => score)
}

async function taught(diner: Diner) {
  const { results } = await env.DB.prepare(
    'SELECT term, positive, negative FROM taught_terms WHERE organization_id = ? ORDER BY term',
  )
    .bind(diner.account.organizationId)
    .all()
  return results
}

describe('a correction', () => {
  test('of a text wins at once, in the list of those that disagree with their stars', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 }, { text: PRAISE, rating: 1 })
    await diner.read()
    expect(await diner.list({ mismatch: 'complaint_inside' })).toEqual([RUDE])
    const reading = await apiOf(diner).insights.correct({
      reviewId: await idOf(diner, RUDE),
      subject: 'text',
      verdict: 'positive',
    })
    expect(reading).toMatchObject({ sentiment: 'positive', corrected: ['text'] })
    expect(await diner.list({ mismatch: 'complaint_inside' })).toEqual([])
    expect(await diner.terms()).not.toHaveProperty('!complaint_inside')
    const { mismatches } = await apiOf(diner).insights.overview()
    expect(mismatches).toEqual({ complaint_inside: 0, praise_inside: 1 })
  })

  test('of a topic wins at once, in counts and lists', async ({ diner }) => {
    await diner.store({ text: PRAISE, rating: 5 })
    await diner.read()
    expect(await diner.topics()).toEqual({ food: [1, 0], premises: [1, 0], staff: [1, 0] })
    const reviewId = await idOf(diner, PRAISE)
    const { correct } = apiOf(diner).insights
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

  test('outlasts a message that reads it again, and a later version of the method', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 })
    await diner.read()
    const reviewId = await idOf(diner, RUDE)
    await apiOf(diner).insights.correct({ reviewId, subject: 'text', verdict: 'mixed' })
    await apiOf(diner).insights.correct({ reviewId, subject: 'staff', verdict: 'positive' })
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

  test('ends with the words it is about: an edit takes it away, and what it taught', async ({ diner }) => {
    await diner.store({ text: RUDE, rating: 5 })
    await diner.read()
    const reviewId = await idOf(diner, RUDE)
    await apiOf(diner).insights.correct({ reviewId, subject: 'text', verdict: 'positive' })
    expect(await taught(diner)).not.toEqual([])
    await diner.run('UPDATE reviews SET rating = 4 WHERE id = ?', Number(reviewId))
    expect(await apiOf(diner).insights.reading({ reviewId })).toMatchObject({ corrected: ['text'] })
    await diner.run(
      'UPDATE reviews SET review_text = ? WHERE id = ?',
      `${RUDE} Never again.`,
      Number(reviewId),
    )
    await diner.read()
    expect(await apiOf(diner).insights.reading({ reviewId })).toMatchObject({
      sentiment: 'negative',
      corrected: [],
    })
    expect(await taught(diner)).toEqual([])
    expect(await diner.list({ mismatch: 'complaint_inside' })).toHaveLength(1)
  })

  test('of a review without text, or to a topic of another business, is refused', async ({ diner }) => {
    await diner.store({ text: '', rating: 5 }, { text: PRAISE, rating: 5 })
    const { correct } = apiOf(diner).insights
    await expect(
      correct({ reviewId: await idOf(diner, ''), subject: 'text', verdict: 'positive' }),
    ).rejects.toThrow('This review has no text.')
    const reviewId = await idOf(diner, PRAISE)
    await expect(correct({ reviewId, subject: 'sleep', verdict: 'positive' })).rejects.toThrow(
      'A business of this kind does not have this topic.',
    )
    await expect(
      correct({ reviewId, subject: 'text', verdict: 'absent' } as unknown as CorrectReviewInput),
    ).rejects.toThrow('Choose positive, mixed or negative.')
  })

  test('is found in the log, once where it is sent twice', async ({ diner }) => {
    await diner.store({ text: PRAISE, rating: 5 })
    const reviewId = await idOf(diner, PRAISE)
    const { correct } = apiOf(diner).insights
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

test('corrected and taken back, whatever the order, every count is what it was', async ({ diner }) => {
  await diner.store({ text: RUDE, rating: 5 }, { text: PRAISE, rating: 1 }, { text: 'Nice.', rating: 3 })
  await diner.read()
  const before = await counts(diner)
  const { correct } = apiOf(diner).insights
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
      // What the run before has left to be read would be judged by what this one teaches.
      await diner.read()
      for (const { reviewId, correction } of corrections)
        await correct({ reviewId, ...correction } as CorrectReviewInput)
      if (isReadBetween) await diner.read()
      for (const { reviewId, correction } of corrections)
        await correct({ reviewId, subject: correction.subject, verdict: null } as CorrectReviewInput)
      // Of several, one that was taken back first was judged by what the others taught: it is read once more.
      if (corrections.length > 1) await diner.read()
      expect(await counts(diner)).toEqual(before)
    }),
    { numRuns: 8 },
  )
})

describe('what is said of texts teaches', () => {
  test('a word that no list knows gets its color', async ({ diner }) => {
    const last = 'gezellig rooftop bench outside'
    await diner.store(...[...UNKNOWN, last].map((text) => ({ text, rating: 3 })))
    await diner.read()
    const chance = async () => (await scores(diner)).at(-1) ?? Number.NaN
    const before = await chance()
    for (const text of UNKNOWN) {
      expect(await chance()).toBe(before)
      const reviewId = await idOf(diner, text)
      await apiOf(diner).insights.correct({ reviewId, subject: 'text', verdict: 'positive' })
    }
    expect(await taught(diner)).toContainEqual({ term: 'gezellig', positive: 3, negative: 0 })
    // What comes from now on is judged by it at once; what was read before is read again a day later.
    await diner.read()
    expect(await chance()).toBe(before)
    diner.now += 2 * DAY_MS
    await diner.read()
    const after = await chance()
    expect(after).toBeGreaterThan(before)
    diner.now += DAY_MS
    expect(await diner.read()).toBe(0)
  })

  test('nothing about itself, and nothing to another organization', async ({ diner }) => {
    const account = await createAccount(env.DB, { plan: 'ai_insights' })
    const other = new Diner(account, await createBusiness(env.DB, account))
    // A tick asks for everybody's pages: those that the first one asks for are due again by then.
    other.now += DAY_MS
    for (const one of [diner, other]) {
      await one.store(...UNKNOWN.map((text) => ({ text, rating: 3 })))
      await one.read()
    }
    const before = await scores(diner)
    for (const text of UNKNOWN) {
      const reviewId = await idOf(diner, text)
      await apiOf(diner).insights.correct({ reviewId, subject: 'text', verdict: 'positive' })
    }
    for (const one of [diner, other]) {
      one.now += 2 * DAY_MS
      await one.read()
    }
    // Each has two others with its word, which are too few to teach.
    expect(await scores(diner)).toEqual(before)
    expect(await scores(other)).toEqual(before)
  })
})

test('a hundred corrections at once count each once', async ({ diner }) => {
  await diner.store(
    ...Array.from({ length: 20 }, (_, index) => ({ text: `${PRAISE} Visit ${index}.`, rating: 5 })),
  )
  await diner.read()
  const { items } = await apiOf(diner).reviews.list({ limit: 100 })
  const { correct } = apiOf(diner).insights
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
  expect(await diner.topics()).toEqual({ food: [0, 20], premises: [0, 20], price: [0, 20] })
  expect(await diner.terms()).toMatchObject({ '*': 20, '!complaint_inside': 20 })
  expect(await taught(diner)).toContainEqual({ term: 'soup', positive: 0, negative: 20 })
})

test('a deleted review takes its corrections along, and what they taught', async ({ diner }) => {
  await diner.store({ text: PRAISE, rating: 5 })
  const reviewId = await idOf(diner, PRAISE)
  await apiOf(diner).insights.correct({ reviewId, subject: 'text', verdict: 'positive' })
  await diner.run('DELETE FROM reviews WHERE id = ?', Number(reviewId))
  expect(await taught(diner)).toEqual([])
})
