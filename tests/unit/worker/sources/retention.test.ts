import { describe, expect, test } from 'vitest'
import { PLATFORMS } from '#worker/rules/platforms.ts'
import { SOURCES } from '#worker/sources/registry.ts'
import { attributionOf, keptOf, keptPart, mayShowOnSites, whyNotKept } from '#worker/sources/retention.ts'
import type { ReviewSource, ScrapedReview, SourcePage } from '#worker/sources/source.ts'

const REVIEW: ScrapedReview = {
  reviewId: 'a',
  authorName: 'Ana',
  rating: 4,
  reviewText: 'Fine words.',
  reviewDate: null,
  helpfulVotes: 0,
  userVerified: false,
  ownerResponse: null,
  language: null,
  url: null,
}
const PAGE: SourcePage = { reviews: [REVIEW], nextCursor: 'next', total: 12, rating: 4.5, warnings: ['Old.'] }

const KEEPS: [ReviewSource['name'], ReviewSource['keeps']][] = [
  ['google-business-profile', 'reviews'],
  ['google-public', 'reviews'],
  ['google-places', 'numbers'],
  ['yelp-public', 'reviews'],
  ['yelp-fusion', 'numbers'],
  ['facebook', 'reviews'],
  ['tripadvisor', 'nothing'],
]

test('other sites can show the reviews that may be stored, but none of TripAdvisor', () => {
  const shown = SOURCES.filter(({ platform, keeps }) => mayShowOnSites(platform, keeps))
  expect(shown.map(({ name }) => name)).toEqual([
    'google-business-profile',
    'google-public',
    'yelp-public',
    'facebook',
  ])
  expect(PLATFORMS.filter((platform) => mayShowOnSites(platform, null))).toEqual([
    'google',
    'yelp',
    'facebook',
  ])
})

test('every source has the expected retention rule', () => {
  expect(SOURCES.map(({ name, keeps }) => [name, keeps])).toEqual(KEEPS)
})

describe.each(SOURCES)('$name', (source) => {
  test('keeps whole pages if an agreement allows it', () => {
    expect(keptOf(source, [source.name])).toBe('reviews')
    expect(whyNotKept(source, [source.name])).toBeNull()
    expect(keptPart(source, [source.name], PAGE)).toBe(PAGE)
  })

  test('is not covered by agreements for other sources', () => {
    const others = SOURCES.map(({ name }) => name).filter((name) => name !== source.name)
    expect(keptOf(source, others)).toBe(source.keeps)
  })

  test('names the platform whose reviews it shows', () => {
    expect(attributionOf(source)).toMatch(/Google|Yelp|Facebook|TripAdvisor/)
  })
})

test('a source whose reviews may be kept leaves the page unchanged', () => {
  const source = SOURCES.find(({ keeps }) => keeps === 'reviews') as ReviewSource
  expect(keptPart(source, [], PAGE)).toBe(PAGE)
})

test.each(['google-places', 'yelp-fusion'])('only the totals of %s are kept, with the reason', (name) => {
  const source = SOURCES.find((one) => one.name === name) as ReviewSource
  expect(keptPart(source, [], PAGE)).toEqual({
    reviews: [],
    nextCursor: null,
    total: 12,
    rating: 4.5,
    warnings: [whyNotKept(source, [])],
  })
  expect(keptPart(source, [], { ...PAGE, rating: undefined })).toMatchObject({ total: 12, rating: null })
})

test('nothing from TripAdvisor is kept', () => {
  const source = SOURCES.find(({ name }) => name === 'tripadvisor') as ReviewSource
  expect(keptPart(source, [], PAGE)).toEqual({
    reviews: [],
    nextCursor: null,
    total: null,
    rating: null,
    warnings: [
      'TripAdvisor doesn’t let us keep its reviews, so they are fetched again whenever you look at them.',
    ],
  })
})
