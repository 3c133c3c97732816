import { expect, test } from 'vitest'
import { localSettings } from '#scripts/local/settings.ts'
import { chooseUpstream } from '#scripts/local/upstream.ts'

test('a simulator starts by default', async () => {
  const upstream = await chooseUpstream({})
  const origin = upstream.settings.UPSTREAM_ORIGIN ?? ''
  expect((await fetch(`${origin}/www.google.com/`)).status).toBeLessThan(500)
  expect(upstream.settings.YELP_API_KEY).toBeDefined()
  await upstream.close()
  await expect(fetch(origin)).rejects.toThrow()
})

test("the environment's UPSTREAM_ORIGIN takes precedence over the simulator", async () => {
  const { settings, isLive } = await chooseUpstream({ UPSTREAM_ORIGIN: 'http://127.0.0.1:9' })
  expect(settings).toMatchObject({ UPSTREAM_ORIGIN: 'http://127.0.0.1:9', ENVIRONMENT: 'local' })
  expect(settings.YELP_API_KEY).toBeDefined()
  expect(isLive).toBe(false)
})

test('UPSTREAM=live calls the real platforms with only the keys of .dev.vars', async () => {
  const { settings, isLive } = await chooseUpstream({
    UPSTREAM: 'live',
    UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
  })
  const { UPSTREAM_ORIGIN: _, ...ofThisMachine } = localSettings()
  expect(settings).toEqual(ofThisMachine)
  expect(isLive).toBe(true)
})

test('any other UPSTREAM is refused', async () => {
  await expect(chooseUpstream({ UPSTREAM: 'production' })).rejects.toThrow('UPSTREAM can only be "live"')
})
