import { expect, test } from 'vitest'
import { createKeyCache, KEY_CACHE_MS } from '#worker/oauth/id-token.ts'

/** Remote party whose keys, clock and availability can be set. */
function party() {
  const state = { now: 1_000_000, ids: ['a'], isDown: false, asked: 0 }
  const cache = createKeyCache(
    async () => {
      state.asked += 1
      if (state.isDown) throw new Error('down')
      return { keys: state.ids.map((kid) => ({ kid })) }
    },
    () => state.now,
  )
  async function ids(keyId?: string) {
    const set = await cache.keysFor(keyId)
    return ('length' in set ? set : set.keys).map((key) => (key as { kid: string }).kid)
  }
  return { state, ids }
}

test('a key set is cached for 600,000 ms', async () => {
  const { state, ids } = party()
  expect(KEY_CACHE_MS).toBe(600_000)
  for (const wait of [0, 1, 299_999, 299_999]) {
    state.now += wait
    expect(await ids('a')).toEqual(['a'])
  }
  expect(state.asked).toBe(1)
  state.now += 1
  await ids('a')
  expect(state.asked).toBe(2)
})

test('an unknown key id triggers at most one request per 30 s', async () => {
  const { state, ids } = party()
  await ids('a')
  state.ids = ['a', 'b']
  expect(await ids('b')).toEqual(['a'])
  state.now += 29_999
  expect(await ids('b')).toEqual(['a'])
  expect(state.asked).toBe(1)
  state.now += 1
  expect(await ids('b')).toEqual(['a', 'b'])
  for (let invented = 0; invented < 100; invented += 1) await ids(`invented-${invented}`)
  await ids(undefined)
  expect(state.asked).toBe(2)
  state.now += 30_000
  await Promise.all(Array.from({ length: 100 }, (_, index) => ids(`invented-${index}`)))
  expect(state.asked).toBe(3)
})

test('the last key set is used while the remote party is down', async () => {
  const { state, ids } = party()
  await ids('a')
  state.isDown = true
  state.now += 10 * 600_000
  expect(await ids('a')).toEqual(['a'])
  expect(await ids('b')).toEqual(['a'])
  expect(state.asked).toBe(2)
  state.now += 30_000
  expect(await ids('a')).toEqual(['a'])
  expect(state.asked).toBe(3)
  state.isDown = false
  state.ids = ['c']
  state.now += 30_000
  expect(await ids('a')).toEqual(['c'])
})

test('without a cached set the error reaches the caller, and the next call tries again', async () => {
  const { state, ids } = party()
  state.isDown = true
  await expect(ids('a')).rejects.toThrow('down')
  await expect(ids('a')).rejects.toThrow('down')
  state.isDown = false
  expect(await ids('a')).toEqual(['a'])
  expect(state.asked).toBe(3)
})

test('a withdrawn key is dropped when the cache expires', async () => {
  const { state, ids } = party()
  await ids('a')
  state.ids = ['b']
  state.now += 600_000
  expect(await ids('a')).toEqual(['b'])
})
