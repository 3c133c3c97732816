import { expect, test } from 'vitest'
import { withoutQueryParameters } from '#worker/rules/log-text.ts'

const MESSAGE =
  'Failed query: insert into "users" ("email") values (?)\nparams: ada@example.test,scrypt$16\nand a second line'

test('an error of the database keeps its query and loses what was bound to it', () => {
  expect(withoutQueryParameters(MESSAGE)).toBe('Failed query: insert into "users" ("email") values (?)')
})

test('a stack keeps its frames', () => {
  const stack = `Error: ${MESSAGE}\n    at one (file.js:1:2)\n    at two (file.js:3:4)`
  expect(withoutQueryParameters(stack)).toBe(
    'Error: Failed query: insert into "users" ("email") values (?)\n    at one (file.js:1:2)\n    at two (file.js:3:4)',
  )
})

test('other texts stay as they are', () => {
  expect(withoutQueryParameters('the params: of a function')).toBe('the params: of a function')
})
