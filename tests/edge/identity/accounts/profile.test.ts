import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { createTeam } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE } from '#tests/edge/support/faults.ts'
import { createAccount } from '#tests/factories.ts'

const TAKEN = {
  code: 'CONFLICT',
  cause: { fields: { username: 'This username is taken. Choose another one.' } },
}

test('a username is stored, changed and removed, and omitted fields stay as they are', async () => {
  const { profile } = apiFor(await createAccount(env.DB))
  expect((await profile.get()).username).toBeNull()
  const { fullName } = await profile.get()
  expect(await profile.update({ username: 'Ana-Reis' })).toMatchObject({ username: 'Ana-Reis', fullName })
  expect(await profile.update({ fullName: 'Ana Reis' })).toMatchObject({ username: 'Ana-Reis' })
  // The account's own name in another case.
  expect(await profile.update({ username: 'ANA-REIS' })).toMatchObject({ username: 'ANA-REIS' })
  expect(await profile.update({ username: '' })).toMatchObject({ username: null })
})

test('a username is unique in any case, and a refused change stores nothing', async () => {
  const [one, other] = [await createAccount(env.DB), await createAccount(env.DB)]
  await apiFor(one).profile.update({ username: 'tomas' })
  const { profile } = apiFor(other)
  await expect(profile.update({ username: 'Tomas', fullName: 'Somebody Else' })).rejects.toMatchObject(TAKEN)
  expect(await profile.get()).toMatchObject({ username: null })
  expect((await profile.get()).fullName).not.toBe('Somebody Else')
})

test('only one of many simultaneous requests gets a username', async () => {
  const accounts = await Promise.all(Array.from({ length: AT_ONCE }, () => createAccount(env.DB)))
  const answers = await Promise.allSettled(
    accounts.map((account) => apiFor(account).profile.update({ username: 'the-one' })),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const answer of answers) {
    if (answer.status === 'rejected') expect(answer.reason).toMatchObject(TAKEN)
  }
})

test('colleagues see a username, and nobody else does', async () => {
  const team = await createTeam()
  await team.as('member').profile.update({ username: 'kitchen' })
  const { people } = await team.as('owner').screens.reviews({})
  expect(people.find(({ userId }) => userId === team.member.userId)).toMatchObject({ username: 'kitchen' })
  const stranger = await apiFor(await createAccount(env.DB)).screens.reviews({})
  expect(JSON.stringify(stranger)).not.toContain('kitchen')
})

test('a role and a plan that a caller adds to a profile are ignored', async () => {
  const account = await createAccount(env.DB)
  const forged = { fullName: 'Mal', plan: 'ai_insights', subscriptionTier: 'ai_insights', role: 'admin' }
  await apiFor(account).profile.update(forged)
  const stored = env.DB.prepare(
    `SELECT full_name AS name, subscription_tier AS tier, role, plan_type AS plan
    FROM profiles JOIN organization_users ON user_id = profiles.id
    JOIN organization_subscriptions USING (organization_id) WHERE profiles.id = ?`,
  ).bind(account.userId)
  expect(await stored.first()).toEqual({ name: 'Mal', tier: 'free', role: 'owner', plan: 'free' })
})
