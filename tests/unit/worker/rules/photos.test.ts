import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ArchivedPhotos, knownPhotos, MAX_PHOTOS, photosIn, photosJson } from '#worker/rules/photos.ts'

const GOOGLE = 'https://lh3.googleusercontent.com/grass-cs/A=s300'

test.each([
  'http://lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com:8443/a',
  'https://user@lh3.googleusercontent.com/a',
  'https://lh3.googleusercontent.com.evil.example/a',
  'https://evil.example/lh3.googleusercontent.com',
  'https://script.googleusercontent.com/a',
  'javascript:alert(1)//lh3.googleusercontent.com',
  'data:image/png;base64,AA',
  `${GOOGLE}${'a'.repeat(1_000)}`,
  '//lh3.googleusercontent.com/a',
  '',
])('%s is refused as a photo address', (thumbnailUrl) => {
  expect(knownPhotos([{ thumbnailUrl, url: GOOGLE }])).toEqual([])
  expect(knownPhotos([{ thumbnailUrl: GOOGLE, url: thumbnailUrl, isVideo: true }])).toEqual([
    { thumbnailUrl: GOOGLE, url: GOOGLE, isVideo: false },
  ])
  expect(v.parse(ArchivedPhotos, [{ thumbnailUrl, url: GOOGLE, isVideo: false }])).toEqual([])
})

test('each photo is kept once, up to the first twenty', () => {
  const many = Array.from({ length: 50 }, (_, index) => ({ thumbnailUrl: `${GOOGLE}${index % 30}`, url: '' }))
  const kept = knownPhotos(many)
  expect(kept.map(({ url }) => url)).toEqual(
    Array.from({ length: MAX_PHOTOS }, (_, index) => `${GOOGLE}${index}`),
  )
  expect(photosIn(photosJson(kept))).toEqual(kept)
})

test('an empty list of photos is stored as null', () => {
  expect([photosJson(undefined), photosJson([]), photosIn(null)]).toEqual([null, null, []])
})
