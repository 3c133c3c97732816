import { expect, test } from 'vitest'
import { resolve } from '#worker/sources/google-places/google-places.ts'
import { locate, whyNotListing } from '#worker/sources/google-places/locate.ts'
import { answerOf, sourceErrorOf } from '../answers.ts'

const FEATURE_ID = '0x14e732fd76f0d90d:0xe5415928d6702b47'
const PLACE_ID = 'ChIJDdnwdv0y5xQRRytw1ihZQeU'
const CANONICAL = `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`

test.each([
  [
    'a place',
    `https://www.google.com/maps/place/Harbour+Inn/@34.6,33.0,17z/data=!3m1!4b1!4m6!3m5!1s${FEATURE_ID}!8m2`,
  ],
  ['a Place ID as query', CANONICAL],
  [
    'a search with Place ID',
    `https://www.google.com/maps/search/?api=1&query=Inn&query_place_id=${PLACE_ID}`,
  ],
  ['the review page', `https://search.google.com/local/reviews?placeid=${PLACE_ID}`],
  ['the form to review', `https://search.google.com/local/writereview?placeid=${PLACE_ID}`],
  ['the review window', `https://www.google.com/search?q=inn#lrd=${FEATURE_ID},1,,,`],
  ['what phones share', `https://maps.google.com/?q=Harbour+Inn&ftid=${FEATURE_ID}`],
])('%s is located with its Place ID', (_, address) => {
  expect(locate(new URL(address))).toEqual({ id: PLACE_ID, url: CANONICAL })
})

test.each([
  ['0x3bae1500315fdff7:0x9fe54cd44a84f1c7', 'ChIJ999fMQAVrjsRx_GEStRM5Z8'],
  ['0x47e66e4334868de3:0xcfc3870abe2b8519', 'ChIJ442GNENu5kcRGYUrvgqHw88'],
  ['0x00000bae1500315f:0x9fe54cd44a84f1c7', 'ChIJXzEAFa4LAAARx_GEStRM5Z8'],
])('the feature id %s gives the Place ID %s', (featureId, placeId) => {
  expect(locate(new URL(`https://www.google.com/maps/place/X/data=!1s${featureId}`))?.id).toBe(placeId)
})

test.each([
  'https://maps.google.com/?cid=16519582940102929223',
  'https://www.google.com/maps/place/Harbour+Inn',
  'https://www.google.com/maps/contrib/1/reviews',
  'https://www.google.com/maps/place/?q=place_id:EicxMyBNYXJrZXQgU3Q',
  'https://www.yelp.com/biz/harbour-inn',
  'https://business.google.com/dashboard/l/2000000000000000002',
])('%s is refused with a reason', (address) => {
  expect(locate(new URL(address))).toBeNull()
  expect(whyNotListing(new URL(address))).toMatch(/^This .+\.$/)
})

test('a short link is followed to its place', () => {
  const link = locate(new URL('https://maps.app.goo.gl/AbCdEf123'))
  if (!link) throw new Error('not located')
  expect(link).toEqual({ id: null, url: 'https://maps.app.goo.gl/AbCdEf123' })
  const asked = resolve.request(link)
  expect([asked.url, asked.redirect, asked.headers.has('x-goog-api-key')]).toEqual([
    link.url,
    'manual',
    false,
  ])
  const answer = answerOf({ status: 302, headers: { location: CANONICAL } })
  expect(resolve.parse(link, answer)).toEqual({ id: PLACE_ID, url: CANONICAL })
  const again = answerOf({ status: 302, headers: { location: 'https://g.page/r/CQabcdef_12' } })
  expect(resolve.parse(link, again)).toEqual({ id: null, url: 'https://g.page/r/CQabcdef_12' })
  const away = answerOf({ status: 302, headers: { location: 'https://evil.example/' } })
  expect(sourceErrorOf(() => resolve.parse(link, away)).kind).toBe('wrong_listing')
})
