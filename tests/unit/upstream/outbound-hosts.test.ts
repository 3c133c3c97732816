import { expect, test } from 'vitest'
import { requireKnownHosts } from '#tests/upstream/outbound-hosts.ts'

test('the hosts in the design are allowed', () => {
  expect(() =>
    requireKnownHosts([
      'www.google.com',
      'maps.google.co.uk',
      'fr.yelp.ca',
      'goo.gl',
      'places.googleapis.com',
    ]),
  ).not.toThrow()
})

test.each([
  'www.google.com.evil.example',
  'evilgoogle.com',
  'mail.google.com',
  'storage.googleapis.com',
  '169.254.169.254',
  'localhost',
  'example.com',
])('%s is refused by name', (host) => {
  expect(() => requireKnownHosts(['www.google.com', host])).toThrow(host)
})
