import * as v from 'valibot'
import { expect, test } from 'vitest'
import { jsonObject } from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'

const Settings = jsonObject('Settings')
const NOT_JSON = 'Settings can hold text, numbers, lists and objects, at most 5 levels deep.'

function nested(levels: number): object {
  return levels === 1 ? {} : { in: nested(levels - 1) }
}

test('an object is returned unchanged, except that its texts are cleaned', () => {
  const given = { a: 1.5, b: [true, null, { c: ' e\u0301 ' }], '': 'x' }
  expect(JSON.stringify(v.parse(Settings, given))).toBe('{"a":1.5,"b":[true,null,{"c":"é"}],"":"x"}')
})

test('parsed objects have no prototype, and no key reaches one', () => {
  const parsed = v.parse(
    Settings,
    JSON.parse('{"__proto__":{"admin":true},"a":{"constructor":{"prototype":1},"b":1}}'),
  )
  expect(JSON.stringify(parsed)).toBe('{"a":{"b":1}}')
  expect(Object.getPrototypeOf(parsed)).toBeNull()
  expect(Object.getPrototypeOf(parsed.a)).toBeNull()
  expect(({} as { admin?: boolean }).admin).toBeUndefined()
})

test.each([
  ['5 levels', nested(5), null],
  ['6 levels', nested(6), NOT_JSON],
  ['lists count as levels', { a: [[[[[]]]]] }, NOT_JSON],
  ['a depth that would exhaust the stack', nested(5_000), NOT_JSON],
  ['8 KiB', { t: 'x'.repeat(8_192 - 8) }, null],
  ['a byte more', { t: 'x'.repeat(8_192 - 7) }, 'Settings can have at most 8,192 bytes.'],
  ['bytes, not characters', { t: 'é'.repeat(4_200) }, 'Settings can have at most 8,192 bytes.'],
  ['a character that can not be stored', { t: 'a\0b' }, NOT_JSON],
  ['the same in a key', { 'a\0b': 1 }, NOT_JSON],
  ['a number that JSON has not', { n: Number.NaN }, NOT_JSON],
  ['a list', [], 'Settings must be an object.'],
  ['a text', '{}', 'Settings must be an object.'],
  ['null', null, 'Settings must be an object.'],
])('the content, depth and size of an object are checked: %s', (_, given, message) => {
  expect(messageOf(Settings, given)).toBe(message)
})
