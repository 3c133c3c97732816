import { expect, test } from 'vitest'
import { businessFilterOf, hasFilter, overviewInput } from '#app/routes/app.businesses/business-filters.tsx'

test('what the address does not say is no filter', () => {
  const filter = businessFilterOf(new URLSearchParams('state=closed&search=%20'))
  expect(filter).toEqual({ search: '', state: '', view: 'cards' })
  expect(hasFilter(filter)).toBe(false)
  expect(overviewInput(filter)).toEqual({})
})

test('search and state go to the API', () => {
  expect(overviewInput(businessFilterOf(new URLSearchParams('state=paused&search=harbor')))).toEqual({
    search: 'harbor',
    isActive: false,
  })
})

test('a search the API would refuse is made to fit', () => {
  expect(businessFilterOf(new URLSearchParams({ search: `a\0${'b'.repeat(200)}` })).search).toHaveLength(100)
})

test('the table is a way to look, and no filter', () => {
  const filter = businessFilterOf(new URLSearchParams('view=table'))
  expect(filter.view).toBe('table')
  expect(hasFilter(filter)).toBe(false)
})
