import { expect, test } from 'vitest'
import { cidOf, featureIdOf, featureIdOfPlaceId, placeIdOf } from '#worker/sources/google-public/locate.ts'

// Three identifiers of the same place, from recorded responses.
test.each([
  ['0x14e732fd76f0d90d:0xe5415928d6702b47', 'ChIJDdnwdv0y5xQRRytw1ihZQeU', '16519582940102929223'],
  ['0x3bae1500315fdff7:0x9fe54cd44a84f1c7', 'ChIJ999fMQAVrjsRx_GEStRM5Z8', '11521699696364286407'],
  ['0x47e66e4334868de3:0xcfc3870abe2b8519', 'ChIJ442GNENu5kcRGYUrvgqHw88', '14970958066519606553'],
])('%s, %s and %s identify the same place', (featureId, placeId, cid) => {
  expect(placeIdOf(featureId)).toBe(placeId)
  expect(featureIdOfPlaceId(placeId)).toBe(featureId)
  expect(cidOf(featureId)).toBe(cid)
})

test('a feature id with short halves keeps its value', () => {
  expect(featureIdOfPlaceId(placeIdOf('0x1:0xff'))).toBe('0x1:0xff')
  expect(cidOf('0x1:0xff')).toBe('255')
})

test.each([
  ['0X14E732FD76F0D90D:0XE5415928D6702B47', '0x14e732fd76f0d90d:0xe5415928d6702b47'],
  ['0x000014e732fd76f0d90d:0x00e5415928d6702b47', '0x14e732fd76f0d90d:0xe5415928d6702b47'],
  [' 0x1:0x2 ', '0x1:0x2'],
])('%s is normalised to %s', (text, featureId) => {
  expect(featureIdOf(text)).toBe(featureId)
})

test.each([
  '',
  '0x1',
  '0x1:',
  '0x0:0x9fe54cd44a84f1c7',
  '0x1:0x0',
  '0x1:0x2:0x3',
  '0xg:0x1',
  '0x11234567890abcdef0:0x1',
  'ChIJ',
])('%j is not a feature id', (text) => {
  expect(featureIdOf(text)).toBeNull()
})

test.each([
  'EicxMyBNYXJrZXQgU3QsIFdpbG1pbmd0b24sIE5DIDI4NDAxLCBVU0E',
  'GhIJQWDl0CIeQUARxks3icF8U8A',
  'ChIJDdnwdv0y5xQRRytw1ihZQe',
  'ChIJDdnwdv0y5xQRRytw1ihZQeUU',
  'ChIJDdnwdv0y5xQXRytw1ihZQeU',
  'chijddnwdv0y5xqrrytw1ihzqeu',
  'ChIJAAAAAAAAAAARRytw1ihZQeU',
  '',
])('%j contains no feature id', (placeId) => {
  expect(featureIdOfPlaceId(placeId)).toBeNull()
})
