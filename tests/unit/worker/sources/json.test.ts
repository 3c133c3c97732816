import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { parseJson } from '#worker/sources/json.ts'

test('valid JSON is parsed, and anything else is undefined', () => {
  expect(parseJson('{"a":["]]]]{{{{\\"[",1]}')).toEqual({ a: [']]]]{{{{"[', 1] })
  for (const text of ['', '[', '{"a":', '[1,]', 'undefined', '"\\', '[1] 2'])
    expect(parseJson(text)).toBeUndefined()
})

test('nesting of 200 levels is accepted, and deeper nesting is refused', () => {
  expect(parseJson('['.repeat(200) + ']'.repeat(200))).toBeDefined()
  expect(parseJson('['.repeat(201) + ']'.repeat(201))).toBeUndefined()
})

test('a megabyte of brackets is refused within 50 ms', () => {
  for (const body of ['['.repeat(1_000_000), '{"a":'.repeat(200_000), `["${'['.repeat(1_000_000)}`]) {
    expect(parseJson(body)).toBeUndefined()
    expect(fastestMs(() => parseJson(body))).toBeLessThan(50)
  }
})
