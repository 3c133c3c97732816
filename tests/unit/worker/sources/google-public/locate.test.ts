import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { locate, whyNotListing } from '#worker/sources/google-public/locate.ts'

const FEATURE_ID = '0x14e732fd76f0d90d:0xe5415928d6702b47'
const PLACE_ID = 'ChIJDdnwdv0y5xQRRytw1ihZQeU'
const CANONICAL = `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`
const DATA = `data=!3m1!4b1!4m6!3m5!1s${FEATURE_ID}!8m2!3d34.67!4d33.04!16s%2Fg%2F11c5`

test.each([
  ['a place', `https://www.google.com/maps/place/Harbour+Inn/@34.6,33.0,17z/${DATA}?entry=ttu&g_ep=x`],
  ['its reviews', `https://www.google.com/maps/place/Harbour+Inn/@34.6,33.0,17z/${DATA}!9m1!1b1`],
  ['a path of reviews', `https://www.google.com/maps/place/Harbour+Inn/reviews/${DATA}`],
  ['another country', `https://www.google.co.uk/maps/place/Harbour+Inn/${DATA}`],
  ['a bare domain', `https://google.de/maps/place/Harbour+Inn/${DATA}`],
  ['the maps host', `https://maps.google.com.br/maps/place/Harbour+Inn/${DATA}`],
  ['no name', `https://www.google.com/maps/place//${DATA}`],
  ['a plain Unicode name', `https://www.google.com/maps/place/Κυπριακόν Ταβέρνα 食堂/${DATA}`],
  ['an encoded name', `https://www.google.com/maps/place/%CE%9A%CF%85%CF%80/${DATA}`],
  ['a name with broken encoding', `https://www.google.com/maps/place/100%25%E0%A4%A%zz/${DATA}`],
  [
    'encoded data',
    `https://www.google.com/maps/place/X/data=%214m6%213m5%211s0x14e732fd76f0d90d%3A0xe5415928d6702b47`,
  ],
  ['upper-case hex', `https://www.google.com/maps/place/X/data=!1s0X14E732FD76F0D90D:0xE5415928D6702B47!8m2`],
  ['leading zeros', `https://www.google.com/maps/place/X/data=!1s0x0014e732fd76f0d90d:0x00e5415928d6702b47`],
  ['the last of two pairs', `https://www.google.com/maps/place/X/data=!1s0x1:0x2!4m5!1s${FEATURE_ID}!8m2`],
  ['data in the query', `https://www.google.com/maps?${DATA}`],
  ['data in the fragment', `https://www.google.com/maps/place/X#${DATA}`],
  ['a map view', `https://www.google.com/maps/@34.6,33.0,17z/${DATA}`],
  ['a Place ID in data', `https://www.google.com/maps/place/X/data=!4m5!19s${PLACE_ID}`],
  ['a Place ID as query', `https://www.google.com/maps/place/?q=place_id:${PLACE_ID}`],
  ['an encoded Place ID as query', `https://www.google.com/maps/place/?q=place_id%3A${PLACE_ID}`],
  [
    'a search with Place ID',
    `https://www.google.com/maps/search/?api=1&query=Inn&query_place_id=${PLACE_ID}`,
  ],
  [
    'the review page',
    `https://search.google.com/local/reviews?placeid=${PLACE_ID}&q=x&authuser=0&hl=en&gl=CY`,
  ],
  ['the form to review', `https://search.google.com/local/writereview?placeid=${PLACE_ID}`],
  [
    'the review window in the fragment',
    `https://www.google.com/search?q=inn&ludocid=1#lrd=${FEATURE_ID},1,,,`,
  ],
  [
    'the encoded review window',
    `https://www.google.com/search?q=inn#lrd=0x14e732fd76f0d90d%3A0xe5415928d6702b47%2C1%2C%2C%2C`,
  ],
  ['the review window in the query', `https://www.google.com/search?q=inn&lrd=${FEATURE_ID},1,,,`],
  ['a link out of a mail', `https://www.google.com/url?q=https://www.google.com/maps/place/X/${DATA}&sa=D`],
  ['what phones share', `https://maps.google.com/?q=Harbour+Inn&ftid=${FEATURE_ID}&entry=gps`],
])('%s is located', (_, address) => {
  const url = new URL(address)
  expect(locate(url)).toEqual({ id: FEATURE_ID, url: CANONICAL })
  expect(whyNotListing(url)).toBe('')
})

test('the canonical address is located as itself', () => {
  expect(locate(new URL(CANONICAL))).toEqual({ id: FEATURE_ID, url: CANONICAL })
})

test.each([
  ['https://maps.app.goo.gl/AbCdEf123?g_st=ic', 'https://maps.app.goo.gl/AbCdEf123'],
  ['https://goo.gl/maps/AbCdEf123', 'https://goo.gl/maps/AbCdEf123'],
  ['https://g.page/r/CQabcdef_12/review', 'https://g.page/r/CQabcdef_12'],
  ['https://g.page/r/CQabcdef_12', 'https://g.page/r/CQabcdef_12'],
  ['https://g.page/harbour-inn?share', 'https://g.page/harbour-inn'],
  ['https://g.page/harbour-inn/review', 'https://g.page/harbour-inn'],
  ['https://g.page/café', 'https://g.page/caf%C3%A9'],
  ['https://share.google/AbCdEf123', 'https://share.google/AbCdEf123'],
  ['https://www.google.com/share.google?q=AbCdEf123', 'https://www.google.com/share.google?q=AbCdEf123'],
  ['https://g.co/kgs/AbCdEf1', 'https://g.co/kgs/AbCdEf1'],
])('%s is kept until its redirect is followed', (address, url) => {
  expect(locate(new URL(address))).toEqual({ id: null, url })
})

test.each([
  ['https://www.google.com/maps/contrib/100000000000000000001/reviews', /one person/],
  [`https://www.google.com/maps/contrib/1/place/${PLACE_ID}/${DATA}`, /one person/],
  [
    `https://www.google.com/maps/reviews/data=!4m8!14m7!1m6!2m5!1sChZabc!2m1!1s${FEATURE_ID}`,
    /single review/,
  ],
  ['https://maps.google.com/?cid=16519582940102929223', /short ID/],
  ['https://www.google.com/maps?cid=16519582940102929223', /short ID/],
  ['https://www.google.com/search?q=inn&ludocid=16519582940102929223', /short ID/],
  ['https://www.google.com/maps/place/X/data=!1s0x0:0xe5415928d6702b47', /short ID/],
  ['https://www.google.com/maps/place/Harbour+Inn', /only a name/],
  ['https://www.google.com/maps/place/Harbour+Inn/@34.6,33.0,17z/reviews', /only a name/],
  ['https://www.google.com/maps?q=Harbour+Inn', /only a name/],
  ['https://www.google.com/maps/place/?q=place_id:EicxMyBNYXJrZXQgU3Q', /not to a business/],
  ['https://search.google.com/local/reviews?placeid=GhIJQWDl0CIeQUARxks3icF8U8A', /not to a business/],
  [`https://www.google.com/maps/dir/A/B/${DATA}`, /does not lead to one business/],
  ['https://www.google.com/maps', /does not lead to one business/],
  ['https://www.google.com/maps/@34.6,33.0,17z', /does not lead to one business/],
  ['https://www.google.com/', /does not lead to one business/],
  ['https://www.google.com/url?q=https://www.google.com/maps', /does not lead to one business/],
  ['https://www.google.com/share.google?q=https://evil.test', /does not lead to one business/],
  ['https://g.co/other', /does not lead to one business/],
  ['https://business.google.com/n/1/profile', /area for owners/],
  ['https://www.google.com/url?q=https://www.example.com/', /does not lead to one business/],
  ['https://www.google.com/url?q=https://www.google.com/url?q=x', /does not lead to one business/],
  ['https://maps.app.goo.gl/', /does not lead to one business/],
  ['https://maps.app.goo.gl/a/b', /does not lead to one business/],
  ['https://g.page/r', /does not lead to one business/],
  ['https://goo.gl/other', /does not lead to one business/],
  [`https://www.google.com:8080/maps/place/X/${DATA}`, /does not lead to one business/],
  [`https://me@www.google.com/maps/place/X/${DATA}`, /does not lead to one business/],
  [`http://www.google.com/maps/place/X/${DATA}`, /https:\/\//],
  [`https://www.google.com./maps/place/X/${DATA}`, /not a Google Maps address/],
  [`https://maps.google.evil.com/maps/place/X/${DATA}`, /not a Google Maps address/],
  [`https://www.google.com.evil.com/maps/place/X/${DATA}`, /not a Google Maps address/],
  [`https://142.250.1.1/maps/place/X/${DATA}`, /not a Google Maps address/],
  [`https://[::1]/maps/place/X/${DATA}`, /not a Google Maps address/],
  ['https://www.yelp.com/biz/harbour-inn', /not a Google Maps address/],
  ['javascript:alert(1)', /not a Google Maps address/],
])('%s is refused with a reason', (address, reason) => {
  const url = new URL(address)
  expect(locate(url)).toBeNull()
  expect(whyNotListing(url)).toMatch(reason)
  expect(whyNotListing(url)).toContain('Open your business on Google Maps')
})

test.each(['!1s0x1:', '!1s', '%21', '0x1:0x2,', '!1s0x1:0x2', '%21%E0'])(
  '64 KiB of %j are located within 50 ms',
  (part) => {
    const url = new URL(`https://www.google.com/maps/place/${part.repeat(65_536 / part.length)}`)
    expect(fastestMs(() => [locate(url), whyNotListing(url)])).toBeLessThan(50)
  },
)
