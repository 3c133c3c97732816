import { expect, test } from 'vitest'
import {
  facebookAdvice,
  isFacebookLink,
  isLink,
  linkIn,
  linkProblem,
  platformOfLink,
} from '#worker/rules/found-place.ts'

test.each([
  ['  https://maps.app.goo.gl/AbC12 ', 'https://maps.app.goo.gl/AbC12'],
  ['Harbor Café\nhttps://maps.app.goo.gl/AbC12', 'https://maps.app.goo.gl/AbC12'],
  ['www.yelp.com/biz/harbor-cafe', 'https://www.yelp.com/biz/harbor-cafe'],
  ['www.yelp.com', 'https://www.yelp.com'],
  ['http://maps.app.goo.gl/AbC12', 'https://maps.app.goo.gl/AbC12'],
  ['“https://maps.app.goo.gl/AbC12”', 'https://maps.app.goo.gl/AbC12'],
  ['Here it is (https://maps.app.goo.gl/AbC12).', 'https://maps.app.goo.gl/AbC12'],
  ['<https://maps.app.goo.gl/AbC12>,', 'https://maps.app.goo.gl/AbC12'],
  ["'https://maps.app.goo.gl/AbC12',", 'https://maps.app.goo.gl/AbC12'],
  ['https://maps.app.goo.gl/AbC12\u200B', 'https://maps.app.goo.gl/AbC12'],
  ['\uFEFFhttps://maps.app.goo.gl/AbC_', 'https://maps.app.goo.gl/AbC_'],
  ['https://www.google.com/maps/place/Harbor_(Porto)', 'https://www.google.com/maps/place/Harbor_(Porto)'],
  [
    'https://www.google.com/search?q=x#lrd=0x1:0x2,1,,,',
    'https://www.google.com/search?q=x#lrd=0x1:0x2,1,,,',
  ],
  ['Harbor Café', 'Harbor Café'],
  ['Dr. Reis, Porto', 'Dr. Reis, Porto'],
  ['', ''],
])('the link in %j is found', (pasted, link) => {
  expect(linkIn(pasted)).toBe(link)
})

test.each([
  ['https://www.google.com/maps/place/Harbor', 'google'],
  ['https://maps.google.co.uk/?cid=1', 'google'],
  ['https://www.google.com.au/maps', 'google'],
  ['https://maps.app.goo.gl/AbC12', 'google'],
  ['https://g.page/harbor', 'google'],
  ['https://share.google/AbC12', 'google'],
  ['https://g.co/kgs/AbC12', 'google'],
  ['https://business.google.com/n/1/profile', 'google'],
  ['https://yelp.to/AbC12', 'yelp'],
  ['https://biz.yelp.com/home', 'yelp'],
  ['https://www.yelp.com/biz/harbor', 'yelp'],
  ['https://m.yelp.co.uk/biz/harbor', 'yelp'],
  ['https://de.yelp.ch/biz/harbor', 'yelp'],
  ['https://www.tripadvisor.com/Hotel_Review-g1-d2-Reviews-Harbor.html', 'tripadvisor'],
  ['https://www.tripadvisor.co.uk/2', 'tripadvisor'],
  ['https://google.com.evil.test/maps', null],
  ['https://tripadvisor.com.evil.test/', null],
  ['https://notgoogle.com/maps', null],
  ['https://harbor.test/', null],
  ['Harbor Café', null],
])('%s belongs to %s', (link, platform) => {
  expect(platformOfLink(link)).toBe(platform)
})

test('a link to the other platform names the field where it belongs', () => {
  expect(linkProblem('google', 'https://www.yelp.com/biz/harbor', false)).toBe(
    'This is a Yelp link. Paste it into the Yelp field.',
  )
})

test('a TripAdvisor link is not sent to a field that only some plans have', () => {
  expect(linkProblem('yelp', 'https://www.tripadvisor.com/2', false)).toBe(
    'This is a TripAdvisor link. Paste the link to your listing on Yelp.',
  )
})

test('a link to another site names that site', () => {
  expect(linkProblem('yelp', 'https://harbor.test/menu', false)).toContain('harbor.test')
})

test('a name instead of a link is reported as not a web address', () => {
  expect(linkProblem('google', 'Harbor Café', false)).toContain('isn’t a web address')
})

test('an empty field and a matching link have no problem', () => {
  expect(linkProblem('google', '  ', false)).toBeNull()
  expect(linkProblem('google', 'https://maps.app.goo.gl/AbC12', false)).toBeNull()
})

test.each([
  'https://www.facebook.com/harbor',
  'https://de-de.facebook.com/harbor',
  'facebook.com/harbor',
  'https://fb.me/harbor',
  'https://m.me/harbor',
  'https://fb.watch/AbC12',
])('a Facebook link gets the advice to connect the page: %s', (link) => {
  expect(isFacebookLink(link)).toBe(true)
  expect(linkProblem('google', link, false)).toBe(facebookAdvice(false))
  expect(facebookAdvice(false)).toContain('Facebook pages are connected, with Pro.')
})

test('the advice on a plan with Facebook does not mention an upgrade', () => {
  expect(facebookAdvice(true)).toContain('Facebook pages are connected')
  expect(facebookAdvice(true)).not.toContain('Pro')
})

test('a host that only resembles Facebook is not a Facebook link', () => {
  expect(isFacebookLink('https://facebook.com.evil.test/harbor')).toBe(false)
  expect(isFacebookLink('https://notfacebook.com/harbor')).toBe(false)
})

test.each([
  ['Alder & Salt Portland', false],
  ['St. John/Smith', false],
  ['https://', false],
  ['maps.app.goo.gl/AbC12', true],
  ['Harbor Café https://maps.app.goo.gl/AbC12', true],
])('%j is a link: %s', (text, expected) => {
  expect(isLink(text)).toBe(expected)
})
