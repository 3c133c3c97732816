import { expect, test } from 'vitest'
import { breadcrumbsOf, titleOf } from '#worker/rules/titles.ts'

test.each([
  ['reviews', 'Reviews'],
  ['analytics', 'Analytics'],
  ['ai-insights', 'AI Insights'],
  ['businesses', 'Businesses'],
  ['import', 'Add reviews'],
  ['profile', 'Profile'],
  ['credits', 'AI Credits'],
  ['team', 'Team'],
  ['security', 'Security'],
  ['help', 'Help & Support'],
  ['data-management', 'Data Management'],
  ['two-factor-SETUP', 'Two Factor Setup'],
  ['constructor', 'Constructor'],
])('the segment %s is shown as %s', (segment, title) => {
  expect(titleOf(segment)).toBe(title)
})

test('breadcrumbs lead from Home to the page', () => {
  expect(breadcrumbsOf('/app/help/first-steps/')).toEqual([
    { label: 'Home', path: '/app' },
    { label: 'Help & Support', path: '/app/help' },
    { label: 'First Steps', path: '/app/help/first-steps' },
  ])
  expect(breadcrumbsOf('/checkout')).toEqual([
    { label: 'Home', path: '/app' },
    { label: 'Checkout', path: '/checkout' },
  ])
})

test('an id in the path is skipped in the breadcrumbs, as it has no page', () => {
  expect(breadcrumbsOf('/app/businesses/01940000-0000-7000-8000-0000000000b1/sources')).toEqual([
    { label: 'Home', path: '/app' },
    { label: 'Businesses', path: '/app/businesses' },
    { label: 'Sources', path: '/app/businesses/01940000-0000-7000-8000-0000000000b1/sources' },
  ])
})

test.each(['/app', '/app/', '/'])('breadcrumbs are hidden on %s', (pathname) => {
  expect(breadcrumbsOf(pathname)).toEqual([])
})
