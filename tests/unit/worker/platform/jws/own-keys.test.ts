import * as v from 'valibot'
import { expect, test } from 'vitest'
import { newTokenKey } from '#scripts/local/token-key.ts'
import {
  PrivateKeySetting,
  PublicKeySetting,
  publishedKeys,
  signToken,
  thumbprint,
} from '#worker/platform/jws/own-keys.ts'
import { verifySignedToken } from '#worker/platform/jws/signed-token.ts'

function settings(key = newTokenKey(), next?: string, previous?: string) {
  return {
    TOKEN_PRIVATE_JWK: v.parse(PrivateKeySetting, key),
    TOKEN_NEXT_PUBLIC_JWK: next === undefined ? undefined : v.parse(PublicKeySetting, next),
    TOKEN_PREVIOUS_PUBLIC_JWK: previous === undefined ? undefined : v.parse(PublicKeySetting, previous),
  }
}

test('a key id is the thumbprint of RFC 7638 (section 3.1)', () => {
  const key = {
    kty: 'RSA',
    n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw',
    e: 'AQAB',
  }
  expect(thumbprint(key)).toBe('NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs')
})

test('a published key has only its public part, its thumbprint as id and the use sig', () => {
  const key = newTokenKey()
  const { x, y } = JSON.parse(key)
  expect(publishedKeys(settings(key))).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x,
      y,
      kid: thumbprint({ kty: 'EC', crv: 'P-256', x, y }),
      alg: 'ES256',
      use: 'sig',
    },
  ])
})

test('the private part of a key in a public setting is not published', () => {
  const [present, next, previous] = [newTokenKey(), newTokenKey(), newTokenKey()]
  const published = JSON.stringify(publishedKeys(settings(present, next, previous)))
  for (const key of [present, next, previous]) {
    expect(published).toContain(JSON.parse(key).x)
    expect(published).not.toContain(JSON.parse(key).d)
  }
})

test('an id that comes with a key is ignored, so the key keeps its id in any setting', () => {
  const key = newTokenKey()
  const named = JSON.stringify({ ...JSON.parse(key), kid: 'chosen', alg: 'none', use: 'enc' })
  expect(publishedKeys(settings(named))).toEqual(publishedKeys(settings(key)))
})

test('a token can be verified with the published keys', async () => {
  const ring = settings()
  const token = await signToken(ring, 'at+jwt', { sub: 'Zoë' })
  const { header, payload } = await verifySignedToken(token, { keys: publishedKeys(ring) })
  expect(header).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: publishedKeys(ring)[0]?.kid })
  expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({ sub: 'Zoë' })
})

test('tokens stay valid through a key change, and each key is listed once', async () => {
  const [older, newer] = [newTokenKey(), newTokenKey()]
  const steps = [
    settings(older),
    settings(older, newer),
    settings(older, newer, older),
    settings(newer, newer, older),
    settings(newer, undefined, older),
    settings(newer),
  ]
  for (const [index, step] of steps.entries()) {
    const ids = publishedKeys(step).map(({ kid }) => kid)
    expect(new Set(ids).size).toBe(ids.length)
    const token = await signToken(step, 'at+jwt', {})
    for (const other of [steps[index - 1], step, steps[index + 1]]) {
      if (other) await verifySignedToken(token, publishedKeys(other))
    }
  }
})
