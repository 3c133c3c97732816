import { expect, test } from 'vitest'
import { formFault, leaksIn, secretsIn } from '#tests/log-watch.ts'

const AT = '2026-06-15T12:00:00.000Z'

test.each([
  ['a password', 'Harbor-Lantern-42'],
  ['a record of one', 'scrypt$16384$8$5$c2FsdA$a2V5'],
  ['an address', 'ada@example.test'],
  ['the address of a demo account', 'pro@demo.test'],
  ['a mailed link', '/verify?token=x'],
  ['a code on its way back', '/auth/google/callback?state=x&code=y'],
  ['a bearer', 'Bearer abc'],
  ['an access token', 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.AAAA'],
  ['a session', 'session=q1w2e3r4t5y6u7i8o9p0-_ASDFGHJKLzxcvbnmqwert'],
  ['a recovery code', 'ABCDEF-GHIJKL-MNOPQR-STUVW2'],
  ['a recovery code without hyphens', 'ABCDEFGHIJKLMNOPQRSTUVW2'],
  ['the secret of an app', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
  ['a code of an app', '{"code":"287082"}'],
  ['a network', '203.0.113.77'],
  ['a network of the newer kind', '2001:db8:0:1::1'],
  ['what a test marks', 'the words of canaryvictim'],
])('a log line containing %s is reported', (_, text) => {
  expect(leaksIn(JSON.stringify({ event: 'any', at: AT, text }), [])).not.toEqual([])
})

test('values from the store and the settings are found even when JSON escapes them', () => {
  const line = JSON.stringify({ event: 'any', at: AT, error: 'no such "table", said\nthe cold soup' })
  expect(leaksIn(line, ['such'])).toEqual(['a secret of the settings'])
  expect(leaksIn(line, [], ['said\nthe cold soup'])).toEqual(['said\nthe cold soup'])
})

test('log lines the product writes for a sign-in and an error pass', () => {
  for (const fields of [
    { event: 'sign_in', outcome: 'done', userId: '019755b1-aaaa-7bbb-8ccc-123456789012', detail: 'pwd' },
    { event: 'limit_hit', network: '0123456789abcdef0123456789abcdef', detail: 'login-account-prefix' },
    {
      event: 'request_failed',
      stack: 'Error: boom\n    at run (index.js:1:123456)\n    at file.js:12:345678',
    },
  ]) {
    const line = JSON.stringify({ at: AT, ...fields })
    expect(leaksIn(line, ['another-secret'])).toEqual([])
    expect(formFault(line)).toBeNull()
  }
})

test.each([
  ['words', 'Could not decode the path'],
  ['two lines', `{"event":"a","at":"${AT}"}\n{"event":"b","at":"${AT}"}`],
  ['a separator of lines', `{"event":"a","at":"${AT}","path":"/\u2028x"}`],
  ['a control character', `{"event":"a","at":"${AT}","path":"/\u0085x"}`],
  ['JSON that is no object', '"text"'],
  ['nothing', 'null'],
  ['no event', `{"at":"${AT}"}`],
  ['no time', '{"event":"sign_in"}'],
  ['a time that is none', '{"event":"sign_in","at":"today"}'],
  ['an object', { event: 'sign_in', at: AT }],
])('a log line that is %s is rejected', (_, line) => {
  expect(formFault(line)).not.toBeNull()
})

test('only secret settings count as secrets, and only the private part of a key', () => {
  expect(
    secretsIn({
      SESSION_SECRET: 'one',
      MAIL_API_KEY: 'two',
      TOKEN_PRIVATE_JWK: '{"kty":"EC","x":"public","d":"three"}',
      APPLE_KEY_ID: 'public',
      APP_ORIGIN: 'http://localhost',
      DB: {},
      GOOGLE_CLIENT_SECRET: undefined,
    }),
  ).toEqual(['one', 'two', 'three'])
})
