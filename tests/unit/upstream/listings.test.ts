import { expect, test } from 'vitest'
import { placeIdOf } from '#tests/upstream/ids.ts'
import {
  ALL_LISTINGS,
  findListing,
  formerYelpUrl,
  googleUrl,
  LISTINGS,
  shortLink,
  yelpUrl,
} from '#tests/upstream/listings.ts'
import { reviewsOf } from '#tests/upstream/reviews.ts'
import { locate as locateGoogle } from '#worker/sources/google-public/locate.ts'
import { locate as locateYelp } from '#worker/sources/yelp-public/locate.ts'

const NOW = Date.UTC(2026, 10, 1)

test('the address of each Google listing carries its feature id', () => {
  for (const listing of ALL_LISTINGS) {
    if (!listing.google) continue
    expect(locateGoogle(new URL(googleUrl(listing)))?.id).toBe(listing.google.featureId)
    expect(locateGoogle(new URL(shortLink(listing)))).toEqual({ id: null, url: shortLink(listing) })
  }
})

test('the address of each Yelp listing is one of a business', () => {
  for (const listing of ALL_LISTINGS) {
    if (!listing.yelp) continue
    expect(locateYelp(new URL(yelpUrl(listing)))?.url).toBe(yelpUrl(listing))
    expect(locateYelp(new URL(`https://www.yelp.com/biz/${listing.yelp.encid}`))?.id).toBe(listing.yelp.encid)
  }
})

test('a Place ID holds the same 128 bits as the feature id', () => {
  expect(placeIdOf('0x14e732fd76f0d90d:0xe5415928d6702b47')).toBe('ChIJDdnwdv0y5xQRRytw1ihZQeU')
  expect(findListing('google', placeIdOf(LISTINGS.ratings.google.featureId))?.key).toBe('ratings')
})

test('an address that a listing does not have is refused', () => {
  expect(() => yelpUrl(LISTINGS.ratings)).toThrow('has no yelp listing')
  expect(() => formerYelpUrl(LISTINGS.small)).toThrow('never renamed')
})

test('no two listings share a name on a platform', () => {
  const names = ALL_LISTINGS.flatMap(({ google, yelp }) => [
    google?.featureId,
    google?.shortCode,
    google?.mid,
    yelp?.encid,
    yelp?.alias,
  ]).filter((name) => name !== undefined)
  expect(new Set(names).size).toBe(names.length)
})

test('reviews are the same in every process, and only their dates follow the clock', () => {
  const first = reviewsOf(LISTINGS.mixed, 'google', NOW)
  const second = reviewsOf(LISTINGS.mixed, 'google', NOW)
  const later = reviewsOf(LISTINGS.mixed, 'google', NOW + 1000)
  expect(second).toEqual(first)
  expect(later.map(({ id, text, rating }) => [id, text, rating])).toEqual(
    first.map(({ id, text, rating }) => [id, text, rating]),
  )
  expect(later[0]?.createdAt).toBe((first[0]?.createdAt ?? 0) + 1000)
})

test('review ids have the form of the platform and are all different', () => {
  const google = reviewsOf(LISTINGS.large, 'google', NOW).map(({ id }) => id)
  const yelp = reviewsOf(LISTINGS.large, 'yelp', NOW).map(({ id }) => id)
  expect(new Set([...google, ...yelp]).size).toBe(8000)
  for (const id of google) expect(id).toMatch(/^(Ci9[\w-]{65}|Ch[Zd][\w-]{32,33})$/)
  expect(google.some((id) => id.startsWith('Ci9')) && google.some((id) => id.startsWith('ChZ'))).toBe(true)
  for (const id of yelp) expect(id).toMatch(/^[\w-]{22}$/)
})

test('reviews spread over three years, newest first and none in the future', () => {
  for (const listing of ALL_LISTINGS) {
    for (const platform of ['google', 'yelp'] as const) {
      const times = reviewsOf(listing, platform, NOW).map(({ createdAt }) => createdAt)
      expect(times).toEqual([...times].sort((a, b) => b - a))
      expect(times.every((time) => time <= NOW && time > NOW - 3 * 366 * 86_400_000)).toBe(true)
      const answers = reviewsOf(listing, platform, NOW).flatMap(({ reply }) => reply ?? [])
      expect(answers.every(({ at }) => at <= NOW)).toBe(true)
    }
  }
})

test('the kinds of listing are what they promise', () => {
  const of = (key: keyof typeof LISTINGS, platform: 'google' | 'yelp') =>
    reviewsOf(LISTINGS[key], platform, NOW)
  expect(of('small', 'google')).toHaveLength(3)
  expect(of('large', 'google')).toHaveLength(4000)
  expect(of('large', 'yelp')).toHaveLength(4000)
  expect(of('empty', 'google')).toHaveLength(0)
  const languages = new Set(of('languages', 'google').map(({ language }) => language))
  expect(languages).toEqual(new Set(['en', 'de', 'es', 'fr', 'el', 'zh-Hant', 'ar', null]))
  expect(of('ratings', 'google').filter(({ text }) => text === '').length).toBeGreaterThan(100)
  expect(of('replies', 'google').filter(({ reply }) => reply !== null).length).toBeGreaterThan(45)
  expect(of('large', 'yelp').every(({ text, language }) => text !== '' && language === 'en')).toBe(true)
})

test('no text has a gap that was not filled', () => {
  for (const listing of ALL_LISTINGS) {
    for (const { text, reply } of [
      ...reviewsOf(listing, 'google', NOW),
      ...reviewsOf(listing, 'yelp', NOW),
    ]) {
      expect(`${text}${reply?.text}`).not.toMatch(/[{}]/)
    }
  }
})
