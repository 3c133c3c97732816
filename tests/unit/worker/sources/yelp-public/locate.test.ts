import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { locate, whyNotListing } from '#worker/sources/yelp-public/locate.ts'

const ALIAS = 'shakeys-pizza-parlor-burbank-3'
const ENCID = 'tuWl2S2O4YwI2qHXiIaSyw'

test.each([
  `https://www.yelp.com/biz/${ALIAS}`,
  `https://www.yelp.com/biz/${ALIAS}/`,
  `https://yelp.com/biz/${ALIAS}?osq=pizza&start=20&sort_by=date_desc&utm_source=x#reviews`,
  `https://www.yelp.com/biz/${ALIAS}?hrid=jGh9lA2Rdydp7Uqo8b0uzw&adjust_creative=x`,
  `https://m.yelp.com/biz/${ALIAS}`,
  `https://fr.yelp.ca/biz/${ALIAS}`,
  `https://www.yelp.ca/biz/${ALIAS}`,
  `https://www.yelp.co.uk/biz/${ALIAS}`,
  `https://www.yelp.com.au/biz/${ALIAS}`,
  `https://www.yelp.de/biz/${ALIAS}`,
  `https://www.yelp.fr/biz/${ALIAS}`,
  `https://www.yelp.it/biz/${ALIAS}`,
  `https://www.yelp.es/biz/${ALIAS}`,
  `https://www.yelp.co.jp/biz/${ALIAS}`,
  `https://www.yelp.com/biz_photos/${ALIAS}?select=x`,
  `https://www.yelp.com/menu/${ALIAS}`,
  `https://www.yelp.com/menu/${ALIAS}/item/pepperoni`,
  `https://www.yelp.com/not_recommended_reviews/${ALIAS}`,
  `https://www.yelp.com/questions/${ALIAS}`,
  `https://www.yelp.com/map/${ALIAS}`,
  `https://www.yelp.com/adredir?ad_business_id=x&redirect_url=https%3A%2F%2Fwww.yelp.com%2Fbiz%2F${ALIAS}%3Fosq%3Dx&s=1`,
  `https://www.yelp.com/biz_redir?redirect_url=https%3A%2F%2Fwww.yelp.com%2Fbiz%2F${ALIAS}`,
])('%s is located by its alias', (address) => {
  const url = new URL(address)
  expect(locate(url)).toEqual({ id: null, url: `https://www.yelp.com/biz/${ALIAS}` })
  expect(whyNotListing(url)).toBe('')
})

test.each([
  `https://www.yelp.com/biz/${ENCID}`,
  `https://www.yelp.com/writeareview/biz/${ENCID}?return_url=x`,
  `https://www.yelp.com/biz_photos/${ENCID}`,
  `https://www.yelp.com/adredir?redirect_url=https%3A%2F%2Fwww.yelp.com%2Fbiz%2F${ENCID}`,
])('%s is located by its id', (address) => {
  expect(locate(new URL(address))).toEqual({ id: ENCID, url: `https://www.yelp.com/biz/${ENCID}` })
})

test.each([
  'Lw7NmZ3j-WEye97ywEmkXQ',
  '_i2DtBDqY4lbzQsRCajaIg',
  '-WEye97ywEmkXQLw7NmZ3j',
  '4yPqqJDJOQX69gC66YUDkA',
])('%s counts as an id', (segment) => {
  expect(locate(new URL(`https://www.yelp.com/biz/${segment}`))?.id).toBe(segment)
})

test.each([
  'joes-pizza-new-york-22',
  'Joes-Pizza-New-York-22',
  'pizzeria-da-luigi-roma',
  'abcdefghijklmnopqrstuv',
  'harbour-inn-port-example',
  'tuWl2S2O4YwI2qHXiIaSy',
])('%s counts as an alias', (segment) => {
  expect(locate(new URL(`https://www.yelp.com/biz/${segment}`))).toEqual({
    id: null,
    url: `https://www.yelp.com/biz/${segment}`,
  })
})

test('an alias in any script is kept, plain or encoded', () => {
  const url = 'https://www.yelp.com/biz/b%C3%A4ckerei-m%C3%BCnchen-%E9%A3%9F%E5%A0%82'
  expect(locate(new URL('https://www.yelp.com/biz/bäckerei-münchen-食堂'))).toEqual({ id: null, url })
  expect(locate(new URL(url))).toEqual({ id: null, url })
})

test('a short link is kept until its redirect is followed', () => {
  expect(locate(new URL('https://yelp.to/qTJ_abc123?x=1'))).toEqual({
    id: null,
    url: 'https://yelp.to/qTJ_abc123',
  })
})

test.each([
  ['https://www.yelp.com/user_details?userid=_i2DtBDqY4lbzQsRCajaIg', /a person/],
  ['https://www.yelp.com/search?find_desc=pizza', /list of businesses/],
  ['https://www.yelp.com/c/sf/restaurants', /list of businesses/],
  ['https://www.yelp.com/collection/abc', /list of businesses/],
  ['https://biz.yelp.com/home/tuWl2S2O4YwI2qHXiIaSyw', /area for owners/],
  ['https://www.yelp.com/adredir?redirect_url=https%3A%2F%2Fevil.example%2Fbiz%2Fx', /advertising link/],
  ['https://www.yelp.com/adredir?redirect_url=https%3A%2F%2Fwww.yelp.com%2Fsearch', /advertising link/],
  ['https://www.yelp.com/adredir?redirect_url=http%3A%2F%2Fwww.yelp.com%2Fbiz%2Fx', /advertising link/],
  ['https://www.yelp.com/biz_redir?url=https%3A%2F%2Fharbour.example', /advertising link/],
  ['https://www.yelp.com/', /one business/],
  ['https://www.yelp.com/biz', /one business/],
  ['https://www.yelp.com/biz/', /one business/],
  ['https://www.yelp.com/biz/%2F%2Fevil.example', /one business/],
  ['https://www.yelp.com/biz/a%20b', /one business/],
  ['https://www.yelp.com/biz/%zz', /one business/],
  ['https://www.yelp.com/biz/%3Fx', /one business/],
  ['https://www.yelp.com:8443/biz/x', /one business/],
  ['https://me@www.yelp.com/biz/x', /one business/],
  ['https://yelp.to/', /one business/],
  ['https://yelp.to/a/b', /one business/],
  ['http://www.yelp.com/biz/x', /https:\/\//],
  ['https://www.yelp.com./biz/x', /not a Yelp address/],
  ['https://www.yelp.evil.com/biz/x', /not a Yelp address/],
  ['https://127.0.0.1/biz/x', /not a Yelp address/],
  ['https://www.google.com/maps/place/x', /not a Yelp address/],
  ['data:text/html,x', /not a Yelp address/],
])('%s is refused with a reason', (address, reason) => {
  const url = new URL(address)
  expect(locate(url)).toBeNull()
  expect(whyNotListing(url)).toMatch(reason)
  expect(whyNotListing(url)).toContain('Open your business on Yelp')
})

test.each(['%21', 'a-', '%C3%BC', '/biz/'])('64 KiB of %j are located within 50 ms', (part) => {
  const url = new URL(`https://www.yelp.com/biz/${part.repeat(65_536 / part.length)}`)
  expect(fastestMs(() => [locate(url), whyNotListing(url)])).toBeLessThan(50)
})
