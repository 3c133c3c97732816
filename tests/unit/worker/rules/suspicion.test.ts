import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { suspicionOf } from '#worker/rules/suspicion.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'
import { hasVectors, vectors } from './vectors.ts'

test.each([
  "' or '1'='1",
  "') or ('1'='1",
  "' OR 1=1",
  "admin'--",
  "admin'/*",
  "admin' #",
  'id or 1 = 1',
  '1 union select password',
  '1 UNION ALL SELECT 1',
  'select * from users',
  '1; drop table users',
  'sleep(5)',
])('%j looks like SQL injection', (text) => {
  expect(suspicionOf(text)).toEqual({
    type: 'SQL_INJECTION',
    message: 'Input contains potential SQL injection',
  })
})

test.each([
  '<script>alert(1)</script>',
  '</textarea>',
  '<!doctype html>',
  'javascript:alert(1)',
  'x onerror=alert(1)',
  '"onfocus=alert(1)',
  'data:text/html,x',
])('%j looks like an XSS attempt', (text) => {
  expect(suspicionOf(text)).toEqual({ type: 'XSS_ATTEMPT', message: 'Input contains potential XSS attempt' })
})

test.each([
  "O'Brien",
  "D'Arcy",
  'Select Comfort',
  'Drop Shop',
  'Union Cafe',
  'Anne-Marie',
  'I <3 this place',
  'Cheap & good; update: still good',
  '"good" and "cheap"',
  "The owners' place or mine",
  'Only = the best',
  '2 + 2 = 4',
  '',
])('%j raises no suspicion', (text) => {
  expect(suspicionOf(text)).toBeNull()
})

describe.runIf(hasVectors('naughty_strings.json'))('collected strings', () => {
  test.each(['xss_payloads.json', 'sql_strings.json', 'naughty_strings.json'])(
    'no string in %s makes the check throw',
    (file) => {
      for (const { payload } of vectors<{ payload: string }>(file)) {
        expect(() => suspicionOf(payload)).not.toThrow()
      }
    },
  )
})

test.each(HOSTILE_TEXTS.map((text) => [text.slice(0, 20), text]))(
  '64 KiB of %j are checked within 50 ms',
  (_, text) => {
    expect(fastestMs(() => suspicionOf(text))).toBeLessThan(50)
  },
)
