import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { auditEntries } from '#db/schema/index.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { mailedToken } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { insertRows } from '#tests/insert-rows.ts'
import { forgetOldActions } from '#worker/identity/log/record-action.ts'
import { type AuditLogInput, actionText } from '#worker/rules/audit-log.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { createTeam, inOrganization } from './support.ts'

const test = base
  .extend('team', () => createTeam())
  .extend('entries', ({ team }) => async (input: AuditLogInput = {}) => {
    const { items } = await team.as('owner').organizations.auditLog(input as object)
    return items
  })
  /** 'Olive Owner added Corner', oldest first. */
  .extend('log', ({ entries }) => async () => {
    const items = await entries()
    return items.map((entry) => `${entry.by} ${actionText(entry)}`).toReversed()
  })

describe('the log lists actions in their order', () => {
  test('on businesses, replies and reviews', async ({ team, log }) => {
    const api = team.as('owner')
    const business = await api.businesses.create({ name: 'Corner Shop' })
    await storeReviews(env.DB, [{ business: { ...business, organizationId: team.owner.organizationId } }])
    const [review] = (await api.reviews.list()).items
    const response = await api.responses.create({ reviewId: review?.id ?? '', text: 'Thanks' })
    await api.responses.update({ id: response.id, text: 'Thank you' })
    await api.responses.remove({ id: response.id })
    await api.imports.paste({
      businessId: business.id,
      platform: 'google',
      authorName: 'Ana',
      rating: 4,
      reviewText: 'Good',
    })
    await api.imports.startImport({ businessId: business.id, platform: 'google', chunks: 1 })
    await api.businesses.update({ id: business.id, name: 'Harbor Shop' })
    await api.businesses.remove({ id: business.id })
    expect(await log()).toEqual([
      'Olive Owner added Corner Shop',
      'Olive Owner answered a review of Corner Shop',
      'Olive Owner changed an answer to a review of Corner Shop',
      'Olive Owner deleted an answer to a review of Corner Shop',
      'Olive Owner added a review of Corner Shop by hand',
      'Olive Owner imported a file of reviews for Corner Shop',
      'Olive Owner changed Harbor Shop',
      'Olive Owner deleted Harbor Shop with its reviews',
    ])
  })

  test('on members and invitations', async ({ team, log }) => {
    const { owner, admin, member, viewer, as } = team
    const { organizations } = as('owner')
    const newcomer = await createAccount(env.DB, { fullName: 'Nora New' })
    await organizations.invite({ email: newcomer.email, role: 'member' })
    await apiFor(newcomer).organizations.acceptInvitation({ token: await mailedToken(newcomer.email) })
    await organizations.invite({ email: 'nobody@example.test', role: 'viewer' })
    const { results } = await env.DB.prepare('SELECT id FROM organization_invitations WHERE email = ?')
      .bind('nobody@example.test')
      .all<{ id: string }>()
    await organizations.withdrawInvitation({ invitationId: results[0]?.id ?? '' })
    await organizations.changeRole({ userId: newcomer.userId, role: 'viewer' })
    await organizations.removeMember({ userId: newcomer.userId })
    await apiFor(inOrganization(viewer, owner), { role: 'viewer' }).organizations.leave({})
    await as('admin').organizations.update({ name: 'Harbor', industry: 'Bakery' })
    await organizations.transfer({ userId: member.userId })
    expect(admin.userId).not.toBe(member.userId)
    expect(await log()).toEqual([
      `Olive Owner invited ${newcomer.email}`,
      'Nora New joined as member',
      'Olive Owner invited nobody@example.test',
      'Olive Owner withdrew the invitation for nobody@example.test',
      'Olive Owner made Nora New viewer',
      'Olive Owner removed Nora New',
      'Robin Quill left',
      'Robin Quill changed the details of Harbor',
      'Olive Owner made Robin Quill the owner',
    ])
  })

  test('on exports and recipients of mails', async ({ team, log }) => {
    const api = team.as('owner')
    for await (const _ of await api.reviews.export({})) break
    for await (const _ of await api.organizations.exportAuditLog({})) break
    // A recipient gets the defaults of the member who adds them.
    await api.alerts.get()
    await api.alerts.addRecipient({ email: 'partner@example.test', alertStars: 3, digest: 'weekly' })
    const [recipient] = (await api.alerts.get()).recipients ?? []
    await api.alerts.removeRecipient({ id: recipient?.id ?? '' })
    expect(await log()).toEqual([
      'Olive Owner downloaded reviews as a CSV file',
      'Olive Owner downloaded this log as a CSV file',
      'Olive Owner asked partner@example.test whether they want e-mails',
      'Olive Owner stopped the e-mails to partner@example.test',
    ])
  })

  test('on API keys', async ({ team, log }) => {
    const { apiKeys } = team.as('owner')
    const { id } = await apiKeys.create({ name: 'Till', scopes: ['read'], days: null })
    const rotated = await apiKeys.rotate({ id, overlapHours: 1 })
    await apiKeys.revoke({ id: rotated.id })
    expect(await log()).toEqual([
      'Olive Owner created the API key Till',
      'Olive Owner replaced the API key Till',
      'Olive Owner revoked the API key Till',
    ])
  })

  test('on a new organization, in its own log', async ({ account }) => {
    const { id } = await apiFor(account).organizations.create({ name: 'Second Shop' })
    const { items } = await apiFor({ ...account, organizationId: id }).organizations.auditLog()
    expect(items.map(actionText)).toEqual(['created the organization Second Shop'])
  })
})

describe('the log matches what was done', () => {
  test('an action fails if its entry cannot be stored', {
    meta: { expectsFaults: true },
  }, async ({ team }) => {
    const api = apiFor(team.owner, { env: { ...env, DB: failing(env.DB, /audit_entries/) } })
    const business = await createBusiness(env.DB, team.owner)
    await expect(api.businesses.create({ name: 'Corner' })).rejects.toThrow()
    await expect(api.businesses.remove({ id: business.id })).rejects.toThrow()
    await expect(api.organizations.removeMember({ userId: team.member.userId })).rejects.toThrow()
    expect((await team.as('owner').businesses.list()).items).toHaveLength(1)
    expect((await team.as('owner').organizations.members({})).items).toHaveLength(4)
  })

  test('a refused action leaves no entry', async ({ team, stranger, log }) => {
    const business = await createBusiness(env.DB, stranger)
    const { businesses, organizations, responses } = team.as('owner')
    const calls = [
      () => businesses.remove({ id: business.id }),
      () => businesses.update({ id: business.id, name: 'Taken' }),
      () => organizations.removeMember({ userId: stranger.userId }),
      () => organizations.changeRole({ userId: team.owner.userId, role: 'viewer' }),
      () => organizations.leave({}),
      () => organizations.withdrawInvitation({ invitationId: createId() }),
      () => responses.remove({ id: createId() }),
    ]
    for (const call of calls) await expect(call()).rejects.toThrow()
    const full = apiFor(team.owner, { plan: 'free' })
    await createBusiness(env.DB, team.owner)
    await expect(full.businesses.create({ name: 'One too many' })).rejects.toThrow()
    expect(await log()).toEqual([])
  })

  test('the same reply sent twice makes one entry', async ({ team, log }) => {
    const business = await createBusiness(env.DB, team.owner)
    await storeReviews(env.DB, [{ business }])
    const api = team.as('member')
    const [review] = (await api.reviews.list()).items
    const answer = { reviewId: review?.id ?? '', text: 'Thanks' }
    await Promise.all([api.responses.create(answer), api.responses.create(answer)])
    expect(await log()).toHaveLength(1)
  })
})

test('an entry shows the network and the device it came from', async ({ team, entries }) => {
  const cookie = await signedIn(inOrganization(team.member, team.owner))
  await ask('/trpc/businesses.create', {
    method: 'POST',
    body: JSON.stringify({ name: 'Corner' }),
    headers: {
      cookie,
      origin: 'http://localhost:8787',
      'content-type': 'application/json',
      'cf-connecting-ip': '192.0.2.77',
      'user-agent': 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0',
    },
  })
  expect(await entries()).toMatchObject([
    { by: 'Robin Quill', subject: 'Corner', network: '192.0.2.x', device: 'Firefox on Android' },
  ])
})

test('the log can be filtered by person, subject and days', async ({ team, entries }) => {
  const yesterday = Date.now() - DAY_MS
  const at = (now: number, who: 'owner' | 'member') =>
    apiFor(inOrganization(team[who], team.owner), { role: who, now: () => now })
  await at(yesterday, 'owner').businesses.create({ name: 'First' })
  await at(Date.now(), 'member').businesses.create({ name: 'Second' })
  await at(Date.now(), 'owner').organizations.update({ name: 'Harbor' })
  const found = async (input: object) => (await entries(input as AuditLogInput)).map(({ subject }) => subject)
  const day = (time: number) => new Date(time).toISOString().slice(0, 10)
  expect(await found({ person: team.member.userId })).toEqual(['Second'])
  expect(await found({ subject: 'businesses' })).toEqual(['Second', 'First'])
  expect(await found({ subject: 'settings' })).toEqual(['Harbor'])
  expect(await found({ from: day(yesterday), to: day(yesterday) })).toEqual(['First'])
  expect(await found({ person: team.owner.userId, subject: 'businesses' })).toEqual(['First'])
})

test.for([
  ['free', 30],
  ['pro', 90],
  ['ai_insights', 365],
] as const)('%s shows %i days of the log', async ([plan, days], { account }) => {
  const now = Date.now()
  const rows = [500, days + 2, days].map((age) => ({
    id: createId(),
    organizationId: account.organizationId,
    action: 'business_created',
    subject: String(age),
    createdAt: now - age * DAY_MS,
  }))
  await insertRows(databaseOf(env), auditEntries, rows)
  const api = apiFor(account, { plan, now: () => now })
  const shown = async () => (await api.organizations.auditLog()).items.map(({ subject }) => subject)
  expect(await shown()).toEqual([String(days)])
  await forgetOldActions(contextFor(account, { now: () => now }))
  expect(await shown()).toEqual([String(days)])
  const kept = env.DB.prepare('SELECT count(*) AS rows FROM audit_entries WHERE organization_id = ?')
  expect(await kept.bind(account.organizationId).first('rows')).toBe(plan === 'ai_insights' ? 1 : 2)
})

test('entries name people only as long as they have an account', async ({ team, entries }) => {
  await team.as('member').businesses.create({ name: 'Corner' })
  await team.as('owner').organizations.removeMember({ userId: team.member.userId })
  expect(await entries()).toMatchObject([{ about: 'Robin Quill' }, { by: 'Robin Quill' }])
  await env.DB.prepare('DELETE FROM users WHERE id = ?').bind(team.member.userId).run()
  expect(await entries()).toMatchObject([{ about: null }, { by: null }])
})

describe('the exported log', () => {
  test('has the filtered entries and no cell that runs as a formula', async ({ team }) => {
    await team.as('owner').businesses.create({ name: '=HYPERLINK("https://evil.example")' })
    await team.as('owner').organizations.update({ name: 'Harbor' })
    const cookie = await signedIn(team.owner)
    const file = await ask('/export/activity.csv?subject=businesses&person=&from=', { headers: { cookie } })
    expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="activity-[\d-]+\.csv"$/)
    const [header, ...lines] = (await file.text()).trim().split('\r\n')
    expect(header).toBe('"Time (UTC)","Who","What","Browser","Network"')
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('"Olive Owner","added =HYPERLINK(""https://evil.example"")"')
  })

  test('continues over several pages', async ({ team }) => {
    const { organizationId } = team.owner
    const row = { organizationId, action: 'member_left', createdAt: Date.now() }
    const rows = Array.from({ length: 1_001 }, () => ({ ...row, id: createId() }))
    await insertRows(databaseOf(env), auditEntries, rows)
    let text = ''
    for await (const piece of await team.as('owner').organizations.exportAuditLog({ subject: 'people' }))
      text += piece
    expect(text.trim().split('\r\n')).toHaveLength(1_002)
  })

  test.for(['admin', 'member', 'viewer'] as const)('is refused to a %s', async (role, { team }) => {
    const cookie = await signedIn(inOrganization(team[role], team.owner))
    const answer = await ask('/export/activity.csv', { headers: { cookie } })
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Insufficient permissions')
  })

  test('leads a visitor to the login', async () => {
    const answer = await ask('/export/activity.csv?subject=people')
    expect(answer.headers.get('location')).toContain('redirectTo=%2Fapp%2Fteam%2Factivity%3Fsubject%3Dpeople')
  })
})
