import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { createTeam, inOrganization } from '#tests/edge/organizations/support.ts'
import { APP_PAGES, pageAbout } from '#tests/edge/support/pages.ts'
import { createTenant } from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createBusiness } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'

/** A test with a tenant who has reached the limit, shared because the pages change nothing. */
const test = base.extend('full', { scope: 'file' }, async () => {
  const tenant = await createTenant('owner', Date.now())
  for (let place = 0; place < 10; place += 1) {
    await createBusiness(env.DB, tenant.account, { googleUrl: googleUrl(LISTINGS.small) })
  }
  return { tenant, cookie: await signedIn(tenant.account) }
})

test('remedies for a source are offered to those who can apply them, plans to everybody', async () => {
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

test.for(APP_PAGES.filter((page) => page !== '/app/help'))(
  '%s offers no upgrade on the highest plan, however full it is',
  async (pattern, { full: { tenant, cookie } }) => {
    const html = await (await ask(pageAbout(pattern, tenant), { headers: { cookie } })).text()
    expect(html).not.toMatch(/\/pricing|See the plans|[Uu]pgrade (?!-)/)
  },
)
