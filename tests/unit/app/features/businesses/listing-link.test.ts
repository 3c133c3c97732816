import { expect, test } from 'vitest'
import { linkIn, linkProblem, platformOfLink } from '#app/features/businesses/listing-link.ts'

test.each([
  ['  https://maps.app.goo.gl/AbC12 ', 'https://maps.app.goo.gl/AbC12'],
  ['Harbor Café\nhttps://maps.app.goo.gl/AbC12', 'https://maps.app.goo.gl/AbC12'],
  ['www.yelp.com/biz/harbor-cafe', 'https://www.yelp.com/biz/harbor-cafe'],
  ['Harbor Café', 'Harbor Café'],
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

test('a link of the other platform is told where it belongs', () => {
  expect(linkProblem('google', 'https://www.yelp.com/biz/harbor')).toBe(
    'This is a Yelp link. Paste it into the Yelp field.',
  )
})

test('a link of TripAdvisor is not sent to a field that not every plan has', () => {
  expect(linkProblem('yelp', 'https://www.tripadvisor.com/2')).toBe(
    'This is a TripAdvisor link. Paste the link to your listing on Yelp.',
  )
})

test('a link to elsewhere names where it leads', () => {
  expect(linkProblem('yelp', 'https://harbor.test/menu')).toContain('harbor.test')
})

test('a name instead of a link asks for the link', () => {
  expect(linkProblem('google', 'Harbor Café')).toContain('isn’t a web address')
})

test('an empty field and a fitting link have no problem', () => {
  expect(linkProblem('google', '  ')).toBeNull()
  expect(linkProblem('google', 'https://maps.app.goo.gl/AbC12')).toBeNull()
})
