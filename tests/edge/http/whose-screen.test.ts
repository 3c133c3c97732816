import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { ACCOUNT_HEADER, SESSION_ENDS_HEADER } from '#worker/rules/kept-screens.ts'
import { SESSION_IDLE_MS } from '#worker/rules/sessions.ts'

async function headersOf(path: string, cookie?: string): Promise<(string | null)[]> {
  const answer = await ask(path, cookie ? { headers: { cookie } } : {})
  await answer.body?.cancel()
  return [answer.headers.get(ACCOUNT_HEADER), answer.headers.get(SESSION_ENDS_HEADER)]
}

test('a screen that may be stored names its account and the time its idle session ends', async ({
  cookie,
}) => {
  const members = await env.DB.prepare(
    "SELECT user_id || '-' || organization_id AS id FROM organization_users",
  ).all<{ id: string }>()
  for (const path of ['/app', '/app/reviews', '/app/reviews.data']) {
    const [account, endsAt] = await headersOf(path, cookie)
    expect(members.results.map(({ id }) => `${id}-free-proven`)).toContain(account)
    expect(Math.abs(Number(endsAt) - Date.now() - SESSION_IDLE_MS)).toBeLessThan(60_000)
  }
})

test('without a session, a screen says that nobody is signed in', async () => {
  expect(await headersOf('/app/reviews.data')).toEqual(['none', null])
})

test('a changed plan changes the account header, also on screens that are not stored', async ({
  cookie,
  account,
}) => {
  const [before] = await headersOf('/app', cookie)
  await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?")
    .bind(account.organizationId)
    .run()
  const after = before?.replace('free', 'pro')
  expect(await headersOf('/app/security', cookie)).toEqual([after, null])
  expect((await headersOf('/app', cookie))[0]).toBe(after)
})

test('public pages carry no account headers', async ({ cookie }) => {
  expect(await headersOf('/pricing', cookie)).toEqual([null, null])
})
