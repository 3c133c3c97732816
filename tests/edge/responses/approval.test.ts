import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'

const test = base
  .extend('team', () => createTeam())
  .extend('reviewIds', async ({ team }) => {
    const business = await createBusiness(env.DB, team.owner)
    await storeReviews(env.DB, [
      { business, authorName: 'Ana', rating: 1, text: 'Cold soup' },
      { business, authorName: 'Ben', rating: 5, text: 'Warm soup' },
    ])
    const { items } = await team.as('owner').reviews.list()
    return items.map(({ id }) => id)
  })
  .extend('stranger', () => createAccount(env.DB))
  .extend('reviewId', ({ reviewIds }) => reviewIds[0] ?? '')
  /** A member whose replies need approval. */
  .extend('writer', async ({ team }) => {
    const { userId } = team.member
    await team.as('owner').organizations.requireApproval({ userId, suggestsOnly: true })
    return apiFor(inOrganization(team.member, team.owner), { role: 'member', suggestsOnly: true })
  })
  .extend('boss', ({ team }) => team.as('owner'))
  .extend('toApprove', ({ boss }) => async () => {
    const { items } = await boss.reviews.list({ suggestion: 'open' })
    return items.map(({ id }) => id)
  })

const FORBIDDEN = { code: 'FORBIDDEN', message: 'Insufficient permissions' }

describe('a member whose replies need approval', () => {
  test('is listed as such until the owner lifts it', async ({ team, writer, boss }) => {
    const { userId } = team.member
    const isMarked = async () =>
      (await boss.organizations.members({})).items.find((one) => one.userId === userId)?.suggestsOnly
    expect(writer).toBeDefined()
    expect(await isMarked()).toBe(true)
    await boss.organizations.requireApproval({ userId, suggestsOnly: false })
    expect(await isMarked()).toBe(false)
  })

  test('cannot post, change, undo, delete or mark replies by any procedure', async ({
    writer,
    boss,
    reviewIds: [reviewId = '', other = ''],
  }) => {
    const { id } = await boss.responses.create({ reviewId: other, text: 'Thank you' })
    const { responses } = writer
    for (const call of [
      () => responses.create({ reviewId, text: 'Mine' }),
      () => responses.update({ id, text: 'Mine' }),
      () => responses.undo({ id }),
      () => responses.remove({ id }),
      () => responses.markPosted({ id }),
      () => responses.markAnswered({ reviewIds: [reviewId] }),
      () => responses.returnSuggestion({ reviewId, text: 'Mine', remark: 'No' }),
    ])
      await expect(call()).rejects.toMatchObject(FORBIDDEN)
    expect(await boss.responses.forReview({ reviewId })).toBeNull()
    expect(await boss.responses.forReview({ reviewId: other })).toMatchObject({ text: 'Thank you' })
  })

  test('can still be assigned a review and settle what needs no reply', async ({
    team,
    writer,
    boss,
    reviewId,
  }) => {
    await boss.reviews.assign({ reviewId, userId: team.member.userId })
    expect(await writer.responses.settle({ reviewIds: [reviewId] })).toEqual({ ids: [reviewId] })
  })

  test('cannot be an admin', async ({ team, boss }) => {
    const { userId } = team.admin
    await expect(boss.organizations.requireApproval({ userId, suggestsOnly: true })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('cannot lift the restriction themselves', async ({ team, writer }) => {
    const { userId } = team.member
    await expect(writer.organizations.requireApproval({ userId, suggestsOnly: false })).rejects.toMatchObject(
      FORBIDDEN,
    )
  })
})

describe('a suggested reply', () => {
  test('appears in a view with a count, and posts nothing', async ({ writer, boss, reviewId, toApprove }) => {
    expect(await toApprove()).toEqual([])
    await env.DB.prepare("UPDATE reviews SET author_name = 'Alina J.' WHERE id = ?").bind(reviewId).run()
    await writer.responses.suggest({ reviewId, text: 'We are sorry' })
    expect(await toApprove()).toEqual([reviewId])
    expect(await boss.screens.reviews()).toMatchObject({ counts: { suggested: 1 } })
    expect(await boss.reviews.get({ id: reviewId })).toMatchObject({
      hasSuggestion: true,
      response: null,
      status: 'pending',
    })
    expect(await boss.responses.suggestion({ reviewId })).toMatchObject({
      text: 'We are sorry',
      state: 'open',
      isYours: false,
    })
    const { items } = await boss.notifications.list()
    expect(items.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('suggests a reply to Alina J.’s review. It waits for approval.'),
    )
  })

  test('no longer waits once a reply is posted, and cannot be suggested again', async ({
    writer,
    boss,
    reviewId,
    toApprove,
  }) => {
    await writer.responses.suggest({ reviewId, text: 'We are sorry' })
    await boss.responses.create({ reviewId, text: 'We are very sorry' })
    expect(await toApprove()).toEqual([])
    expect(await boss.responses.suggestion({ reviewId })).toBeNull()
    await expect(writer.responses.suggest({ reviewId, text: 'Again' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await boss.responses.forReview({ reviewId })).toMatchObject({ text: 'We are very sorry' })
  })

  test('for a review edited after its reply waits until that reply is changed', async ({
    writer,
    boss,
    reviewId,
    toApprove,
  }) => {
    const { id } = await boss.responses.create({ reviewId, text: 'We are sorry' })
    await env.DB.prepare('UPDATE reviews SET responded = 0, edited_at = 1 WHERE id = ?').bind(reviewId).run()
    await writer.responses.suggest({ reviewId, text: 'We are sorry about both' })
    expect(await toApprove()).toEqual([reviewId])
    // A second reply is refused, so the suggestion still waits.
    await expect(boss.responses.create({ reviewId, text: 'Another' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await toApprove()).toEqual([reviewId])
    await boss.responses.update({ id, text: 'We are sorry about both' })
    expect(await toApprove()).toEqual([])
    expect(await boss.responses.suggestion({ reviewId })).toBeNull()
    expect(await boss.reviews.get({ id: reviewId })).toMatchObject({
      status: 'responded',
      response: { text: 'We are sorry about both' },
    })
    await expect(writer.responses.suggest({ reviewId, text: 'Again' })).rejects.toMatchObject({
      message: 'You or a colleague have answered this review already.',
    })
  })

  test('can be handed back with a remark, changed by its writer and suggested again', async ({
    team,
    writer,
    boss,
    reviewId,
    toApprove,
  }) => {
    await writer.responses.suggest({ reviewId, text: 'Not our fault' })
    await boss.responses.returnSuggestion({ reviewId, text: 'Not our fault', remark: 'Kinder, please' })
    expect(await toApprove()).toEqual([])
    expect(await writer.responses.suggestion({ reviewId })).toMatchObject({
      state: 'returned',
      remark: 'Kinder, please',
      isYours: true,
    })
    const { items } = await team.as('member').notifications.list()
    expect(items.map(({ message }) => message)).toContainEqual(
      expect.stringContaining('handed back your reply to Ben: Kinder, please'),
    )
    expect(
      (await team.as('admin').notifications.list()).items.map(({ message }) => message),
    ).not.toContainEqual(expect.stringContaining('handed back'))
    await writer.responses.suggest({ reviewId, text: 'We are sorry' })
    expect(await toApprove()).toEqual([reviewId])
    expect(await boss.responses.suggestion({ reviewId })).toMatchObject({
      text: 'We are sorry',
      remark: null,
    })
  })

  test('can be handed back only in its latest version', async ({ writer, boss, reviewId }) => {
    await writer.responses.suggest({ reviewId, text: 'First' })
    await writer.responses.suggest({ reviewId, text: 'Second' })
    await expect(
      boss.responses.returnSuggestion({ reviewId, text: 'First', remark: 'No' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('cannot be handed back to somebody who can no longer answer the review', async ({
    team,
    writer,
    boss,
    reviewId,
    toApprove,
  }) => {
    const text = 'Not our fault'
    await writer.responses.suggest({ reviewId, text })
    expect(await boss.responses.suggestion({ reviewId })).toMatchObject({ canReturn: true })
    const { userId } = team.member
    const other = await createBusiness(env.DB, team.owner)
    for (const change of [
      () => boss.organizations.limitMember({ userId, businessIds: [other.id] }),
      () => boss.organizations.removeMember({ userId }),
    ]) {
      await change()
      expect(await boss.responses.suggestion({ reviewId })).toMatchObject({ canReturn: false })
      await expect(
        boss.responses.returnSuggestion({ reviewId, text, remark: 'Kinder, please' }),
      ).rejects.toMatchObject({
        message: 'Whoever wrote this suggestion can no longer answer this review. Change it yourself.',
      })
      expect(await toApprove()).toEqual([reviewId])
    }
  })

  test('cannot be overwritten by a colleague', async ({ team, writer, reviewId }) => {
    await writer.responses.suggest({ reviewId, text: 'Mine' })
    await expect(team.as('admin').responses.suggest({ reviewId, text: 'Mine!' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  test('cannot be read or handed back by another organization or without access to its business', async ({
    team,
    writer,
    stranger,
    reviewId,
  }) => {
    await writer.responses.suggest({ reviewId, text: 'Mine' })
    const others = [
      apiFor(stranger),
      apiFor(inOrganization(team.member, team.owner), { role: 'member', businessIds: [] }),
    ]
    for (const { responses } of others) {
      expect(await responses.suggestion({ reviewId })).toBeNull()
      await expect(
        responses.returnSuggestion({ reviewId, text: 'Mine', remark: 'No' }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(responses.suggest({ reviewId, text: 'Planted' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
  })

  test('can be withdrawn only by its writer', async ({ team, writer, reviewId, toApprove }) => {
    await writer.responses.suggest({ reviewId, text: 'Mine' })
    await expect(team.as('admin').responses.withdrawSuggestion({ reviewId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await writer.responses.withdrawSuggestion({ reviewId })
    expect(await toApprove()).toEqual([])
  })

  test('is not posted after it was withdrawn or changed', async ({ writer, boss, reviewId }) => {
    const approve = (text: string) => boss.responses.create({ reviewId, text, asSuggested: true })
    const refused = {
      code: 'CONFLICT',
      cause: { message: 'This suggestion was changed or withdrawn meanwhile. Read it again first.' },
    }
    await writer.responses.suggest({ reviewId, text: 'Not our fault' })
    await writer.responses.withdrawSuggestion({ reviewId })
    await expect(approve('Not our fault')).rejects.toMatchObject(refused)
    await writer.responses.suggest({ reviewId, text: 'We are sorry' })
    await expect(approve('Not our fault')).rejects.toMatchObject(refused)
    expect(await boss.responses.forReview({ reviewId })).toBeNull()
    const { id } = await approve('We are sorry')
    expect(await approve('We are sorry')).toMatchObject({ id })

    await env.DB.prepare('UPDATE reviews SET responded = 0, edited_at = 1 WHERE id = ?').bind(reviewId).run()
    const change = (text: string) => boss.responses.update({ id, text, asSuggested: true })
    await expect(change('We are sorry about both')).rejects.toMatchObject(refused)
    await writer.responses.suggest({ reviewId, text: 'We are sorry about both' })
    expect(await change('We are sorry about both')).toMatchObject({ text: 'We are sorry about both' })
    expect(await change('We are sorry about both')).toMatchObject({ id })
  })

  test('is refused because of the reply it replaces if a colleague has changed that', async ({
    writer,
    boss,
    reviewId,
  }) => {
    const { id, text: insteadOf } = await boss.responses.create({ reviewId, text: 'We are sorry' })
    await env.DB.prepare('UPDATE reviews SET responded = 0, edited_at = 1 WHERE id = ?').bind(reviewId).run()
    const text = 'We are sorry about both'
    await writer.responses.suggest({ reviewId, text })
    await boss.responses.update({ id, text: 'We are very sorry' })
    await expect(boss.responses.update({ id, text, insteadOf, asSuggested: true })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { message: 'This reply was changed meanwhile. Read it, then save again to replace it.' },
    })
  })

  test('becomes one reply under a hundred concurrent approvals', async ({ writer, boss, reviewId }) => {
    await writer.responses.suggest({ reviewId, text: 'Sorry' })
    const pressed = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) =>
        boss.responses.create({ reviewId, text: `Sorry ${index % 4}` }),
      ),
    )
    const ids = new Set(pressed.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : [])))
    expect(ids.size).toBe(1)
    expect(await boss.responses.suggestion({ reviewId })).toBeNull()
  })
})
