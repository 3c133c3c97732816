import { type LinkProps, Link as RouterLink } from '@remix-run/react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import { Link } from '#app/components/link.tsx'

test.each<[string, LinkProps]>([
  ['an address', { to: '/app/reviews' }],
  ['a query', { to: '/app/reviews?from=2026-11-01&search=caf%C3%A9%20%22x%22' }],
  ['what only the router knows', { to: '/app', replace: true, preventScrollReset: true, prefetch: 'intent' }],
  ['a page of its own', { to: '/pricing', reloadDocument: true }],
  ['one that is not looked up ahead', { to: '/app', discover: 'none' }],
  ['attributes', { to: '/app', className: 'a b', 'aria-label': 'Home', title: 'Home' }],
  ['a relative address', { to: '?page=2' }],
  ['an address in parts', { to: { pathname: '/app', search: '?a=1' } }],
  ['another site', { to: 'https://example.test/x' }],
])("%s is the router's anchor", (_name, props) => {
  expect(anchor(<Link {...props}>Go</Link>)).toEqual(anchor(<RouterLink {...props}>Go</RouterLink>))
})

/** Its tag, and its attributes in whatever order. */
function anchor(link: React.ReactElement): string[] {
  const html = renderToString(<StaticRouter location="/app">{link}</StaticRouter>)
  const [, attributes = '', children = ''] = /^<a (.*?)>(.*)<\/a>$/.exec(html) ?? []
  expect(children).toBe('Go')
  return attributes.match(/[\w-]+="[^"]*"/g)?.sort() ?? []
}
