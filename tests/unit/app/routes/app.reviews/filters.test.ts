import { expect, test } from 'vitest'
import { readFilters } from '#app/routes/app.reviews/filters.server.ts'
import {
  activeFilters,
  filtersIn,
  isSavedView,
  listAddress,
  viewFilters,
} from '#app/routes/app.reviews/filters.ts'

test('empty and unknown parameters are no filters', () => {
  expect(filtersIn(new URLSearchParams('platform=&search=%20cold%20&cursor=1.2&x=y'))).toEqual({
    search: 'cold',
  })
})

test('an address leads back to the filters it was made of', () => {
  const filters = { search: 'soup & bread', rating: '2', from: '2026-03-01' }
  const address = listAddress(filters, '17.42')
  expect(filtersIn(new URL(address, 'https://x.test').searchParams)).toEqual(filters)
  expect(address).toContain('cursor=17.42')
  expect(listAddress({})).toBe('/app/reviews')
})

test('the order is no filter', () => {
  expect(activeFilters({ sort: 'oldest' })).toBe(0)
  expect(activeFilters({ sort: 'oldest', rating: '1', platform: 'yelp' })).toBe(2)
})

test('a saved view keeps the business and the order, and drops the rest', () => {
  expect(
    viewFilters({ status: 'pending' }, { businessId: 'b1', sort: 'oldest', rating: '1', search: 'x' }),
  ).toEqual({
    status: 'pending',
    businessId: 'b1',
    sort: 'oldest',
  })
})

test('a view with or without a search is a saved one, with any other filter it is not', () => {
  expect(isSavedView({})).toBe(true)
  expect(isSavedView({ status: 'pending', businessId: 'b1', sort: 'oldest', search: 'soup' })).toBe(true)
  expect(isSavedView({ status: 'pending', rating: '1' })).toBe(false)
})

test('right filters go to the API as it takes them', () => {
  const { input, errors } = readFilters(
    new URLSearchParams('rating=2&platform=yelp&from=2026-03-01&sort=oldest'),
  )
  expect(errors).toEqual({})
  expect(input).toEqual({ rating: 2, platform: 'yelp', from: '2026-03-01', sort: 'oldest' })
})

test('what waits for an answer is what is still shown, unless the filter says otherwise', () => {
  const inputOf = (query: string) => readFilters(new URLSearchParams(query)).input
  expect(inputOf('status=pending')).toEqual({ status: 'pending', visibility: 'public' })
  expect(inputOf('status=pending&visibility=removed')).toEqual({ status: 'pending', visibility: 'removed' })
  expect(inputOf('status=pending&visibility=hidden')).toEqual({ status: 'pending', visibility: 'public' })
  expect(inputOf('status=responded')).toEqual({ status: 'responded' })
})

test('a wrong filter is not applied, is said, and stays in the form', () => {
  const { filters, input, errors } = readFilters(new URLSearchParams('rating=9&platform=yelp&from=soon'))
  expect(input).toEqual({ platform: 'yelp' })
  expect(Object.keys(errors).toSorted()).toEqual(['from', 'rating'])
  expect(filters).toEqual({ rating: '9', platform: 'yelp', from: 'soon' })
})

test('an end before the start is said beside the end, even beside another wrong filter', () => {
  const alone = readFilters(new URLSearchParams('from=2026-03-05&to=2026-03-01'))
  expect(Object.keys(alone.errors)).toEqual(['to'])
  expect(alone.input).toEqual({ from: '2026-03-05' })
  const both = readFilters(new URLSearchParams('from=2026-03-05&to=2026-03-01&rating=9'))
  expect(Object.keys(both.errors).toSorted()).toEqual(['rating', 'to'])
  expect(both.input).toEqual({ from: '2026-03-05' })
})

test('a search of more than 100 characters is said, not cut', () => {
  const { input, errors } = readFilters(new URLSearchParams({ search: 'x'.repeat(101) }))
  expect(errors.search).toMatch(/100/)
  expect(input).toEqual({})
})
