import { expect, test } from 'vitest'
import { businessFilterOf, hasFilter, overviewInput } from '#app/routes/app.businesses/business-filters.tsx'

test('missing and invalid parameters are no filter', () => {
  const filter = businessFilterOf(new URLSearchParams('state=closed&search=%20'))
  expect(filter).toEqual({ search: '', state: '', view: 'cards' })
  expect(hasFilter(filter)).toBe(false)
  expect(overviewInput(filter)).toEqual({})
})

test('search and state are passed to the API', () => {
  expect(overviewInput(businessFilterOf(new URLSearchParams('state=paused&search=harbor')))).toEqual({
    search: 'harbor',
    isActive: false,
  })
})

test('a search that the API would refuse is shortened', () => {
  expect(businessFilterOf(new URLSearchParams({ search: `a\0${'b'.repeat(200)}` })).search).toHaveLength(100)
})

test('the table view is not a filter', () => {
  const filter = businessFilterOf(new URLSearchParams('view=table'))
  expect(filter.view).toBe('table')
  expect(hasFilter(filter)).toBe(false)
})
