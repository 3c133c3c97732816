import { describe, expect, test } from 'vitest'
import { isListingAddress, isListingHost } from '#worker/sources/hosts.ts'
import { hasShared, payloadsOf } from './shared-files.ts'

test.each([
  'google.com',
  'www.google.com',
  'maps.google.com',
  'www.google.co.uk',
  'google.de',
  'maps.google.com.br',
  'www.google.cat',
  'search.google.com',
  'maps.app.goo.gl',
  'goo.gl',
  'g.page',
  'share.google',
])('%s is a host of Google listings', (host) => {
  expect(isListingHost(host, 'google')).toBe(true)
  expect(isListingHost(host, 'yelp')).toBe(false)
})

test.each([
  'yelp.com',
  'www.yelp.com',
  'm.yelp.com',
  'www.yelp.co.uk',
  'fr.yelp.ca',
  'en.yelp.be',
  'www.yelp.com.au',
  'yelp.to',
])('%s is a host of Yelp listings', (host) => {
  expect(isListingHost(host, 'yelp')).toBe(true)
  expect(isListingHost(host, 'google')).toBe(false)
})

test.each([
  'google.evil',
  'google.com.evil.com',
  'evilgoogle.com',
  'www.google.com.',
  'google.zip',
  'google.xx',
  'google.co.de',
  'mail.google.com',
  'www.maps.google.com',
  'accounts.google.com',
  'www.search.google.com',
  'google',
  'google.',
  'page',
  'x.g.page',
  'notyelp.com',
  'biz.yelp.com',
  'www.m.yelp.com',
  'yelp.com.evil.org',
  'yelp.evil',
  'yelp.to.example',
  '127.0.0.1',
  '[::1]',
  'localhost',
  '',
])('%j is not a listing host', (host) => {
  expect(isListingHost(host, 'google')).toBe(false)
  expect(isListingHost(host, 'yelp')).toBe(false)
})

test.each([
  'http://www.google.com/maps',
  'https://user@www.google.com/maps',
  'https://user:pass@www.google.com/maps',
  'https://www.google.com:8443/maps',
  'https://www.google.com./maps',
  'https://goo.gl/abc',
  'https://goo.gl/mapsabc',
  'ftp://www.google.com/maps',
  'javascript://www.google.com/%0aalert(1)',
])('%s is not a valid listing address', (address) => {
  expect(isListingAddress(new URL(address), 'google')).toBe(false)
})

describe.runIf(hasShared('vectors'))('shared vectors', () => {
  test('no forged address is a listing address', () => {
    for (const payload of [
      ...payloadsOf('ssrf_urls.json'),
      ...payloadsOf('ip_classes.json').map((ip) => `https://${ip}/`),
    ]) {
      const url = URL.parse(payload)
      expect(
        url !== null && (isListingAddress(url, 'google') || isListingAddress(url, 'yelp')),
        payload,
      ).toBe(false)
    }
  })
})
