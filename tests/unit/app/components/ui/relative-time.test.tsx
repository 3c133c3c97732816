import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'

test.each([
  [-1, 'now'],
  [30, 'within a minute'],
  [125, 'in 2 minutes'],
])('a deadline %i seconds from now reads as %s', (seconds, text) => {
  const date = new Date(Date.now() + seconds * 1_000).toISOString()
  expect(renderToStaticMarkup(<RelativeTime date={date} whenDue="now" />)).toContain(`>${text}</time>`)
})
