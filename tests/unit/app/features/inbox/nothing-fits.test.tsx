import { renderToStaticMarkup } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom/server.js'
import { expect, test } from 'vitest'
import type { Filters } from '#app/features/inbox/filters.ts'
import NothingFits from '#app/features/inbox/nothing-fits.client.tsx'

function shown(filters: Filters): string {
  const html = renderToStaticMarkup(
    <StaticRouter location="/app/reviews">
      <NothingFits filters={filters} historyDays={30} />
    </StaticRouter>,
  )
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

test.each<[string, Filters]>([
  ['No unhappy reviews', { sentiment: 'negative' }],
  ['Nothing needs an answer', { status: 'pending' }],
])('an empty view is shown as good news: %s', (title, filters) => {
  expect(shown(filters)).toContain(title)
  expect(shown(filters)).not.toContain('hide')
})

test('a search of all reviews without results repeats the search', () => {
  expect(shown({ search: 'zebra' })).toContain('Nothing found for “zebra” in the last 30 days.')
})

test('custom filters without results say that they hide all reviews', () => {
  expect(shown({ sentiment: 'negative', search: 'zebra' })).toContain(
    'Your filters hide all reviews in the last 30 days.',
  )
})
