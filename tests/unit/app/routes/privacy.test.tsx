import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import Privacy from '#app/routes/privacy.tsx'
import { ASK_AGAIN_DAYS } from '#worker/rules/asking.ts'

test('the privacy page says what is kept of people who were asked for a review', async () => {
  const { dataRoutes, query } = createStaticHandler([{ path: '/', element: <Privacy /> }])
  const context = await query(new Request('https://own.test/'))
  if (context instanceof Response) throw new Error('a page')
  const router = createStaticRouter(dataRoutes, context)
  const html = renderToStaticMarkup(
    <StaticRouterProvider router={router} context={context} hydrate={false} />,
  )
  expect(html).toContain(`We keep your name and e-mail address for ${ASK_AGAIN_DAYS} days`)
  expect(html).toContain('Never ask me again')
})
