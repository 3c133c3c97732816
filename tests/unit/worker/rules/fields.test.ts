import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import {
  cleanString,
  cleanText,
  nameString,
  nullableString,
  requiredString,
  SearchText,
} from '#worker/rules/fields.ts'
import { messageOf } from './messages.ts'
import { hasVectors, vectors } from './vectors.ts'

test.each([
  ['  two words \n', 'two words'],
  ['e\u0301', 'é'],
  ['a\uD800b', 'a\uFFFDb'],
  ['\uDC00', '\uFFFD'],
  ['🦊', '🦊'],
  ['<b>kept</b> & \u200B\u202E kept', '<b>kept</b> & \u200B\u202E kept'],
  ['line one\r\nline two', 'line one\r\nline two'],
])('cleanText(%j) is %j', (text, clean) => {
  expect(cleanText(text)).toBe(clean)
})

test('a NUL character is refused', () => {
  expect(messageOf(cleanString(10, 'City'), 'a\0b')).toBe(
    "City contains a character that can't be stored. Type it again.",
  )
})

test.each([
  ['12345', null],
  ['  12345  ', null],
  ['123456', 'City can have at most 5 characters.'],
  [7, 'City must be text.'],
  [null, 'City must be text.'],
])('a field of at most 5 characters with %j gives %j', (value, message) => {
  expect(messageOf(cleanString(5, 'City'), value)).toBe(message)
})

test('large limits are written with a thousands separator', () => {
  expect(messageOf(cleanString(2_000, 'Description'), 'x'.repeat(2_001))).toBe(
    'Description can have at most 2,000 characters.',
  )
})

test('a required field refuses blank text', () => {
  expect(messageOf(requiredString(5, 'Name', 'Enter your name.'), ' \t\n')).toBe('Enter your name.')
  expect(v.parse(requiredString(5, 'Name', 'Enter your name.'), ' Ada ')).toBe('Ada')
})

test('a blank optional field becomes null', () => {
  const field = nullableString(5, 'City')
  expect([null, '', '  ', ' Ulm '].map((value) => v.parse(field, value))).toEqual([null, null, null, 'Ulm'])
})

test('a search has at most 100 characters, and a blank one is ignored', () => {
  expect(v.parse(SearchText, '  ')).toBeUndefined()
  expect(v.parse(SearchText, ' pizza ')).toBe('pizza')
  expect(messageOf(SearchText, 'x'.repeat(100))).toBeNull()
  expect(messageOf(SearchText, 'x'.repeat(101))).toBe('Search can have at most 100 characters.')
})

describe.runIf(hasVectors('naughty_strings.json'))('collected strings', () => {
  test('are well-formed after cleaning, and cleaning again changes nothing', () => {
    for (const { payload } of vectors<{ payload: string }>('naughty_strings.json')) {
      const clean = cleanText(payload)
      expect(clean).not.toMatch(/\p{Surrogate}/u)
      expect(cleanText(clean)).toBe(clean)
    }
  })
})

test.each([
  ['Harbor\r\nBooks', 'Harbor Books'],
  ['\u202eskooB\u202c Harbor', 'skooB Harbor'],
  ['Quay\u2028Café', 'Quay Café'],
])('a name has one line and no text direction marks: %j', (typed, name) => {
  expect(v.parse(nameString(40, 'Name', 'Enter a name.'), typed)).toBe(name)
})

test('a name made only of direction marks counts as empty', () => {
  expect(messageOf(nameString(40, 'Name', 'Enter a name.'), '\u200f\u202e')).toBe('Enter a name.')
})
