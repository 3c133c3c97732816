import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import { Sidebar, TabBar } from '#app/components/shell/sidebar.tsx'

async function render(element: ReactElement, plan: string, address = '/app'): Promise<string> {
  const { dataRoutes, query } = createStaticHandler([
    { id: 'routes/app', path: '*', loader: () => ({ plan }), element },
  ])
  const context = await query(new Request(`https://own.test${address}`))
  if (context instanceof Response) throw new Error('a page')
  const router = createStaticRouter(dataRoutes, context)
  return renderToStaticMarkup(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

const sidebar = (plan: string, address?: string) =>
  render(<Sidebar plan={plan} startsCollapsed={false} />, plan, address)

/** Matching elements as texts, without markup. */
function texts(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([found]) => found.replaceAll(/<[^>]*>/g, ''))
}

test.each([
  ['/app', 'Dashboard'],
  ['/app/reviews', 'Reviews'],
  ['/app/businesses/new', 'Businesses'],
])('at %s only %s is active', async (address, active) => {
  const html = await sidebar('ai_insights', address)
  expect(texts(html, /<a [^>]*aria-current="page".*?<\/a>/g)).toEqual([active])
})

test.each([
  ['free', ['Upgrade Plan']],
  ['pro', ['Upgrade Plan']],
  ['ai_insights', []],
])('Upgrade Plan leads from %s to the pricing page: %j', async (plan, links) => {
  expect(texts(await sidebar(plan), /<a [^>]*href="\/pricing".*?<\/a>/g)).toEqual(links)
})

test('locked sections are disabled, carry a lock and link to a preview', async () => {
  const html = await sidebar('free')
  const disabled = html.match(/<button [^>]*disabled="".*?<\/button>/g) ?? []
  expect(disabled.map((button) => button.match(/aria-label="Locked"/g)?.length)).toEqual([1, 1])
  expect(texts(disabled.join(''), /<button.*?<\/button>/g)).toEqual([
    expect.stringMatching(/^Analytics/),
    expect.stringMatching(/^AI Insights/),
  ])
  for (const [label, address] of [
    ['Analytics', '/app/analytics'],
    ['AI Insights', '/app/ai-insights'],
  ]) {
    const [link] = new RegExp(`<a [^>]*aria-label="See a preview of ${label}"[^>]*>`).exec(html) ?? []
    expect(link).toContain(`href="${address}"`)
  }
})

test('the tab bar has all five screens, and leads to the previews of locked ones', async () => {
  const html = await render(<TabBar plan="free" />, 'free')
  const links = html.match(/<a .*?<\/a>/g) ?? []
  expect(links.map((link) => [...texts(link, /<a.*<\/a>/g), /href="([^"]*)"/.exec(link)?.[1]])).toEqual([
    ['Dashboard', '/app'],
    ['Reviews', '/app/reviews'],
    ['Businesses', '/app/businesses'],
    ['Analytics', '/app/analytics'],
    ['AI Insights', '/app/ai-insights'],
  ])
  expect(links.map((link) => link.includes('aria-label="Locked"'))).toEqual([false, false, false, true, true])
})
