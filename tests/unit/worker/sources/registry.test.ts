import { expect, test } from 'vitest'
import { SOURCES, sourceFor } from '#worker/sources/index.ts'

test('Google and Yelp have a public source, the others have none', () => {
  expect(sourceFor('google')).toBe(SOURCES.google)
  expect(sourceFor('yelp')).toBe(SOURCES.yelp)
  expect(sourceFor('facebook')).toBeNull()
  expect(sourceFor('tripadvisor')).toBeNull()
  expect(SOURCES.google).toMatchObject({ name: 'google-public', platform: 'google' })
  expect(SOURCES.yelp).toMatchObject({ name: 'yelp-public', platform: 'yelp' })
})
