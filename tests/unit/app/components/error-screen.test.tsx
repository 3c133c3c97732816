import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import { ErrorActions } from '#app/components/error-screen.tsx'
import { ERROR_TEXTS, ERROR_TYPES } from '#worker/rules/error-texts.ts'

/** Links and buttons in order: `label → address`, or the label alone for a button. */
function actions(type: (typeof ERROR_TYPES)[number], address: string): string[] {
  const html = renderToStaticMarkup(
    <StaticRouter location={address}>
      <ErrorActions type={type} />
    </StaticRouter>,
  )
  return [...html.matchAll(/<(?:a|button)\b([^>]*)>([^<]*)</g)].map(([, attributes = '', label = '']) => {
    const href = /href="([^"]*)"/.exec(attributes)?.[1]
    return (href === undefined ? label : `${label} → ${href}`).replaceAll('&amp;', '&')
  })
}

test.each([
  ['NETWORK', 'Retry → /app/reviews?status=pending'],
  ['VALIDATION', 'Fix Input → /app'],
  ['AUTHENTICATION', 'Sign In → /login?redirectTo=%2Fapp%2Freviews%3Fstatus%3Dpending'],
  ['AUTHORIZATION', 'Contact Admin → /help#permissions'],
  ['NOT_FOUND', 'Go Back → /app'],
  ['SERVER', 'Retry → /app/reviews?status=pending'],
  ['TIMEOUT', 'Retry → /app/reviews?status=pending'],
  ['RATE_LIMIT', 'Wait & Retry'],
  ['UNKNOWN', 'Retry → /app/reviews?status=pending'],
] as const)('%s offers its catalogue action, then the actions common to all errors', (type, action) => {
  expect(actions(type, '/app/reviews?status=pending')).toEqual([
    action,
    'Try Again → /app/reviews?status=pending',
    'Go Home → /app',
  ])
})

test('every type of the catalogue shows its action first', () => {
  for (const type of ERROR_TYPES) {
    expect(actions(type, '/pricing')[0]?.split(' → ')[0]).toBe(ERROR_TEXTS[type].action)
  }
})
