import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { actionText } from '#worker/rules/audit-log.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import type { ListReviewsInput } from '#worker/rules/reviews.ts'

const test = base
  .extend('team', () => createTeam())
  .extend('reviewIds', async ({ team }) => {
    const business = await createBusiness(env.DB, team.owner)
    await storeReviews(
      env.DB,
      ['Ana', 'Ben', 'Cleo'].map((authorName, index) => ({
        business,
        authorName,
        rating: index + 1,
        reviewDate: Date.UTC(2026, 5, 3 - index),
        text: 'Soup',
      })),
    )
    const { items } = await team.as('owner').reviews.list({ sort: 'posted' })
    const byName = items.toSorted((a, b) => a.reviewerName.localeCompare(b.reviewerName))
    return byName.map(({ id }) => id)
  })
  .extend('first', ({ reviewIds }) => reviewIds[0] ?? '')
  /** Authors of the reviews assigned to this role, with a filter. */
  .extend(
    'found',
    ({ team }) =>
      async (role: 'owner' | 'admin' | 'member', filter: Partial<ListReviewsInput> = {}) => {
        const { items } = await team.as(role).reviews.list({ ...filter, assigned: 'me' } as object)
        return items.map(({ reviewerName }) => reviewerName)
      },
  )

describe('an assigned review', () => {
  test('is found by its assignee, with any other filter', async ({ team, reviewIds, found }) => {
    const { userId } = team.member
    for (const reviewId of reviewIds.slice(0, 2)) await team.as('owner').reviews.assign({ reviewId, userId })
    expect(await found('member', { sort: 'worst' })).toEqual(['Ana', 'Ben'])
    expect(await found('member', { rating: 2 })).toEqual(['Ben'])
    expect(await found('member', { search: 'soup', status: 'pending', sort: 'worst' })).toEqual([
      'Ana',
      'Ben',
    ])
    expect(await found('member', { status: 'responded' })).toEqual([])
    expect(await found('owner')).toEqual([])
    const screen = await team.as('member').screens.reviews({ assigned: 'me', status: 'pending' })
    expect(screen).toMatchObject({ total: 2, counts: { assigned: 2 } })
  })

  test('can be passed on and freed', async ({ team, first, found }) => {
    const { assign } = team.as('member').reviews
    await assign({ reviewId: first, userId: team.member.userId })
    await assign({ reviewId: first, userId: team.admin.userId, message: '  Please look ' })
    expect(await found('member')).toEqual([])
    expect(await found('admin')).toEqual(['Ana'])
    expect(await team.as('viewer').reviews.get({ id: first })).toMatchObject({
      assignment: { userId: team.admin.userId, by: team.member.userId, message: 'Please look' },
    })
    await assign({ reviewId: first, userId: null })
    expect(await found('admin')).toEqual([])
    expect(await team.as('owner').reviews.get({ id: first })).toMatchObject({ assignment: null })
  })

  test.for([
    ['removed', (team) => team.as('owner').organizations.removeMember({ userId: team.member.userId })],
    [
      'a viewer',
      (team) => team.as('owner').organizations.changeRole({ userId: team.member.userId, role: 'viewer' }),
    ],
    [
      'gone with their account',
      (team) => env.DB.prepare('DELETE FROM users WHERE id = ?').bind(team.member.userId).run(),
    ],
  ] as const satisfies [string, (team: Awaited<ReturnType<typeof createTeam>>) => Promise<unknown>][])(
    'is free once its assignee is %s',
    async ([, leave], { team, first, reviewIds }) => {
      const { userId } = team.member
      await team.as('owner').reviews.assign({ reviewId: first, userId, message: 'Please' })
      await leave(team)
      expect(await team.as('owner').reviews.get({ id: first })).toMatchObject({ assignment: null })
      const left = await apiFor(inOrganization(team.member, team.owner)).reviews.list({ assigned: 'me' })
      expect(left.items).toEqual([])
      expect((await team.as('owner').reviews.list()).items).toHaveLength(reviewIds.length)
    },
  )
})

describe('assigning a review', () => {
  test('to a stranger or a viewer is refused', async ({ team, first, stranger }) => {
    for (const person of [stranger, team.viewer]) {
      await expect(
        team.as('owner').reviews.assign({ reviewId: first, userId: person.userId }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await team.as('owner').reviews.get({ id: first })).toMatchObject({ assignment: null })
    expect((await team.as('owner').organizations.auditLog()).items).toEqual([])
  })

  test('from another organization is refused', async ({ first }) => {
    const outsider = await createAccount(env.DB)
    await expect(
      apiFor(outsider).reviews.assign({ reviewId: first, userId: outsider.userId }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('the assignee of a review', () => {
  const notices = async (team: Awaited<ReturnType<typeof createTeam>>, role: 'owner' | 'admin' | 'member') =>
    (await team.as(role).notifications.list()).items.map(({ message, link }) => [message, link])
  const alerts = (now = Date.now()) => sendAlerts(contextFor(null, { now: () => now }))
  const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject)

  test('is notified alone and once', async ({ team, first }) => {
    const request = { reviewId: first, userId: team.member.userId, message: '@Robin Quill she waits' }
    for (let time = 0; time < 3; time += 1) await team.as('owner').reviews.assign(request)
    expect(await notices(team, 'member')).toEqual([
      ['Robin Quill asks you to answer Ana’s review: @Robin Quill she waits', `/app/reviews/${first}`],
    ])
    expect(await notices(team, 'admin')).toEqual([])
    await alerts()
    await alerts()
    const [mail, ...others] = await mailsTo(team.member.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A review was assigned to you')
    expect(mail?.text).toContain('she waits')
    // The email contains the review itself.
    expect(mail?.text).toMatch(/stars? from Ana/)
    expect(mail?.text).toContain(`/app/reviews/${first}`)
    expect(await subjects(team.owner.email)).toEqual([])
  })

  test('is not notified of their own assignments', async ({ team, first }) => {
    await team.as('member').reviews.assign({ reviewId: first, userId: team.member.userId })
    expect(await notices(team, 'member')).toEqual([])
    await alerts()
    expect(await subjects(team.member.email)).toEqual([])
  })

  test('gets one email about several reviews', async ({ team, reviewIds }) => {
    const { userId } = team.member
    for (const reviewId of reviewIds) await team.as('owner').reviews.assign({ reviewId, userId })
    await alerts()
    expect(await subjects(team.member.email)).toEqual(['3 reviews were assigned to you'])
  })

  test.for([
    ['who takes no mails', 'takes_mail = 0'],
    ['in quiet hours', 'quiet_from = 0, quiet_until = 1439'],
  ])('%s is only notified in the app', async ([, settings], { team, first }) => {
    await env.DB.prepare(`UPDATE alert_recipients SET ${settings} WHERE user_id = ?`)
      .bind(team.member.userId)
      .run()
    await team.as('owner').reviews.assign({ reviewId: first, userId: team.member.userId })
    const noon = Date.UTC(2026, 10, 22, 12)
    await alerts(Math.max(Date.now(), noon) + MINUTE_MS)
    expect(await subjects(team.member.email)).toEqual([])
    expect(await notices(team, 'member')).toHaveLength(1)
  })

  test('is notified even without alerts about new reviews', async ({ team, first }) => {
    await env.DB.prepare('UPDATE alert_recipients SET alert_stars = 0 WHERE user_id = ?')
      .bind(team.member.userId)
      .run()
    await team.as('owner').reviews.assign({ reviewId: first, userId: team.member.userId })
    await alerts()
    expect(await subjects(team.member.email)).toEqual(['A review was assigned to you'])
  })
})

test('assignments are in the audit log', async ({ team, first }) => {
  await team.as('admin').reviews.assign({ reviewId: first, userId: team.owner.userId })
  await team.as('admin').reviews.assign({ reviewId: first, userId: null })
  const { items } = await team.as('owner').organizations.auditLog()
  expect(items.map(actionText)).toEqual([
    'unassigned a review of Corner Shop',
    'asked Olive Owner to answer a review of Corner Shop',
  ])
})
