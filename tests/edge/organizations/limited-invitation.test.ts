import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { newEmail, signInWith } from '#tests/edge/oauth/flow.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { actionText } from '#worker/rules/audit-log.ts'
import { createTeam } from './support.ts'

const test = base
  .extend('team', () => createTeam())
  /** Two businesses with a review each. */
  .extend('shops', async ({ team }) => {
    const corner = await createBusiness(env.DB, team.owner, { name: 'Corner' })
    const harbor = await createBusiness(env.DB, team.owner, { name: 'Harbor' })
    await storeReviews(env.DB, [
      { business: corner, authorName: 'Cora', rating: 2, scrapedAt: Date.now() },
      { business: harbor, authorName: 'Hal', rating: 5, scrapedAt: Date.now() },
    ])
    return { corner, harbor }
  })
  /** Invites an address to some businesses and returns the mailed token. */
  .extend('invitedTo', ({ team }) => async (email: string, businessIds: string[] | null) => {
    await team.as('owner').organizations.invite({ email, role: 'member', businessIds })
    return mailedToken(email)
  })

async function accept(token: string, cookie: string): Promise<number> {
  const answer = await askProcedure('organizations.acceptInvitation', { token }, { headers: { cookie } })
  await answer.body?.cancel()
  return answer.status
}

/** Returns the screens that name businesses and reviews, as a new member sees them. */
async function seenBy(cookie: string): Promise<string> {
  const paths = ['/app.data', '/app/reviews.data', '/app/businesses.data', '/app/analytics.data']
  const pages = await Promise.all(paths.map((path) => ask(path, { headers: { cookie } })))
  return (await Promise.all(pages.map((page) => page.text()))).join()
}

describe('a person invited to one business sees no other from the first request on', () => {
  const people = {
    'with an account of their own': async () => {
      const person = await createAccount(env.DB)
      return { email: person.email, signIn: () => signedIn(person) }
    },
    'with a new account, by a provider': async () => {
      const email = newEmail()
      return { email, signIn: async () => (await signInWith('google', { email })).session ?? '' }
    },
    'who was a member before, and saw all': async (team: Awaited<ReturnType<typeof createTeam>>) => {
      const { email, userId } = team.member
      await team.as('owner').organizations.removeMember({ userId })
      return { email, signIn: () => signedIn(team.member) }
    },
  }

  test.for(Object.entries(people))('%s', async ([, personOf], { team, shops, invitedTo }) => {
    const { email, signIn } = await personOf(team)
    const token = await invitedTo(email, [shops.corner.id])
    const cookie = await signIn()
    expect(await accept(token, cookie)).toBe(200)
    const seen = await seenBy(cookie)
    expect(seen).toContain('Corner')
    expect(seen).toContain('Cora')
    expect(seen).not.toMatch(/Harbor|\bHal\b/)
  })
})

test('a second invitation replaces the businesses of the first', async ({ team, shops, invitedTo }) => {
  const person = await createAccount(env.DB)
  await invitedTo(person.email, null)
  const [invitation] = (await team.as('owner').screens.team()).invitations ?? []
  expect(invitation?.businessIds).toBeNull()
  const token = await invitedTo(person.email, [shops.harbor.id])
  expect((await mailsTo(person.email)).map(({ text }) => text.includes('some of their businesses'))).toEqual([
    false,
    true,
  ])
  expect((await team.as('owner').screens.team()).invitations).toMatchObject([
    { email: person.email, businessIds: [shops.harbor.id] },
  ])
  const cookie = await signedIn(person)
  expect(await accept(token, cookie)).toBe(200)
  expect(await seenBy(cookie)).not.toMatch(/Corner|Cora/)
})

test('deleting the business of an invitation never shows its person another one', async ({
  team,
  shops,
  invitedTo,
}) => {
  const person = await createAccount(env.DB)
  const token = await invitedTo(person.email, [shops.corner.id])
  const cookie = await signedIn(person)
  const [status] = await Promise.all([
    accept(token, cookie),
    team.as('owner').businesses.remove({ id: shops.corner.id }),
  ])
  expect(status).toBe(200)
  expect(await seenBy(cookie)).not.toMatch(/Harbor|\bHal\b/)

  const late = await createAccount(env.DB)
  const kiosk = await createBusiness(env.DB, team.owner, { name: 'Kiosk' })
  const lateToken = await invitedTo(late.email, [kiosk.id])
  const offered = async () =>
    (await apiFor(null).organizations.invitation({ token: lateToken })).businessCount
  expect(await offered()).toBe(1)
  await team.as('owner').businesses.remove({ id: kiosk.id })
  expect(await offered()).toBe(0)
  const lateCookie = await signedIn(late)
  expect(await accept(lateToken, lateCookie)).toBe(200)
  expect(await seenBy(lateCookie)).not.toMatch(/Harbor|\bHal\b/)
})

test("resending uses the current businesses of the invitation, not those on the sender's screen", async ({
  team,
  shops,
  invitedTo,
}) => {
  const person = await createAccount(env.DB)
  await invitedTo(person.email, null)
  const [seen] = (await team.as('admin').screens.team()).invitations ?? []
  const former = await invitedTo(person.email, [shops.corner.id])
  const again = () => team.as('admin').organizations.resendInvitation({ invitationId: seen?.id ?? '' })
  await again()
  const token = await mailedToken(person.email)
  const offered = apiFor(null).organizations.invitation
  await expect(offered({ token: former })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await offered({ token })).toMatchObject({ role: 'member', businessCount: 1 })
  await team.as('owner').businesses.remove({ id: shops.corner.id })
  await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('only the owner can resend an invitation for an admin', async ({ team }) => {
  const email = newEmail()
  const { id: invitationId } = await team.as('owner').organizations.invite({ email, role: 'admin' })
  await expect(team.as('admin').organizations.resendInvitation({ invitationId })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await team.as('owner').organizations.resendInvitation({ invitationId })
  expect(await mailsTo(email)).toHaveLength(2)
})

test('foreign businesses cannot be chosen, and admins cannot be limited', async ({
  team,
  shops,
  stranger,
}) => {
  const foreign = await createBusiness(env.DB, stranger)
  const { organizations, screens } = team.as('owner')
  const email = newEmail()
  const invite = (businessIds: string[], role: 'admin' | 'member' = 'member') =>
    organizations.invite({ email, role, businessIds })
  await expect(invite([foreign.id])).rejects.toThrow('Choose businesses of this organization.')
  await expect(invite([])).rejects.toThrow('Choose at least one business, or all of them.')
  await expect(invite([shops.corner.id], 'admin')).rejects.toThrow('Admins see all businesses.')
  expect(await mailsTo(email)).toEqual([])
  await invite([foreign.id, shops.corner.id])
  expect((await screens.team()).invitations).toMatchObject([{ businessIds: [shops.corner.id] }])
})

test('the log says which businesses somebody was invited to see', async ({ team, shops, invitedTo }) => {
  await invitedTo('some@example.test', [shops.harbor.id, shops.corner.id])
  await invitedTo('all@example.test', null)
  const { items } = await team.as('owner').organizations.auditLog()
  expect(items.slice(0, 2).map(actionText)).toEqual([
    'invited all@example.test',
    'invited some@example.test to see Corner, Harbor only',
  ])
})
