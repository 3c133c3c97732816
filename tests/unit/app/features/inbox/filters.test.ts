import { expect, test } from 'vitest'
import {
  activeFilters,
  filtersIn,
  listAddress,
  reviewAddress,
  reviewIdIn,
  viewFilters,
  viewOf,
} from '#app/features/inbox/filters.ts'
import { readFilters } from '#app/features/inbox/inbox-data.server.ts'

test('empty and unknown parameters are ignored', () => {
  expect(filtersIn(new URLSearchParams('platform=&search=%20cold%20&cursor=1.2&x=y'))).toEqual({
    search: 'cold',
  })
})

test('an address is parsed into the filters it was made from', () => {
  const filters = { search: 'soup & bread', rating: '2', from: '2026-03-01' }
  const address = listAddress(filters, '17.42')
  expect(filtersIn(new URL(address, 'https://x.test').searchParams)).toEqual(filters)
  expect(address).toContain('cursor=17.42')
  expect(listAddress({})).toBe('/app/reviews')
})

test('the order does not count as a filter', () => {
  expect(activeFilters({ sort: 'oldest' })).toBe(0)
  expect(activeFilters({ sort: 'oldest', rating: '1', platform: 'yelp' })).toBe(2)
})

test('a view keeps the business and drops the other filters', () => {
  expect(
    viewFilters({ status: 'pending' }, { businessId: 'b1', sort: 'oldest', rating: '1', search: 'x' }),
  ).toEqual({ status: 'pending', businessId: 'b1' })
})

test('a view is recognized with any business, order and search, but not with other filters', () => {
  expect(viewOf({})?.label).toBe('All')
  expect(viewOf({ status: 'pending', businessId: 'b1', sort: 'oldest', search: 'soup' })?.label).toBe(
    'Needs an answer',
  )
  expect(viewOf({ ids: '3,4' })?.label).toBe('Drafts')
  expect(viewOf({ status: 'pending', rating: '1' })).toBeUndefined()
})

test('the address of a review keeps the list it was opened from', () => {
  const address = reviewAddress('17', { status: 'pending' }, '1.2.3')
  expect(address).toBe('/app/reviews/17?status=pending&cursor=1.2.3')
  expect(reviewIdIn('/app/reviews/17')).toBe('17')
  expect(reviewIdIn('/app/reviews')).toBeNull()
  expect(reviewIdIn('/app/reviews/templates')).toBeNull()
})

test('valid filters are passed to the API', () => {
  const { input, errors } = readFilters(
    new URLSearchParams('rating=2&platform=yelp&from=2026-03-01&sort=oldest'),
  )
  expect(errors).toEqual({})
  expect(input).toEqual({ rating: 2, platform: 'yelp', from: '2026-03-01', sort: 'oldest' })
})

test('reviews that need an answer default to those still shown, the worst first', () => {
  const pending = { status: 'pending', sort: 'worst' }
  const inputOf = (query: string) => readFilters(new URLSearchParams(query)).input
  expect(inputOf('status=pending')).toEqual({ ...pending, visibility: 'public' })
  expect(inputOf('status=pending&visibility=removed')).toEqual({ ...pending, visibility: 'removed' })
  expect(inputOf('status=pending&visibility=hidden')).toEqual({ ...pending, visibility: 'public' })
  expect(inputOf('status=pending&sort=newest')).toEqual({ ...pending, visibility: 'public', sort: 'newest' })
  expect(inputOf('status=responded')).toEqual({ status: 'responded' })
})

test('an invalid filter is not applied, is reported, and stays in the form', () => {
  const { filters, input, errors } = readFilters(new URLSearchParams('rating=9&platform=yelp&from=soon'))
  expect(input).toEqual({ platform: 'yelp' })
  expect(Object.keys(errors).toSorted()).toEqual(['from', 'rating'])
  expect(filters).toEqual({ rating: '9', platform: 'yelp', from: 'soon' })
})

test('an end before the start is reported at the end, also next to another invalid filter', () => {
  const alone = readFilters(new URLSearchParams('from=2026-03-05&to=2026-03-01'))
  expect(Object.keys(alone.errors)).toEqual(['to'])
  expect(alone.input).toEqual({ from: '2026-03-05' })
  const both = readFilters(new URLSearchParams('from=2026-03-05&to=2026-03-01&rating=9'))
  expect(Object.keys(both.errors).toSorted()).toEqual(['rating', 'to'])
  expect(both.input).toEqual({ from: '2026-03-05' })
})

test('a search of more than 100 characters is reported, not cut', () => {
  const { input, errors } = readFilters(new URLSearchParams({ search: 'x'.repeat(101) }))
  expect(errors.search).toMatch(/100/)
  expect(input).toEqual({})
})

test('chosen reviews are passed to the API as a list, and none as an empty list', () => {
  const idsOf = (query: string) => readFilters(new URLSearchParams(query))
  expect(idsOf('ids=3,17').input.ids).toEqual(['3', '17'])
  expect(idsOf('ids=none').input.ids).toEqual([])
  expect(Object.keys(idsOf('ids=3,x').errors)).toEqual(['ids'])
})
