import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { logLine, SECRET_ADDRESSES, withoutQueryParameters, withoutSecrets } from '#worker/rules/log-text.ts'

const MESSAGE =
  'Failed query: insert into "users" ("email") values (?)\nparams: ada@example.test,scrypt$16\nand a second line'

test('a database error keeps its query but not the bound values', () => {
  expect(withoutQueryParameters(MESSAGE)).toBe('Failed query: insert into "users" ("email") values (?)')
})

test('a stack trace keeps its frames', () => {
  const stack = `Error: ${MESSAGE}\n    at one (file.js:1:2)\n    at two (file.js:3:4)`
  expect(withoutQueryParameters(stack)).toBe(
    'Error: Failed query: insert into "users" ("email") values (?)\n    at one (file.js:1:2)\n    at two (file.js:3:4)',
  )
})

test('other texts stay unchanged', () => {
  expect(withoutQueryParameters('the params: of a function')).toBe('the params: of a function')
})

test.each([
  ['/reports/Xy-9_z', '/reports/:token'],
  ['/reports/Xy-9_z.data', '/reports/:token'],
  ['/invitations/Xy-9_z/more', '/invitations/:token/more'],
  ['/app/reports/7', '/app/reports/7'],
  ['/reports', '/reports'],
])('a token in the path %s is not logged', (path, shown) => {
  expect(withoutSecrets(path)).toBe(shown)
  for (const name of ['path', 'route'])
    expect(JSON.parse(logLine({ [name]: path }))).toEqual({ [name]: shown })
})

test('every route with a token in its path is in the table', () => {
  const screens = readdirSync('app/routes').filter((name) => name.includes('$token'))
  const paths = screens.map((name) => `/${name.replace('.tsx', '').replaceAll('.', '/').replace('$', ':')}`)
  expect(paths.sort()).toEqual([...SECRET_ADDRESSES].sort())
})
