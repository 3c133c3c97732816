import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { newTokenKey } from '#scripts/local/token-key.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'

const ADDRESS = '/.well-known/jwks.json'

interface Published {
  keys: Record<string, string>[]
}

test('the key set is public, the same for everyone, and asks the database nothing', async () => {
  const meter = createMeter()
  const bindings = { ...env, DB: metered(env.DB, meter) }
  const answer = await ask(ADDRESS, {
    env: bindings,
    headers: { cookie: 'session=any', authorization: 'Bearer any' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=600')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('set-cookie')).toBeNull()
  expect(await answer.text()).toBe(await (await ask(ADDRESS)).text())
  expect(meter).toEqual(createMeter())
})

test('the key set has only the public parts of the current, next and previous key', async () => {
  const [present, next, previous] = [newTokenKey(), newTokenKey(), newTokenKey()]
  const answer = await ask(ADDRESS, {
    env: {
      ...env,
      TOKEN_PRIVATE_JWK: present,
      TOKEN_NEXT_PUBLIC_JWK: next,
      TOKEN_PREVIOUS_PUBLIC_JWK: previous,
    },
  })
  const { keys } = await answer.json<Published>()
  expect(keys.map(({ x }) => x)).toEqual([present, next, previous].map((key) => JSON.parse(key).x))
  for (const key of keys) {
    expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y'])
    expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' })
  }
})

test('the key set refuses methods other than GET and HEAD', async () => {
  const head = await ask(ADDRESS, { method: 'HEAD' })
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
    const answer = await ask(ADDRESS, { method, headers: { origin: ORIGIN } })
    await answer.body?.cancel()
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
})

test('addresses similar to the key set are not found and not cached', async () => {
  for (const address of [
    '/.well-known/',
    '/.well-known/jwks.json/',
    '/.well-known/jwks.json.css',
    '/jwks.json',
  ]) {
    const answer = await ask(address)
    await answer.body?.cancel()
    expect([address, answer.status]).toEqual([address, 404])
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
  }
})
