import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createBusiness } from '#tests/factories.ts'

test('what to do about a source is offered to whoever may do it, and the plans to everybody', async () => {
  const team = await createTeam('free')
  const { id } = await createBusiness(env.DB, team.owner, { name: 'Harbor' })
  const repairs = ['Connect your Business Profile', 'Add the Yelp link']
  const plans = 'See the plans'
  const offered = async (role: 'owner' | 'member' | 'viewer') => {
    const cookie = await signedIn(inOrganization(team[role], team.owner))
    const page = await (await ask(`/app/businesses/${id}/sources`, { headers: { cookie } })).text()
    return [...repairs, plans].filter((label) => page.includes(`>${label}</a>`))
  }
  expect(await offered('owner')).toEqual([...repairs, plans])
  expect(await offered('member')).toEqual([...repairs, plans])
  expect(await offered('viewer')).toEqual([plans])
})
