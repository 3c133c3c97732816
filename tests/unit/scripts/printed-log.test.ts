import { expect, test } from 'vitest'
import { printedLog } from '#scripts/local/printed-log.ts'

test('npm start prints errors, and each link to become the operator once', () => {
  const print = printedLog()
  const link = (token: string) =>
    `{"event":"operator_link","url":"http://localhost:8787/app/operator?claim=${token}"}`
  const said = (token: string) =>
    `To become the operator of this instance, open http://localhost:8787/app/operator?claim=${token}`
  expect(print('{"event":"mails_not_delivered"}', 'error')).toBe('{"event":"mails_not_delivered"}')
  expect(print('{"event":"limit_hit"}', 'log')).toBeNull()
  expect([link('a-1'), link('a-1'), link('b_2')].map((line) => print(line, 'log'))).toEqual([
    said('a-1'),
    null,
    said('b_2'),
  ])
})
