import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import Invitation from '#app/routes/invitations.$token.tsx'

test('an invited admin reads what stays with the owner', async () => {
  const link = {
    email: 'ada@demo.test',
    organizationName: 'Harbor Books',
    inviter: null,
    role: 'admin',
    businessCount: null,
    hasAccount: false,
    isYours: true,
  }
  const offer = { link, problem: null, providers: [], providerProblem: null, viewerEmail: null }
  const route = { path: '/', loader: () => offer, element: <Invitation /> }
  const { dataRoutes, query } = createStaticHandler([route])
  const context = await query(new Request('https://own.test/'))
  if (context instanceof Response) throw new Error('a page')
  const router = createStaticRouter(dataRoutes, context)
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  )
  expect(html).toContain('A team invites you as an admin')
  expect(html).toContain('Billing and the activity log stay with the owner.')
})
