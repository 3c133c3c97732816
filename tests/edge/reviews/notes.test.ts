import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { actionText } from '#worker/rules/audit-log.ts'
import { MAX_NOTES } from '#worker/rules/notes.ts'

const test = base
  .extend('team', () => createTeam())
  .extend('businesses', async ({ team }) => [
    await createBusiness(env.DB, team.owner),
    await createBusiness(env.DB, team.owner, { name: 'Other Shop' }),
  ])
  .extend('reviewId', async ({ team, businesses: [business] }) => {
    if (!business) throw new Error('made above')
    await storeReviews(env.DB, [{ business, authorName: 'Ana', rating: 1, text: 'Cold soup' }])
    const { items } = await team.as('owner').reviews.list()
    return items[0]?.id ?? ''
  })
  .extend('usernames', async ({ team }) => {
    for (const role of ['owner', 'admin', 'member', 'viewer'] as const)
      await env.DB.prepare('UPDATE profiles SET username = ? WHERE id = ?')
        .bind(`${role}-${team[role].userId.slice(-12)}`, team[role].userId)
        .run()
    return (role: 'owner' | 'admin' | 'member' | 'viewer') => `@${role}-${team[role].userId.slice(-12)}`
  })
  .extend('told', ({ team }) => async (role: 'owner' | 'admin' | 'member' | 'viewer') => {
    const { items } = await team.as(role).notifications.list()
    return items.filter(({ kind }) => kind === 'note_mention').map(({ message, link }) => [message, link])
  })

const texts = ({ notes }: { notes: { text: string }[] }) => notes.map(({ text }) => text)
const hasNotes = async (team: Awaited<ReturnType<typeof createTeam>>, id: string) =>
  (await team.as('owner').reviews.get({ id })).hasNotes

describe('a note on a review', () => {
  test('is read by the team, oldest first, and changed and deleted by its author', async ({
    team,
    reviewId,
  }) => {
    const first = await team.as('owner').notes.add({ reviewId, text: '  I called her.  ' })
    const noteId = first.notes[0]?.id ?? ''
    await team.as('member').notes.add({ reviewId, text: 'She comes again on Friday.' })
    expect(await team.as('viewer').notes.list({ reviewId })).toMatchObject({
      notes: [
        { text: 'I called her.', by: 'Olive Owner', isYours: false, mayDelete: false, editedAt: null },
        { text: 'She comes again on Friday.', by: 'Robin Quill', isYours: false, mayDelete: false },
      ],
    })
    expect(await hasNotes(team, reviewId)).toBe(true)
    await expect(team.as('admin').notes.change({ id: noteId, text: 'Mine' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const changed = await team.as('owner').notes.change({ id: noteId, text: 'I called her twice.' })
    expect(changed.notes[0]).toMatchObject({
      text: 'I called her twice.',
      isYours: true,
      editedAt: expect.any(String),
    })
    await expect(team.as('member').notes.remove({ id: noteId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(texts(await team.as('owner').notes.remove({ id: noteId }))).toEqual(['She comes again on Friday.'])
    const [left] = (await team.as('admin').notes.list({ reviewId })).notes
    expect(left).toMatchObject({ isYours: false, mayDelete: true })
    expect(await team.as('admin').notes.remove({ id: left?.id ?? '' })).toMatchObject({ notes: [] })
    expect(await hasNotes(team, reviewId)).toBe(false)
    expect((await team.as('owner').organizations.auditLog()).items.map(actionText)).toEqual([
      'deleted a note on a review of Corner Shop',
      'deleted a note on a review of Corner Shop',
      'changed a note on a review of Corner Shop',
      'wrote a note on a review of Corner Shop',
      'wrote a note on a review of Corner Shop',
    ])
  })

  test('is stored once however often it is sent, and concurrent notes stay within the limit', async ({
    team,
    reviewId,
  }) => {
    const send = () => team.as('owner').notes.add({ reviewId, text: 'Once' })
    await Promise.all(Array.from({ length: 5 }, send))
    expect(texts(await send())).toEqual(['Once'])
    await env.DB.prepare(
      `INSERT INTO review_notes (id, review_id, organization_id, business_id, text, created_at)
      SELECT 'n' || value, reviews.id, organization_id, business_id, 'old', 1 FROM reviews,
        json_each('[' || substr(replace(hex(zeroblob(?1)), '00', ',1'), 2) || ']') AS item WHERE reviews.id = ?2`.replace(
        "'n' || value",
        "'n' || item.key",
      ),
    )
      .bind(MAX_NOTES - 2, Number(reviewId))
      .run()
    const last = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) => team.as('owner').notes.add({ reviewId, text })),
    )
    expect(last.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(last.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect((await team.as('owner').notes.list({ reviewId })).notes).toHaveLength(MAX_NOTES)
  })

  test('is limited to 60 per member and hour', async ({ team, reviewId }) => {
    const { add } = team.as('member').notes
    await add({ reviewId, text: 'first' })
    await env.DB.prepare(`UPDATE attempts SET count = 60 WHERE key LIKE 'notes-user:%'`).run()
    await expect(add({ reviewId, text: 'one more' })).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await team.as('admin').notes.add({ reviewId, text: 'of somebody else' })
    expect(texts(await team.as('viewer').notes.list({ reviewId }))).toEqual(['first', 'of somebody else'])
  })

  test('is refused if empty or too long, from a viewer, or without access to the location', async ({
    team,
    reviewId,
    businesses: [business, other],
  }) => {
    const { notes } = team.as('owner')
    for (const text of ['', '   ', 'x'.repeat(1_001)])
      await expect(notes.add({ reviewId, text })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(team.as('viewer').notes.add({ reviewId, text: 'Hi' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const written = await notes.add({ reviewId, text: 'Secret' })
    const id = written.notes[0]?.id ?? ''
    const limited = apiFor(inOrganization(team.member, team.owner), {
      role: 'member',
      businessIds: [other?.id ?? ''],
    })
    for (const outsider of [apiFor(await createAccount(env.DB)), limited]) {
      await expect(outsider.notes.list({ reviewId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(outsider.notes.add({ reviewId, text: 'Hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(outsider.notes.change({ id, text: 'Hi' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(outsider.notes.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(texts(await notes.list({ reviewId }))).toEqual(['Secret'])
    // A note is deleted with its review.
    await env.DB.prepare('DELETE FROM reviews WHERE business_id = ?').bind(business?.id).run()
    expect(await env.DB.prepare('SELECT id FROM review_notes WHERE id = ?').bind(id).first()).toBeNull()
  })

  test("stays without a name after its author's account is deleted", async ({ team, reviewId }) => {
    await team.as('member').notes.add({ reviewId, text: 'I was here' })
    await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(team.member.userId).run()
    expect(await team.as('owner').notes.list({ reviewId })).toMatchObject({
      notes: [{ text: 'I was here', by: null }],
    })
  })
})

describe('a mention in a note', () => {
  test('notifies only members who can see the location', async ({
    team,
    reviewId,
    businesses: [, other],
    usernames,
    told,
  }) => {
    await team
      .as('owner')
      .organizations.limitMember({ userId: team.member.userId, businessIds: [other?.id ?? ''] })
    const { people } = await team.as('owner').notes.list({ reviewId })
    expect(people.map(({ userId }) => userId).sort()).toEqual(
      [team.owner, team.admin, team.viewer].map(({ userId }) => userId).sort(),
    )
    const text = `${usernames('admin')} and ${usernames('member')} and ${usernames('viewer')}, ${usernames('owner')}?`
    await team.as('owner').notes.add({ reviewId, text })
    const news = [
      [`Robin Quill mentioned you in a note on the review by Ana: ${text}`, `/app/reviews/${reviewId}`],
    ]
    expect(await told('admin')).toEqual(news)
    expect(await told('viewer')).toEqual(news)
    expect(await told('member')).toEqual([])
    // Nobody is notified of their own notes.
    expect(await told('owner')).toEqual([])
  })

  test('notifies each person once per note, even if a change adds them', async ({
    team,
    reviewId,
    usernames,
    told,
  }) => {
    const { notes } = team.as('owner')
    const written = await notes.add({ reviewId, text: `${usernames('admin')} please` })
    const id = written.notes[0]?.id ?? ''
    await notes.change({ id, text: `${usernames('admin')} ${usernames('viewer')} please` })
    await notes.change({ id, text: `${usernames('viewer')} ${usernames('admin')} thanks` })
    expect(await told('admin')).toHaveLength(1)
    expect(await told('viewer')).toHaveLength(1)
    // A deleted note is neither shown in the bell nor emailed.
    await notes.remove({ id })
    expect(await told('admin')).toEqual([])
    await sendAlerts(contextFor(null))
    expect(await mailsTo(team.admin.email)).toEqual([])
  })

  test('quotes the note as it is, whomever a change still names', async ({
    team,
    reviewId,
    usernames,
    told,
  }) => {
    const { notes } = team.as('owner')
    const { admin, viewer } = { admin: usernames('admin'), viewer: usernames('viewer') }
    const written = await notes.add({ reviewId, text: `${admin} ${viewer} her number is 555 0100` })
    const other = await notes.add({ reviewId, text: `${admin} thanks` })
    expect(other.notes).toHaveLength(2)
    await notes.change({ id: written.notes[0]?.id ?? '', text: `${admin} I called her` })
    const quoting = (text: string) => [
      `Robin Quill mentioned you in a note on the review by Ana: ${text}`,
      `/app/reviews/${reviewId}`,
    ]
    expect((await told('admin')).toSorted()).toEqual([
      quoting(`${admin} I called her`),
      quoting(`${admin} thanks`),
    ])
    expect(await told('viewer')).toEqual([quoting(`${admin} I called her`)])
  })

  test('is emailed with the review', async ({ team, reviewId, usernames }) => {
    await team.as('owner').notes.add({ reviewId, text: `${usernames('member')} <b>please</b>` })
    await sendAlerts(contextFor(null))
    await sendAlerts(contextFor(null))
    const [mail, ...others] = await mailsTo(team.member.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('A colleague mentioned you in a note')
    expect(mail?.text).toContain('<b>please</b>')
    expect(mail?.html).not.toContain('<b>please</b>')
    expect(mail?.text).toMatch(/stars? from Ana/)
    expect(mail?.text).toContain(`/app/reviews/${reviewId}`)
  })
})
