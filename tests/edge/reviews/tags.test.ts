import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { Diner } from '#tests/edge/insights/diner.ts'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { arrive } from '#tests/edge/support/collected.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { readRuledTags, ruledTagsQuery } from '#worker/reviews/tag-rules.ts'
import { MAX_TAGS, MAX_TAGS_PER_REVIEW } from '#worker/rules/tags.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

const test = base
  .extend('team', () => createTeam())
  .extend('business', ({ team }) =>
    createBusiness(env.DB, team.owner, { name: 'Harbor Books', industry: 'Restaurant' }),
  )
  .extend('reviewIds', async ({ team, business }) => {
    await storeReviews(
      env.DB,
      ['Ana', 'Ben', 'Cleo'].map((authorName, index) => ({ business, authorName, rating: index + 1 })),
    )
    const { items } = await team.as('owner').reviews.list({ sort: 'posted' })
    return items.toSorted((a, b) => a.reviewerName.localeCompare(b.reviewerName)).map(({ id }) => id)
  })
  .extend('tag', ({ team }) => team.as('owner').tags.create({ name: 'Refund', color: 'red' }))
  /** Names of the reviewers found with a tag. */
  .extend('tagged', ({ team }) => async (tag: string, filter: object = {}) => {
    const { items } = await team.as('owner').reviews.list({ ...filter, tag })
    return items.map(({ reviewerName }) => reviewerName).sort()
  })

describe('a tag', () => {
  test('can be added to reviews and removed from them, and filters lists', async ({
    team,
    reviewIds,
    tag,
    tagged,
  }) => {
    const { tags, reviews, screens } = team.as('member')
    const [ana = '', ben = ''] = reviewIds
    const added = await tags.assign({ id: tag.id, reviewIds: [ana, ben, '999999'] })
    expect(added).toEqual({ ids: [ana, ben], unchanged: 0, full: 0, missing: 1 })
    expect(await tags.assign({ id: tag.id, reviewIds: [ana] })).toMatchObject({ ids: [], unchanged: 1 })
    expect(await tagged(tag.id)).toEqual(['Ana', 'Ben'])
    expect(await tagged(tag.id, { rating: 2, status: 'pending' })).toEqual(['Ben'])
    expect((await reviews.get({ id: ana })).tags).toEqual([{ id: tag.id, name: 'Refund', color: 'red' }])
    expect(await screens.reviews({ tag: tag.id })).toMatchObject({ total: 2, tags: [{ name: 'Refund' }] })
    expect(await tags.assign({ id: tag.id, reviewIds, isOn: false })).toMatchObject({
      ids: [ana, ben],
      unchanged: 1,
    })
    expect(await tagged(tag.id)).toEqual([])
  })

  test('is renamed everywhere at once, and removed from its reviews when it is deleted', async ({
    team,
    reviewIds,
    tag,
    tagged,
  }) => {
    const { tags, reviews, screens } = team.as('owner')
    const other = await tags.create({ name: 'VIP', color: 'blue' })
    for (const { id } of [tag, other]) await tags.assign({ id, reviewIds })
    await tags.update({ ...tag, name: 'Money back', color: 'teal' })
    const { items } = await reviews.list({ tag: tag.id })
    expect(items[0]?.tags.map(({ name }) => name)).toEqual(['Money back', 'VIP'])
    expect(await tags.count({ id: tag.id })).toEqual({ count: 3 })
    expect(await tags.remove({ id: tag.id })).toEqual({ count: 3, isDone: true })
    expect(await tagged(tag.id)).toEqual([])
    expect(await tagged(other.id)).toEqual(['Ana', 'Ben', 'Cleo'])
    expect((await screens.tags()).tags).toEqual([other])
    await expect(tags.remove({ id: tag.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(tags.assign({ id: tag.id, reviewIds })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has a unique name, whatever its case', async ({ team, tag }) => {
    const { tags } = team.as('owner')
    const taken = { code: 'CONFLICT', message: 'You already have a tag ‘Refund’.' }
    await expect(tags.create({ name: 'REFUND', color: 'red' })).rejects.toMatchObject(taken)
    const other = await tags.create({ name: 'Straße', color: 'red' })
    await expect(tags.update({ ...other, name: 'refund' })).rejects.toMatchObject(taken)
    // Repeating the same request creates no second tag.
    expect(await tags.create({ name: 'Refund', color: 'red' })).toEqual(tag)
    expect(await tags.update({ ...tag, name: 'refund' })).toMatchObject({ name: 'refund' })
  })

  test('is one of at most fifty, and a review has at most ten', async ({ team, reviewIds, tag }) => {
    const { tags } = team.as('owner')
    const made = [tag]
    for (let n = 1; n < MAX_TAGS; n += 1) made.push(await tags.create({ name: `Tag ${n}`, color: 'grey' }))
    await expect(tags.create({ name: 'One more', color: 'grey' })).rejects.toMatchObject({ code: 'CONFLICT' })
    const [ana = '', ben = ''] = reviewIds
    for (const { id } of made.slice(0, MAX_TAGS_PER_REVIEW)) await tags.assign({ id, reviewIds: [ana] })
    const over = await tags.assign({ id: made.at(-1)?.id ?? '', reviewIds: [ana, ben] })
    expect(over).toEqual({ ids: [ben], unchanged: 0, full: 1, missing: 0 })
    expect((await team.as('owner').reviews.get({ id: ana })).tags).toHaveLength(MAX_TAGS_PER_REVIEW)
  })

  test('of another organization cannot be used', async ({ team, reviewIds, tag }) => {
    const stranger = apiFor(await createAccount(env.DB, { plan: 'pro' }))
    await expect(stranger.tags.assign({ id: tag.id, reviewIds })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.tags.remove({ id: tag.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const own = await stranger.tags.create({ name: 'Refund', color: 'red' })
    expect(await stranger.tags.assign({ id: own.id, reviewIds })).toMatchObject({ ids: [], missing: 3 })
    expect((await team.as('owner').reviews.list({ tag: own.id })).items).toEqual([])
    expect((await stranger.reviews.list({ tag: tag.id })).items).toEqual([])
  })

  test('cannot be created or changed by members who see only some locations', async ({
    team,
    reviewIds,
    tag,
    tagged,
  }) => {
    const second = await createBusiness(env.DB, team.owner)
    const limited = apiFor(inOrganization(team.member, team.owner), {
      role: 'member',
      plan: 'ai_insights',
      businessIds: [second.id],
    })
    expect(await limited.tags.assign({ id: tag.id, reviewIds })).toMatchObject({ ids: [], missing: 3 })
    for (const refused of [
      limited.tags.create({ name: 'Own', color: 'red' }),
      limited.tags.update({ ...tag, name: 'Own' }),
      limited.tags.remove({ id: tag.id }),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await limited.screens.tags()).toMatchObject({ mayEdit: false })
    expect(await tagged(tag.id)).toEqual([])
  })
})

/** A review as a platform's list gives it. */
function scraped(reviewId: string, rating: number, reviewText: string): ScrapedReview {
  return {
    reviewId,
    rating,
    reviewText,
    authorName: reviewId,
    reviewDate: new Date(Date.now() - 60_000).toISOString(),
    helpfulVotes: 0,
    userVerified: false,
    ownerResponse: null,
    language: null,
    url: null,
  }
}

describe('a tag rule', () => {
  test('tags new and edited reviews, not those that arrive again', async ({ team, business, tagged }) => {
    const { tags, reviews } = team.as('owner')
    const rule = { stars: [1, 2], platforms: ['google' as const], mentions: ['refund', 'Café au lait'] }
    const { id } = await tags.create({ name: 'Refund', color: 'red', rule })
    const ctx = contextFor(team.owner)
    const rules = await ruledTagsQuery(ctx.db, business.organizationId)
    const given = { tagRules: readRuledTags(rules.results[0]?.tags ?? '[]') }
    const first = [
      scraped('asks', 1, 'I want a REFUND!'),
      scraped('coffee', 2, 'My cafe au laits were cold'),
      scraped('happy', 5, 'They refunded me at once'),
      scraped('other', 1, 'Rude'),
    ]
    await arrive(business, first, given)
    expect(await tagged(id)).toEqual(['asks', 'coffee'])
    const asks = (await reviews.list({ search: 'asks' })).items[0]?.id ?? ''
    await tags.assign({ id, reviewIds: [asks], isOn: false })
    await arrive(business, [...first.slice(0, 3), scraped('other', 1, 'Rude, and no refund')], {
      ...given,
      now: Date.now() + 1_000,
    })
    expect(await tagged(id)).toEqual(['coffee', 'other'])
  })

  test('about a topic tags a review when it is read', async ({ team, business, tagged }) => {
    const { tags, reviews } = team.as('owner')
    const { id } = await tags.create({
      name: 'Staff',
      color: 'orange',
      rule: { topic: 'staff', opinion: 'negative' },
    })
    const diner = new Diner(team.owner, business)
    await diner.store({ text: 'The waiter was rude and the soup was cold.', rating: 1 })
    await diner.store({ text: 'Delicious soup and lovely friendly staff.', rating: 5 })
    expect(await tagged(id)).toEqual([])
    await diner.read()
    const { items } = await reviews.list({ tag: id })
    expect(items).toMatchObject([{ rating: 1 }])
    // A tag removed by hand stays away when the review is read again.
    await tags.assign({ id, reviewIds: [items[0]?.id ?? ''], isOn: false })
    await diner.run(
      'UPDATE insight_readings SET method = 0 WHERE organization_id = ?',
      business.organizationId,
    )
    expect(await diner.read()).toBeGreaterThan(0)
    expect(await tagged(id)).toEqual([])
  })

  test('can be applied to stored reviews in counted steps', async ({ team, business, tagged }) => {
    await storeReviews(
      env.DB,
      Array.from({ length: 450 }, (_, n) => ({
        business,
        authorName: `Author ${n}`,
        rating: 1 + (n % 5),
        text: n % 2 ? 'The soup was cold' : 'Fine',
        reviewDate: Date.now() - n * 1_000_000,
      })),
    )
    const { tags } = team.as('owner')
    const { id } = await tags.create({ name: 'Cold', color: 'blue', rule: { mentions: ['soup was'] } })
    const steps = [await tags.applyRule({ id })]
    while (steps.at(-1)?.after) steps.push(await tags.applyRule({ id, after: steps.at(-1)?.after ?? '' }))
    expect(steps.map(({ tagged: count }) => count)).toEqual([200, 25])
    expect(await tagged(id, { rating: 2, limit: 100 })).toHaveLength(45)
    const again = await tags.applyRule({ id })
    expect(again).toMatchObject({ tagged: 0, full: 0 })
  })

  test('needs a condition, and a topic needs AI Insights', async () => {
    const { tags } = apiFor(await createAccount(env.DB, { plan: 'pro' }), { plan: 'pro' })
    const tag = { name: 'Any', color: 'red' as const }
    await expect(tags.create({ ...tag, rule: {} })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(tags.create({ ...tag, rule: { mentions: ['…'] } })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(tags.create({ ...tag, rule: { topic: 'food' } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('keeps its topic when the tag is changed on a plan without topics', async ({ team }) => {
    const rule = { stars: [1, 2], topic: 'waiting' as const, opinion: 'negative' as const }
    const tag = { name: 'Slow service', color: 'red' as const }
    const { id } = await team.as('owner').tags.create({ ...tag, rule })
    const { tags } = apiFor(team.owner, { plan: 'pro' })
    expect(await tags.update({ id, ...tag, color: 'blue', rule })).toMatchObject({ color: 'blue', rule })
    await expect(tags.update({ id, ...tag, rule: { ...rule, opinion: null } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await tags.update({ id, ...tag, rule: { stars: [1] } })).toMatchObject({ rule: { topic: null } })
  })
})

test('several reviews can be assigned at once with one email', async ({ team, reviewIds }) => {
  const { userId, email } = team.member
  const { assignAll } = team.as('owner').reviews
  const answer = await assignAll({ reviewIds: [...reviewIds, '999999'], userId, message: 'Please today.' })
  expect(answer).toEqual({ ids: reviewIds, missing: 1 })
  const { items } = await team.as('member').reviews.list({ assigned: 'me' })
  expect(items).toHaveLength(3)
  const { items: news } = await team.as('member').notifications.list()
  expect(news).toMatchObject([{ message: 'Robin Quill asks you to answer 3 reviews: Please today.' }])
  await sendAlerts(contextFor(team.owner))
  expect(await mailsTo(email)).toMatchObject([{ subject: 'Reviews were assigned to you' }])
  await assignAll({ reviewIds, userId: null })
  expect((await team.as('member').reviews.list({ assigned: 'me' })).items).toEqual([])
  // Viewers can't answer, so nothing is assigned to them.
  expect(await assignAll({ reviewIds, userId: team.viewer.userId })).toEqual({ ids: [], missing: 3 })
})
