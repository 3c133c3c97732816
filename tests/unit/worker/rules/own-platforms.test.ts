import * as v from 'valibot'
import { expect, test } from 'vitest'
import { AnyPlatformKey, OwnPlatformName, platformNameKey } from '#worker/rules/own-platforms.ts'
import { platformNameIn } from '#worker/rules/platform-names.ts'
import { isOwnPlatform, platformName, reviewPlatform } from '#worker/rules/platforms.ts'

const ID = 'other0123456789abcdef'

test.each([
  ['Trustpilot', 'Trustpilot'],
  ['  Booking.com ', 'Booking.com'],
  ['Google Play', 'Google Play'],
  ['<b>Form</b> & "us"', '<b>Form</b> & "us"'],
  ['Trust\u202Epilot', 'Trustpilot'],
  ['Trust\npilot', 'Trust pilot'],
  ['口コミ', '口コミ'],
])('a platform can be called %j', (typed, name) => {
  expect(v.parse(OwnPlatformName, typed)).toBe(name)
})

test.each([
  ['', 'Give the platform a name.'],
  ['  \u202E ', 'Give the platform a name.'],
  ['★★★', 'Give the platform a name.'],
  ['x'.repeat(200), 'Name can have at most 40 characters.'],
  ['Google', 'This platform is already there. Connect it instead.'],
  ['trip advisor', 'This platform is already there. Connect it instead.'],
  ['ＹＥＬＰ!', 'This platform is already there. Connect it instead.'],
])("a platform can't be called %j", (typed, message) => {
  const { issues } = v.safeParse(OwnPlatformName, typed)
  expect(issues?.[0].message).toBe(message)
})

test.each([
  ['google', true],
  [ID, true],
  ['other', false],
  ['other0123456789ABCDEF', false],
  [`${ID}0`, false],
  ["other' OR 1 --        ", false],
])('%j is a platform id: %s', (text, expected) => {
  expect(v.is(AnyPlatformKey, text)).toBe(expected)
})

test('an added platform is shown by the name its owner gave it', () => {
  expect([isOwnPlatform(ID), reviewPlatform(ID), reviewPlatform('yelp')]).toEqual([true, 'other', 'yelp'])
  const own = { id: ID, name: 'Trustpilot', color: 'teal' } as const
  expect(platformNameIn([own], ID)).toBe('Trustpilot')
  expect(platformNameIn([], 'yelp')).toBe('Yelp')
  expect(platformName({ platform: 'other', own })).toBe('Trustpilot')
  expect(platformNameKey('ＴRUSTPILOT')).toBe(platformNameKey('Trustpilot'))
})
