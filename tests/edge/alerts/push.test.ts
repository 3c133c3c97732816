import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { joined } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { deliverPushes } from '#worker/alerts/push/deliver-pushes.ts'
import { MINUTE_MS } from '#worker/rules/durations.ts'
import { forgetDue, openShop, type Shop } from './support.ts'

const upstream = new UpstreamControl(inject('upstreamOrigin'))

/** Uses the real time, because the push service does. */
async function openShopNow() {
  const shop = await openShop()
  shop.clock.now = Date.now()
  return shop
}

const deliver = ({ ctx }: Shop) => deliverPushes(ctx)
const sentTo = async (endpoint: string) =>
  (await upstream.pushed()).filter((message) => message.endpoint === endpoint)
const waiting = async () =>
  (await env.DB.prepare('SELECT * FROM outgoing_pushes').all<Record<string, unknown>>()).results

beforeEach(async () => {
  await forgetDue()
  await env.DB.batch([
    env.DB.prepare('DELETE FROM outgoing_pushes'),
    env.DB.prepare('DELETE FROM push_devices'),
  ])
})

describe('a push alert', () => {
  test("is encrypted for the device's browser and links to the review", async () => {
    const shop = await openShopNow()
    const device = await upstream.subscribeToPush()
    await shop.api.alerts.addDevice(device)
    await shop.collect({ rating: 1, authorName: 'Kim', text: 'Cold soup.' })
    await shop.alerts()
    const [row] = await waiting()
    expect(JSON.stringify(row)).not.toContain('Cold soup')
    await deliver(shop)
    const [message, ...others] = await sentTo(device.endpoint)
    expect(others).toEqual([])
    const { items } = await shop.api.reviews.list({ businessId: shop.business.id })
    expect(JSON.parse(message?.text ?? '')).toEqual({
      title: '1 star from Kim – Corner Shop, Google',
      body: 'Cold soup.',
      path: `/app/reviews/${items[0]?.id}`,
      tag: `review-${items[0]?.id}`,
    })
    expect(message).toMatchObject({ ttl: 86_400, urgency: 'high' })
    expect(await waiting()).toEqual([])
  })

  test('goes to every device even if emails are off', async () => {
    const shop = await openShopNow()
    const devices = await Promise.all([upstream.subscribeToPush(), upstream.subscribeToPush()])
    for (const device of devices) await shop.api.alerts.addDevice(device)
    await shop.choose({ takesMail: false })
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await deliver(shop)
    for (const { endpoint } of devices) expect(await sentTo(endpoint)).toHaveLength(1)
  })

  test('is sent once even with concurrent ticks', async () => {
    const shop = await openShopNow()
    const device = await upstream.subscribeToPush()
    await shop.api.alerts.addDevice(device)
    await shop.collect({ rating: 1 })
    await Promise.all([shop.alerts(), shop.alerts()])
    await Promise.all([deliver(shop), deliver(shop)])
    expect(await sentTo(device.endpoint)).toHaveLength(1)
  })
})

test('a device unknown to its push service is forgotten', async () => {
  const shop = await openShopNow()
  await shop.api.alerts.addDevice(await upstream.subscribeToPush('gone'))
  await shop.api.alerts.sendTest()
  await deliver(shop)
  expect((await shop.api.alerts.get()).devices).toEqual([])
  expect(await waiting()).toEqual([])
})

test('a busy push service is retried with growing delays and finally given up', {
  meta: { expectsFaults: true },
}, async () => {
  const shop = await openShopNow()
  await shop.api.alerts.addDevice(await upstream.subscribeToPush('busy'))
  await shop.api.alerts.sendTest()
  for (const minutes of [1, 2, 4, 8, 16]) {
    expect(await waiting()).toHaveLength(1)
    await deliver(shop)
    shop.clock.now += minutes * MINUTE_MS
  }
  expect(await waiting()).toEqual([])
  expect((await shop.api.alerts.get()).devices).toHaveLength(1)
})

test('without a key the settings offer no push, and adding a device is refused', {
  meta: { expectsFaults: true },
}, async () => {
  const shop = await openShopNow()
  const bindings = { ...env, PUSH_PRIVATE_JWK: undefined }
  const api = apiFor(shop.account, { env: bindings })
  expect((await api.alerts.get()).pushKey).toBeNull()
  const subscription = await upstream.subscribeToPush()
  await expect(api.alerts.addDevice(subscription)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})

describe('a device', () => {
  test.each([
    'https://push.example.test/send/1',
    'http://fcm.googleapis.com/fcm/send/1',
    'https://fcm.googleapis.com:8443/fcm/send/1',
    'https://fcm.googleapis.com.example.test/fcm/send/1',
    'https://user@fcm.googleapis.com/fcm/send/1',
    'https://127.0.0.1/fcm/send/1',
    'https://metadata.google.internal/fcm/send/1',
    'nowhere',
  ])('with the endpoint %s is refused', async (endpoint) => {
    const { api } = await openShopNow()
    const { keys } = await upstream.subscribeToPush()
    await expect(api.alerts.addDevice({ endpoint, keys })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  test.each([
    'https://updates.push.services.mozilla.com/wpush/v2/x',
    'https://web.push.apple.com/x',
    'https://db5p.notify.windows.com/w/?token=x',
  ])('with the endpoint %s is accepted', async (endpoint) => {
    const { api } = await openShopNow()
    const { keys } = await upstream.subscribeToPush()
    await api.alerts.addDevice({ endpoint, keys })
    expect((await api.alerts.get()).devices).toMatchObject([{ endpoint, name: 'Unknown device' }])
  })

  test('belongs to the last account that added it', async () => {
    const [shop, other] = [await openShopNow(), await openShopNow()]
    const device = await upstream.subscribeToPush()
    await shop.api.alerts.addDevice(device)
    await other.api.alerts.addDevice(device)
    expect((await shop.api.alerts.get()).devices).toEqual([])
    const [own] = (await other.api.alerts.get()).devices
    await expect(shop.api.alerts.removeDevice({ id: own?.id ?? '' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await other.api.alerts.removeDevice({ id: own?.id ?? '' })
    expect((await other.api.alerts.get()).devices).toEqual([])
  })

  test('replaces the oldest one if there are already ten', async () => {
    const shop = await openShopNow()
    const first = await upstream.subscribeToPush()
    await shop.api.alerts.addDevice(first)
    for (let index = 0; index < 10; index += 1) {
      shop.clock.now += 1
      await shop.api.alerts.addDevice(await upstream.subscribeToPush())
    }
    const { devices } = await shop.api.alerts.get()
    expect(devices).toHaveLength(10)
    expect(devices.map(({ endpoint }) => endpoint)).not.toContain(first.endpoint)
  })

  test('gets nothing after its owner leaves the organization', async () => {
    const shop = await openShopNow()
    await shop.api.alerts.addDevice(await upstream.subscribeToPush())
    await shop.api.alerts.sendTest()
    await joined(shop.account, 'owner')
    await apiFor(shop.account).organizations.leave()
    expect(await waiting()).toEqual([])
  })
})
