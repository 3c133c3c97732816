import { describe, expect, test } from 'vitest'
import { isReviewApiAddress } from '#worker/sources/hosts.ts'
import { hasShared, payloadsOf } from './shared-files.ts'

test.each([
  'https://mybusiness.googleapis.com/v4/accounts/1/locations/2/reviews?pageSize=50',
  'https://mybusinessaccountmanagement.googleapis.com/v1/accounts',
  'https://mybusinessbusinessinformation.googleapis.com/v1/accounts/1/locations?readMask=name',
  'https://places.googleapis.com/v1/places/ChIJDdnwdv0y5xQRRytw1ihZQeU',
  'https://api.yelp.com/v3/businesses/x/reviews',
  'https://graph.facebook.com/v21.0/1/ratings',
  'https://graph.facebook.com/v26.0/1',
  'https://api.content.tripadvisor.com/api/v1/location/1/reviews',
])('%s is a review API address', (address) => {
  expect(isReviewApiAddress(new URL(address))).toBe(true)
})

test.each([
  'http://places.googleapis.com/v1/places/x',
  'https://places.googleapis.com:8443/v1/places/x',
  'https://me@places.googleapis.com/v1/places/x',
  'https://me:secret@places.googleapis.com/v1/places/x',
  'https://places.googleapis.com./v1/places/x',
  'https://places.googleapis.com/v1/places:searchNearby',
  'https://places.googleapis.com/v1/places/../../v2/x',
  'https://places.googleapis.com/v1/places/%2e%2e/%2e%2e/v2/x',
  'https://places.googleapis.com.evil.example/v1/places/x',
  'https://evil.example/v1/places/x',
  'https://googleapis.com/v1/places/x',
  'https://maps.googleapis.com/maps/api/place/details/json',
  'https://mybusiness.googleapis.com/v3/accounts/1',
  'https://api.yelp.com/oauth2/token',
  'https://partner-api.yelp.com/v3/x',
  'https://graph.facebook.com/oauth/access_token',
  'https://graph.facebook.com/v22.0/1/ratings',
  'https://www.facebook.com/v21.0/dialog/oauth',
  'https://www.tripadvisor.com/api/v1/location/1',
  'https://www.google.com/maps',
  'https://[::1]/v1/places/x',
  'ftp://places.googleapis.com/v1/places/x',
])('%s is not a review API address', (address) => {
  expect(isReviewApiAddress(new URL(address))).toBe(false)
})

describe.runIf(hasShared('vectors'))('shared vectors', () => {
  test('no forged address is a review API address', () => {
    for (const payload of payloadsOf('ssrf_urls.json')) {
      const url = URL.parse(payload)
      expect(url && isReviewApiAddress(url), payload).not.toBe(true)
    }
  })
})
