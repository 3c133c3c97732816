import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { inOrder, loader } from '#app/routes/app.businesses/route.tsx'
import type { SourceView } from '#worker/rules/source-health.ts'
import type { BusinessOverview } from '#worker/screens/businesses-screen.ts'

const SOURCE = {} as SourceView
const FAULT: BusinessOverview['faults'][number] = {
  businessId: 'failing',
  businessName: 'Failing',
  platform: 'google',
  headline: "Google doesn't find this place",
  text: 'Check its link.',
  remedy: 'correct_link',
  isLimit: false,
}

/** The names in the order shown. */
async function shown(items: Partial<BusinessOverview>[]) {
  const view = { items, count: items.length, limit: 10 }
  const args = {
    request: new Request('https://app.test/app/businesses'),
    params: {},
    context: {
      api: { screens: { businesses: async () => view } },
      session: { plan: 'pro', user: { mustChangePassword: false } },
      requestId: 'request-1',
    },
  }
  const data = await loader(args as unknown as LoaderFunctionArgs)
  return data.items.map(({ name }) => name)
}

test('businesses that need attention come first, otherwise in the order of the API', async () => {
  const business = { isActive: true, sources: [SOURCE], faults: [] }
  expect(
    await shown([
      { ...business, name: 'Anchor' },
      { ...business, name: 'Broken', faults: [FAULT] },
      { ...business, name: 'Closed for now', faults: [FAULT], isActive: false },
      { ...business, name: 'Docks' },
      { ...business, name: 'Empty', sources: [] },
    ]),
  ).toEqual(['Broken', 'Empty', 'Anchor', 'Closed for now', 'Docks'])
})

test('a reloaded list keeps its order and appends new businesses', () => {
  const again = ['a', 'b', 'new', 'c'].map((id) => ({ id }))
  expect(inOrder(again, ['c', 'gone', 'a', 'b']).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'new'])
})
