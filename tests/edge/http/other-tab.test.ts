import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'

const count = async (table: string) =>
  (await env.DB.prepare(`SELECT count(*) AS n FROM ${table}`).first<{ n: number }>())?.n

test('a change from a tab that shows another organization is refused and stores nothing', async ({
  account,
  stranger,
}) => {
  const cookie = await signedIn(account)
  const ask = (path: string, input: object, shown: string) =>
    askProcedure(path, input, { headers: { cookie, 'x-organization': shown } })
  const before = await Promise.all([count('businesses'), count('organization_invitations')])
  for (const [path, input] of [
    ['businesses.create', { name: 'Planted' }],
    ['organizations.invite', { email: 'planted@example.test', role: 'member' }],
    ['organizations.update', { name: 'Planted' }],
  ] as const) {
    const answer = await ask(path, input, stranger.organizationId)
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      error: {
        data: { reason: 'organization_switched', advice: expect.stringContaining('Reload this page') },
      },
    })
  }
  expect(await Promise.all([count('businesses'), count('organization_invitations')])).toEqual(before)
  expect((await ask('businesses.create', { name: 'Own' }, account.organizationId)).status).toBe(200)
})
