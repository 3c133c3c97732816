import { expect, test } from 'vitest'
import { verifyAccessToken } from '#worker/identity/token.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { createSigner, encoded } from './tokens/signer.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const SECONDS = NOW / 1000
const CLAIMS = {
  iss: 'https://reviews.example.com',
  aud: 'https://reviews.example.com',
  sub: 'user',
  org: 'organization',
  scope: 'read write',
  jti: 'token',
  iat: SECONDS,
  exp: SECONDS + 900,
}

const ours = await createSigner('ES256')
const stranger = await createSigner('ES256')
const rsa = await createSigner('RS256')
const keys = [ours.jwk, rsa.jwk]

function verify(token: string, now = NOW) {
  return verifyAccessToken(token, { keys, now })
}

/** Error message for the token; null if it is accepted. */
async function refusal(token: string, now = NOW): Promise<string | null> {
  return verify(token, now).then(
    () => null,
    (error: unknown) => {
      expect(error).toMatchObject({ name: 'DomainError', code: 'not_signed_in' })
      return (error as Error).message
    },
  )
}

test('a valid token returns its claims, for both algorithms and all forms of keys and time', async () => {
  const token = await ours.sign(CLAIMS)
  expect(await verify(token)).toEqual(CLAIMS)
  expect(await verify(await rsa.sign(CLAIMS))).toEqual(CLAIMS)
  expect(await verifyAccessToken(token, { keys: { keys }, now: new Date(NOW) })).toEqual(CLAIMS)
})

const good = await ours.sign(CLAIMS)
const [HEADER = '', PAYLOAD = '', SIGNATURE = ''] = good.split('.')

test.each([
  ['nothing', ''],
  ['one part', HEADER],
  ['two parts', `${HEADER}.${PAYLOAD}`],
  ['four parts', `${good}.`],
  ['five parts, as an encrypted one has', `${good}.${PAYLOAD}.${PAYLOAD}`],
  ['a leading dot', `.${good}`],
  ['white space before', ` ${good}`],
  ['white space behind', `${good}\n`],
  ['white space within', `${HEADER}. ${PAYLOAD}.${SIGNATURE}`],
  ['padding', `${HEADER}.${PAYLOAD}.${SIGNATURE}==`],
  ['characters of plain base64', `${HEADER}.${PAYLOAD}.+/${SIGNATURE.slice(2)}`],
  ['a length that no bytes have', `${HEADER}.${PAYLOAD}.${SIGNATURE}AAA`],
  ['a NUL', `${HEADER}.${PAYLOAD}.${SIGNATURE}\0`],
  ['letters that look alike', `${HEADER}.${PAYLOAD}.А${SIGNATURE.slice(1)}`],
  ['JSON instead', JSON.stringify({ protected: HEADER, payload: PAYLOAD, signature: SIGNATURE })],
])('a token with %s is refused for its structure', async (_, token) => {
  expect(await refusal(token)).toBe('Invalid JWT structure')
})

test('a token with non-zero trailing bits is refused', async () => {
  // 64 bytes take 86 characters; the last one has four unused bits.
  const last = SIGNATURE.at(-1) ?? ''
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const index = alphabet.indexOf(last)
  expect(index % 16).toBe(0)
  for (let other = index + 1; other < index + 16; other += 1) {
    const token = `${good.slice(0, -1)}${alphabet[other]}`
    expect(await refusal(token)).toBe('Invalid JWT structure')
  }
})

test('a token that is not a string is refused', async () => {
  for (const token of [undefined, null, 5, {}, [good], { toString: () => good }]) {
    await expect(verifyAccessToken(token as unknown as string, { keys, now: NOW })).rejects.toThrow(
      'Invalid JWT structure',
    )
  }
})

test('a huge token is refused without being parsed', async () => {
  const start = performance.now()
  for (const token of [
    await ours.sign({ ...CLAIMS, more: 'x'.repeat(9_000) }),
    'A'.repeat(20_000_000),
    '.'.repeat(20_000_000),
    `${'A'.repeat(1_000_000)}.e30.AA`,
  ]) {
    expect(await refusal(token)).toBe('Invalid JWT structure')
  }
  expect(performance.now() - start).toBeLessThan(1_000)
})

test.each([
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"ES256"'],
  ['a number', '1'],
  ['no JSON', '{alg:ES256}'],
  ['cut off', '{"alg":"ES256"'],
  ['two objects', '{"alg":"ES256"}{}'],
  ['nothing', ''],
  ['a byte-order mark before it', '\uFEFF{"alg":"ES256"}'],
  ['deeper than the parser goes', '['.repeat(5_000)],
])('a header that is %s is refused', async (_, header) => {
  expect(await refusal(`${encoded(header)}.${PAYLOAD}.${SIGNATURE}`)).toBe('Invalid JWT header')
})

test('a header that is not UTF-8 is refused', async () => {
  const bytes = btoa('{"alg":"ES256","kid":"\xff"}').replaceAll('=', '')
  expect(await refusal(`${bytes}.${PAYLOAD}.${SIGNATURE}`)).toBe('Invalid JWT header')
})

test.each(['none', 'None', 'NONE', 'nOnE'])('the algorithm %s is refused, signed or not', async (alg) => {
  const header = encoded({ alg, typ: 'at+jwt', kid: ours.jwk.kid })
  expect(await refusal(`${header}.${PAYLOAD}.`)).toBe('Insecure algorithm none')
  expect(await refusal(await ours.sign(CLAIMS, { alg }))).toBe('Insecure algorithm none')
})

test.each([
  ...['HS256', 'HS384', 'HS512', 'PS256', 'RS384', 'RS512', 'ES384', 'ES512', 'ES256K', 'EdDSA'],
  ...['es256', 'ES256 ', '', 'RSA-OAEP', 'dir', 'toString', '__proto__', null, 5, ['ES256'], undefined],
])('the algorithm %j is refused', async (alg) => {
  expect(await refusal(await ours.sign(CLAIMS, { alg }))).toBe('Invalid alg claim')
})

test("a public key can't be used as a shared secret", async () => {
  for (const signer of [ours, rsa]) {
    const text = `${encoded({ alg: 'HS256', typ: 'at+jwt', kid: signer.jwk.kid })}.${PAYLOAD}`
    const secrets = [signer.jwk.x, signer.jwk.n, JSON.stringify(signer.jwk)].filter(
      (text) => text !== undefined,
    )
    for (const secret of secrets) {
      const bytes = new TextEncoder().encode(secret)
      const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
        'sign',
      ])
      const mac = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text))
      const signature = btoa(String.fromCharCode(...new Uint8Array(mac)))
      const token = `${text}.${signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`
      expect(await refusal(token)).toBe('Invalid alg claim')
    }
  }
})

test.each([
  ['another key of the same id signed it', () => stranger.sign(CLAIMS)],
  ['it names a key of another type', () => ours.sign(CLAIMS, { kid: rsa.jwk.kid })],
  ['it names a key that is not there', () => ours.sign(CLAIMS, { kid: 'nobody' })],
  ['it names no key', () => ours.sign(CLAIMS, { kid: undefined })],
  ['it names its key by a list', () => ours.sign(CLAIMS, { kid: [ours.jwk.kid] })],
  ['it names the algorithm of another key', () => rsa.sign(CLAIMS, { alg: 'ES256' })],
  ['it brings its own key', () => stranger.sign(CLAIMS, { jwk: stranger.jwk })],
  ['it says where its keys are', () => stranger.sign(CLAIMS, { jku: 'https://example.com/jwks.json' })],
  ['it brings a certificate', () => stranger.sign(CLAIMS, { x5c: ['AAAA'], x5u: 'https://example.com/x' })],
  ['its signature is missing', async () => `${HEADER}.${PAYLOAD}.`],
  ['its signature is short', async () => `${HEADER}.${PAYLOAD}.${SIGNATURE.slice(0, 80)}`],
  ['its signature is long', async () => `${good}AAAA`.replace(/.(AAAA)$/, 'A$1')],
  ['its signature is all zeros', async () => `${HEADER}.${PAYLOAD}.${'A'.repeat(86)}`],
  ['its claims were changed', async () => `${HEADER}.${encoded({ ...CLAIMS, sub: 'other' })}.${SIGNATURE}`],
  [
    'its header was changed',
    async () => `${encoded({ alg: 'ES256', kid: ours.jwk.kid, typ: 'at+jwt' })}.${PAYLOAD}.${SIGNATURE}`,
  ],
])('a token is refused for its signature if %s', async (_, make) => {
  expect(await refusal(await make())).toBe('Invalid JWT signature')
})

test('a DER-encoded signature is refused', async () => {
  const der = `3044${'0220'}${'11'.repeat(32)}${'0220'}${'22'.repeat(32)}`
  const bytes = Uint8Array.from(der.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const signature = btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  expect(await refusal(`${HEADER}.${PAYLOAD}.${signature}`)).toBe('Invalid JWT signature')
})

test('keys and key URLs in the header of a valid token are ignored', async () => {
  const header = { jwk: stranger.jwk, jku: 'https://example.com', x5u: 'https://example.com', x5c: ['AAAA'] }
  expect(await refusal(await ours.sign(CLAIMS, header))).toBeNull()
})

test.each([[['exp']], [['b64']], [[]], [{}], [null], ['exp']])(
  'a token with crit %j is refused',
  async (crit) => {
    expect(await refusal(await ours.sign(CLAIMS, { crit, b64: false }))).toBe('Invalid JWT header')
  },
)

const NO_TIME = [undefined, null, '', String(CLAIMS.exp), true, [CLAIMS.exp], {}]

test.each(NO_TIME)('exp %j counts as missing', async (exp) => {
  expect(await refusal(await ours.sign({ ...CLAIMS, exp }))).toBe('Missing exp claim')
})

test('an infinite exp counts as missing', async () => {
  for (const exp of ['1e999', '-1e999']) {
    const payload = JSON.stringify({ ...CLAIMS, exp: 'EXP' }).replace('"EXP"', exp)
    expect(await refusal(await ours.sign(payload))).toBe('Missing exp claim')
  }
})

test.each(['', 'foo', 'null', '[]', '"text"', '5', '[{"exp":99999999999}]', '{'])(
  'a payload that is %j has no claims',
  async (payload) => {
    expect(await refusal(await ours.sign(payload))).toBe('Missing exp claim')
  },
)

test('a token is valid until just before its expiry', async () => {
  const token = await ours.sign(CLAIMS)
  expect(await refusal(token, CLAIMS.exp * 1000 - 1)).toBeNull()
  expect(await refusal(token, CLAIMS.exp * 1000)).toBe('JWT has expired')
  expect(await refusal(await ours.sign({ ...CLAIMS, exp: 0 }))).toBe('JWT has expired')
  expect(await refusal(await ours.sign({ ...CLAIMS, exp: -1 }))).toBe('JWT has expired')
})

test('fractions of a second in exp are respected', async () => {
  const token = await ours.sign({ ...CLAIMS, exp: SECONDS + 0.5 })
  expect(await refusal(token, NOW + 499)).toBeNull()
  expect(await refusal(token, NOW + 500)).toBe('JWT has expired')
})

test('every token counts as expired if the clock is not a number', async () => {
  expect(await refusal(good, Number.NaN)).toBe('JWT has expired')
})

test('a token is valid from its nbf on', async () => {
  const token = await ours.sign({ ...CLAIMS, nbf: SECONDS + 10 })
  expect(await refusal(token, NOW + 9_999)).toBe('Token not yet valid')
  expect(await refusal(token, NOW + 10_000)).toBeNull()
  for (const nbf of [null, String(SECONDS), true, {}]) {
    expect(await refusal(await ours.sign({ ...CLAIMS, nbf }))).toBe('Token not yet valid')
  }
})

test('a token may be issued up to a minute ahead of our clock', async () => {
  const token = await ours.sign({ ...CLAIMS, iat: SECONDS, exp: SECONDS + 900 })
  expect(await refusal(token, NOW - MINUTE_MS)).toBeNull()
  expect(await refusal(token, NOW - MINUTE_MS - 1)).toBe('Token issued in the future')
  for (const iat of [null, String(SECONDS), true, {}]) {
    expect(await refusal(await ours.sign({ ...CLAIMS, iat }))).toBe('Token issued in the future')
  }
})

test.each([undefined, null, '', 5, ['user'], {}])('sub %j and aud %j count as missing', async (value) => {
  expect(await refusal(await ours.sign({ ...CLAIMS, sub: value }))).toBe('Missing subject claim')
  expect(await refusal(await ours.sign({ ...CLAIMS, aud: value }))).toBe('Missing audience claim')
})

test('a token without an issuer, or of another type, is not a user token', async () => {
  expect(await refusal(await ours.sign({ ...CLAIMS, iss: undefined }))).toBe('Invalid user token')
  for (const typ of [undefined, 'JWT', 'at+JWT', 'application/at+jwt', 'id+jwt', null]) {
    expect(await refusal(await ours.sign(CLAIMS, { typ }))).toBe('Invalid user token')
  }
})

test('the first failed check is the one reported', async () => {
  const wrong = { typ: 'JWT', crit: ['exp'] }
  const claims = { exp: 1, nbf: SECONDS + 99, iat: SECONDS + 99 }
  expect(await refusal(`${await stranger.sign(claims, { ...wrong, alg: 'none' })}=`)).toBe(
    'Invalid JWT structure',
  )
  expect(await refusal(await stranger.sign(claims, { ...wrong, alg: 'none' }))).toBe(
    'Insecure algorithm none',
  )
  expect(await refusal(await stranger.sign(claims, { ...wrong, alg: 'HS256' }))).toBe('Invalid alg claim')
  expect(await refusal(await stranger.sign(claims, wrong))).toBe('Invalid JWT header')
  expect(await refusal(await stranger.sign({}, { typ: 'JWT' }))).toBe('Invalid JWT signature')
  const steps: [object, string][] = [
    [{ exp: undefined }, 'Missing exp claim'],
    [{ exp: 1 }, 'JWT has expired'],
    [{ exp: SECONDS + 9 }, 'Token not yet valid'],
    [{ nbf: SECONDS }, 'Token issued in the future'],
    [{ iat: SECONDS }, 'Missing subject claim'],
    [{ sub: 'user' }, 'Missing audience claim'],
    [{ aud: 'audience' }, 'Invalid user token'],
  ]
  let given: object = claims
  for (const [change, message] of steps) {
    given = { ...given, ...change }
    expect(await refusal(await ours.sign(given, { typ: 'JWT' }))).toBe(message)
  }
})

test('claims named like built-in object properties have no special effect', async () => {
  const payload = JSON.stringify(CLAIMS).replace('{', '{"__proto__":{"exp":1,"admin":true},"constructor":5,')
  const claims = await verify(await ours.sign(payload))
  expect(claims.exp).toBe(CLAIMS.exp)
  expect(claims.admin).toBeUndefined()
  expect(Object.hasOwn({}, 'admin')).toBe(false)
  const inherited = await ours.sign('{"__proto__":{"exp":99999999999}}')
  expect(await refusal(inherited)).toBe('Missing exp claim')
})
