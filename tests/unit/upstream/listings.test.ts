import { expect, test } from 'vitest'
import { googleRecord } from '#tests/upstream/google-record.ts'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { reviewsOf } from '#tests/upstream/reviews.ts'

const NOW = Date.UTC(2026, 10, 1)

test('each kind of listing has the reviews it is named for', () => {
  const of = (key: keyof typeof LISTINGS, platform: 'google' | 'yelp') =>
    reviewsOf(LISTINGS[key], platform, NOW)
  expect(of('small', 'google')).toHaveLength(3)
  expect(of('large', 'google')).toHaveLength(4000)
  expect(of('empty', 'google')).toHaveLength(0)
  const languages = new Set(of('languages', 'google').map(({ language }) => language))
  expect(languages).toEqual(new Set(['en', 'de', 'es', 'fr', 'el', 'zh-Hant', 'ar', null]))
  expect(of('ratings', 'google').filter(({ text }) => text === '').length).toBeGreaterThan(100)
  expect(of('replies', 'google').filter(({ reply }) => reply !== null).length).toBeGreaterThan(45)
  expect(of('large', 'yelp').every(({ text, language }) => text !== '' && language === 'en')).toBe(true)
})

test('reviews span three years, newest first, with none in the future', () => {
  const times = reviewsOf(LISTINGS.large, 'google', NOW).map(({ createdAt }) => createdAt)
  expect(times).toEqual(times.toSorted((a, b) => b - a))
  expect(times.every((time) => time <= NOW && time > NOW - 3 * 366 * 86_400_000)).toBe(true)
})

test('Google translations appear in two forms: next to the original, or replacing it', () => {
  const { languages } = LISTINGS
  const records = reviewsOf(languages, 'google', NOW).map((review) => googleRecord(languages, review, NOW))
  const translated = records.filter((record) => record[36] !== '')
  const forms = translated.map((record) => (record[32] === '' ? 'beside' : 'in its place'))
  expect(new Set(forms)).toEqual(new Set(['beside', 'in its place']))
})
