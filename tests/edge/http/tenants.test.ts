import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { routeOf, SESSION_PAGES } from '#tests/edge/support/pages.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { joinOrganization } from '#tests/factories.ts'
import { CASES, shapes, test, testScreens, VISITS } from './support/tenant-visits.ts'

test('every screen has an entry, and every entry a screen', () => {
  expect(Object.keys(VISITS).sort()).toEqual([...SESSION_PAGES].sort())
})

testScreens((page) => ['routes/app', routeOf(page)])

test('an owner sees their own texts on every screen that shows them', async ({ victim, cookies }) => {
  const silent = [
    // Shows accounts only.
    '/app/businesses/connect',
    '/app/businesses/new',
    // Shows people and what they paid for.
    '/app/credits',
    // Shows organizations and what belongs to the account.
    '/app/data-management',
    '/app/help',
    '/app/notifications',
    '/app/nowhere',
    // For the operator of the instance only.
    '/app/operator',
    '/app/profile',
    '/app/security',
    '/app/team',
    '/payment/success',
  ]
  for (const [page, , { query }] of CASES.filter(([page]) => !silent.includes(page))) {
    for (const address of shapes(page, victim, query(victim), [])) {
      const answer = await ask(address, { headers: { cookie: cookies.victim } })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(`${victim.canary} `)
    }
  }
})

test('a removed member loses access with the next request, and other members keep theirs', async ({
  victim,
  stranger,
}) => {
  const cookie = await signedIn(victim.account)
  const colleague = { ...victim.account, userId: stranger.account.userId }
  await joinOrganization(env.DB, victim.account, colleague, 'member')
  const theirs = await signedIn(colleague)
  expect((await ask('/app', { headers: { cookie: theirs } })).status).toBe(200)
  await env.DB.prepare(
    'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?1 AND user_id = ?2',
  )
    .bind(victim.account.organizationId, colleague.userId)
    .run()
  expect((await ask('/app', { headers: { cookie: theirs } })).status).toBe(302)
  expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
})
