import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#worker/rules/durations.ts'
import { MAX_MESSAGES_AN_HOUR, RETRY_WAITS_MS, type WebhookEvent } from '#worker/rules/webhooks.ts'
import { announce, askForDueDeliveries } from '#worker/webhooks/announce.ts'
import { deliverWebhooks } from '#worker/webhooks/deliver.ts'
import { forgetOldDeliveries } from '#worker/webhooks/deliveries.ts'
import { signedHeaders } from '#worker/webhooks/sign.ts'
import { openStation, type Station } from './support.ts'

const test_event = ({ api, endpoint }: Station) => api.webhooks.test({ id: endpoint.id })

describe('a webhook message', () => {
  test('is signed as the reference library of Standard Webhooks does', () => {
    const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', body: '{"test": 2432232314}' }
    // Example from the library's documentation.
    expect(signedHeaders([secret], message, 1_614_265_330_000)).toEqual({
      'webhook-id': message.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
    for (const body of ['', 'ünïcode 💬', '{"a":"b"}\r\n']) {
      const at = new Date(1_700_000_000_000)
      expect(signedHeaders([secret], { id: 'msg_1', body }, at.getTime())['webhook-signature']).toBe(
        new Webhook(secret).sign('msg_1', at, body),
      )
    }
  })

  test('is delivered and verifies with the secret that was shown', async () => {
    const station = await openStation()
    await test_event(station)
    expect(station.asked).toEqual([
      { body: { version: 1, type: 'deliver-webhooks', endpointId: station.endpoint.id }, delaySeconds: 0 },
    ])
    await station.deliver()
    const [message, ...others] = await station.received()
    expect(others).toEqual([])
    const verified = new Webhook(station.endpoint.secret).verify(message?.body ?? '', message?.headers ?? {})
    expect(verified).toEqual({
      type: 'webhook.test',
      timestamp: new Date(station.clock.now).toISOString(),
      data: { endpointId: station.endpoint.id },
    })
    expect(message?.headers).toMatchObject({ 'content-type': 'application/json' })
    expect(await station.deliveries()).toMatchObject([
      {
        messageId: message?.headers['webhook-id'],
        state: 'delivered',
        status: 200,
        answer: '{"taken":true}',
        attempts: 1,
        nextAt: null,
      },
    ])
  })

  test('does not verify if it is 301 seconds old or was changed', async () => {
    const station = await openStation()
    station.clock.now -= 301 * SECOND_MS
    await test_event(station)
    await station.deliver()
    const [old] = await station.received()
    const webhook = new Webhook(station.endpoint.secret)
    expect(() => webhook.verify(old?.body ?? '', old?.headers ?? {})).toThrow('too old')
    station.clock.now += 301 * SECOND_MS
    await test_event(station)
    await station.deliver()
    const [, fresh] = await station.received()
    expect(webhook.verify(fresh?.body ?? '', fresh?.headers ?? {})).toBeTruthy()
    expect(() => webhook.verify(`${fresh?.body} `, fresh?.headers ?? {})).toThrow('No matching signature')
    const other = new Webhook((await openStation()).endpoint.secret)
    expect(() => other.verify(fresh?.body ?? '', fresh?.headers ?? {})).toThrow('No matching signature')
  })

  test('is signed with both secrets during a replacement, and then with the new one', async () => {
    const station = await openStation()
    const { id, secret: former } = station.endpoint
    const { secret } = await station.api.webhooks.rotate({ id, secretNumber: 1, overlapHours: 24 })
    const signatures = async () => {
      await test_event(station)
      await station.deliver()
      const message = (await station.received()).at(-1)
      return [former, secret].map((one) => {
        try {
          // The library checks the real clock; only the signature matters here.
          const at = new Date(Number(message?.headers['webhook-timestamp']) * SECOND_MS)
          const own = new Webhook(one).sign(message?.headers['webhook-id'] ?? '', at, message?.body ?? '')
          return message?.headers['webhook-signature']?.split(' ').includes(own)
        } catch {
          return false
        }
      })
    }
    expect(await signatures()).toEqual([true, true])
    station.clock.now += 24 * HOUR_MS
    expect(await signatures()).toEqual([false, true])
  })
})

describe('an endpoint that', () => {
  test.for([
    ['broken', 500, /^It broke\. x+$/],
    ['moved', 302, /Moved/],
    ['inwards', 301, /Moved/],
  ] as const)(
    'answers as %s is retried later, and redirects are not followed',
    async ([answers, status, answer]) => {
      const station = await openStation(answers)
      await test_event(station)
      await station.deliver()
      const [delivery] = await station.deliveries()
      expect(delivery).toMatchObject({ state: 'waiting', status, attempts: 1 })
      expect(delivery?.answer).toMatch(answer)
      expect(delivery?.answer.length).toBeLessThanOrEqual(500)
      expect(Date.parse(delivery?.nextAt ?? '')).toBe(station.clock.now + 5 * SECOND_MS)
      expect(station.asked.at(-1)?.delaySeconds).toBe(5)
      expect(await station.received()).toHaveLength(1)
    },
  )

  test('is slow is given up after the timeout', async () => {
    const station = await openStation('slow', 100)
    await test_event(station)
    await station.deliver()
    expect(await station.deliveries()).toMatchObject([
      { state: 'waiting', status: null, answer: 'It did not answer within 15 seconds.' },
    ])
  })

  test('answers with anything but text has accepted the message', async () => {
    const station = await openStation('picture')
    await test_event(station)
    await station.deliver()
    expect(await station.deliveries()).toMatchObject([{ state: 'delivered', status: 200 }])
  })

  test('is gone is switched off at once, and its owner is notified', async () => {
    const station = await openStation('gone')
    await test_event(station)
    await test_event(station)
    await station.deliver()
    expect(await station.view()).toMatchObject({ offReason: 'gone' })
    expect(await station.deliveries()).toMatchObject([{ state: 'failed', nextAt: null }, { state: 'failed' }])
    const { items } = await station.api.notifications.list()
    expect(items).toMatchObject([
      { message: expect.stringContaining('reported that it is gone for good (410)') },
    ])
    const { results } = await env.DB.prepare('SELECT subject FROM dev_mails WHERE recipient = ?')
      .bind(station.account.email)
      .all()
    expect(results).toEqual([{ subject: 'Your webhook endpoint at receiver.example.com is switched off' }])
    await expect(test_event(station)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('fails for three days is switched off, and starts over when it is switched on', async () => {
    const station = await openStation('broken')
    await test_event(station)
    await station.deliver()
    for (const [index, waitMs] of RETRY_WAITS_MS.entries()) {
      const [delivery] = await station.deliveries()
      expect(delivery).toMatchObject({ state: 'waiting', attempts: index + 1 })
      await station.later(waitMs)
    }
    expect(await station.received()).toHaveLength(RETRY_WAITS_MS.length + 1)
    expect(await station.view()).toMatchObject({ offReason: 'failing' })
    const [delivery] = await station.deliveries()
    expect(delivery).toMatchObject({ state: 'failed', nextAt: null })
    await station.api.webhooks.update({ id: station.endpoint.id, isOn: true })
    expect(await station.view()).toMatchObject({ offReason: null, failingSince: null })
  })

  test('accepted nothing in a round gets no other messages for five minutes', async () => {
    const station = await openStation('broken')
    for (let message = 0; message < 25; message += 1) await test_event(station)
    await station.deliver()
    expect(await station.received()).toHaveLength(10)
    const waiting = (await station.deliveries()).map(
      ({ nextAt }) => Date.parse(nextAt ?? '') - station.clock.now,
    )
    expect(new Set(waiting)).toEqual(new Set([5 * SECOND_MS, 5 * MINUTE_MS]))
  })

  test('was deleted gets no waiting messages', async () => {
    const station = await openStation()
    await test_event(station)
    await station.api.webhooks.remove({ id: station.endpoint.id })
    await station.deliver()
    expect(await station.received()).toEqual([])
  })

  test('was switched off gets nothing, and nothing waits for it', async () => {
    const station = await openStation()
    await test_event(station)
    await station.api.webhooks.update({ id: station.endpoint.id, isOn: false })
    await station.deliver()
    expect(await station.received()).toEqual([])
    expect(await station.deliveries()).toMatchObject([{ state: 'failed', nextAt: null }])
  })

  test('lost its plan gets nothing', async () => {
    const station = await openStation()
    await test_event(station)
    await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?")
      .bind(station.account.organizationId)
      .run()
    await station.deliver()
    expect(await station.received()).toEqual([])
    expect(await station.deliveries()).toMatchObject([{ answer: 'Your plan does not include the API.' }])
  })
})

describe('an endpoint that is not on the public internet', () => {
  test.for([
    'http://receiver.example.com/take',
    'https://receiver.example.com:8443/take',
    'https://user:password@receiver.example.com/take',
    'https://127.0.0.1/take',
    'https://2130706433/take',
    'https://0x7f.1/take',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::1]/take',
    'https://[::ffff:127.0.0.1]/take',
    'https://localhost/take',
    'https://127.0.0.1.nip.io/take',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://printer.local/',
    'file:///etc/passwd',
    'nothing',
  ])('is refused: %s', async (url) => {
    const { api, endpoint } = await openStation()
    const refused = { code: 'BAD_REQUEST', cause: { fields: { url: expect.any(String) } } }
    await expect(api.webhooks.create({ url, events: ['review.created'] })).rejects.toMatchObject(refused)
    await expect(api.webhooks.update({ id: endpoint.id, url })).rejects.toMatchObject(refused)
  })

  test.for(['http://127.0.0.1/', 'https://[::ffff:127.0.0.1]/', 'http://localhost:8787/'])(
    'is never requested, even if it is stored: %s',
    async (url) => {
      const station = await openStation()
      await env.DB.prepare('UPDATE webhook_endpoints SET url = ? WHERE id = ?')
        .bind(url, station.endpoint.id)
        .run()
      await test_event(station)
      await station.deliver()
      expect(await station.deliveries()).toMatchObject([
        { status: null, answer: 'This address is not on the internet.' },
      ])
    },
  )
})

describe('a message that is sent again', () => {
  test('ten times at once keeps its id and leaves one delivery', async () => {
    const station = await openStation()
    await test_event(station)
    await station.deliver()
    const [first] = await station.deliveries()
    const again = { id: station.endpoint.id, delivery: first?.id ?? '' }
    await Promise.all(Array.from({ length: 10 }, () => station.api.webhooks.replay(again)))
    await Promise.all(Array.from({ length: 10 }, () => station.deliver()))
    const ids = (await station.received()).map(({ headers }) => headers['webhook-id'])
    expect(ids).toEqual([first?.messageId, first?.messageId])
    expect(await station.deliveries()).toMatchObject([{ id: first?.id, state: 'delivered', attempts: 1 }])
  })

  test('is sent by only one of ten consumers', async () => {
    const station = await openStation()
    await test_event(station)
    await Promise.all(Array.from({ length: 10 }, () => station.deliver()))
    expect(await station.received()).toHaveLength(1)
  })

  test('out of order is delivered like all others', async () => {
    const station = await openStation('broken')
    for (let message = 0; message < 5; message += 1) await test_event(station)
    await station.deliver()
    const stored = await station.deliveries()
    for (const { id } of [stored[3], stored[0], stored[4], stored[1], stored[2]].map((one) => ({
      id: one?.id ?? '',
    })))
      await station.api.webhooks.replay({ id: station.endpoint.id, delivery: id })
    await station.api.webhooks.update({
      id: station.endpoint.id,
      url: 'https://receiver.example.com/take/again',
    })
    await station.later(10 * MINUTE_MS)
    expect((await station.deliveries()).map(({ state }) => state)).toEqual(Array(5).fill('delivered'))
    expect((await station.deliveries()).map(({ messageId }) => messageId)).toEqual(
      stored.map(({ messageId }) => messageId),
    )
  })

  test('is refused if it belongs to another endpoint or organization', async () => {
    const [station, other] = [await openStation(), await openStation()]
    await test_event(other)
    const [theirs] = await other.deliveries()
    const replay = (id: string, delivery: string) => station.api.webhooks.replay({ id, delivery })
    const refused = { code: 'NOT_FOUND' }
    await expect(replay(station.endpoint.id, theirs?.id ?? '')).rejects.toMatchObject(refused)
    await expect(replay(other.endpoint.id, theirs?.id ?? '')).rejects.toMatchObject(refused)
  })
})

test('the tick queues due deliveries unless a worker holds them', async () => {
  const station = await openStation()
  const ask = async () => {
    const sent: unknown[] = []
    const sendBatch = async (messages: Iterable<{ body: { endpointId: string } }>) => {
      for (const { body } of messages) if (body.endpointId === station.endpoint.id) sent.push(body)
    }
    const { webhooks } = station.ctx.queues
    await askForDueDeliveries({
      ...station.ctx,
      queues: { ...station.ctx.queues, webhooks: { ...webhooks, sendBatch } as unknown as typeof webhooks },
    })
    return sent.length
  }
  expect(await ask()).toBe(0)
  await test_event(station)
  expect(await ask()).toBe(1)
  await env.DB.prepare('UPDATE webhook_endpoints SET lease_until = ? WHERE id = ?')
    .bind(station.clock.now + MINUTE_MS, station.endpoint.id)
    .run()
  expect(await ask()).toBe(0)
  await station.later(2 * MINUTE_MS)
  expect(await station.received()).toHaveLength(1)
  expect(await ask()).toBe(0)
})

test('deliveries are kept for 30 days', async () => {
  const station = await openStation()
  await test_event(station)
  station.clock.now += 30 * DAY_MS - 1
  await forgetOldDeliveries(station.ctx)
  expect(await station.deliveries()).toHaveLength(1)
  station.clock.now += 1
  await forgetOldDeliveries(station.ctx)
  expect(await station.deliveries()).toEqual([])
})

/** Announces an event for these reviews, in this order. */
async function tell({ account, ctx }: Station, event: WebhookEvent, reviewIds: readonly number[]) {
  const data = sql`json_object('reviewId', CAST(value AS TEXT), 'edit', key)`
  const from = sql`json_each(${JSON.stringify(reviewIds)}) WHERE true`
  await ctx.db.batch(announce(ctx, account.organizationId, [{ event, data, from }]))
}

describe('edits of one review', () => {
  const told = async (station: Station) =>
    (await station.received()).map(({ body }) => (JSON.parse(body) as { data: object }).data)

  test('that wait are merged into one message with the newest state', async () => {
    const station = await openStation()
    station.clock.now += SECOND_MS
    await tell(station, 'review.created', [7, 7])
    await tell(station, 'review.edited', [7, 8, 7, 9, 7, 9])
    await Promise.all([station.deliver(), station.deliver()])
    await station.deliver()
    expect(await told(station)).toEqual([
      { reviewId: '7', edit: 0 },
      { reviewId: '7', edit: 1 },
      { reviewId: '8', edit: 1 },
      { reviewId: '7', edit: 4 },
      { reviewId: '9', edit: 5 },
    ])
    expect(await station.deliveries()).toHaveLength(5)
  })

  test('after a first try become a separate message, and the tried one stays the same', async () => {
    const station = await openStation('broken')
    station.clock.now += SECOND_MS
    await tell(station, 'review.edited', [7])
    await station.deliver()
    await tell(station, 'review.edited', [7, 7])
    await station.later(10 * MINUTE_MS)
    const edits = (await told(station)).map((data) => ('edit' in data ? data.edit : null))
    expect(edits.toSorted()).toEqual([0, 0, 1])
    const ids = (await station.received()).map(({ headers }) => headers['webhook-id'])
    expect(new Set(ids).size).toBe(2)
  })
})

describe('an endpoint at its hourly limit', () => {
  const fill = ({ endpoint, clock }: Station) =>
    env.DB.prepare('UPDATE webhook_endpoints SET hour_began_at = ?, hour_sent = ? WHERE id = ?')
      .bind(clock.now, MAX_MESSAGES_AN_HOUR - 5, endpoint.id)
      .run()

  test('gets the rest in the next hour, and its owner sees until when they wait', async () => {
    const station = await openStation()
    await fill(station)
    const began = station.clock.now
    for (let message = 0; message < 7; message += 1) await test_event(station)
    await Promise.all(Array.from({ length: 3 }, () => station.deliver()))
    await station.deliver()
    expect(await station.received()).toHaveLength(5)
    expect(await station.view()).toMatchObject({ heldUntil: new Date(began + HOUR_MS).toISOString() })
    expect(station.asked.filter(({ delaySeconds }) => delaySeconds > 0)).toEqual([])
    const asked = station.asked.length
    await station.deliver()
    expect(station.asked).toHaveLength(asked)
    await station.later(HOUR_MS)
    expect(await station.received()).toHaveLength(7)
    expect((await station.deliveries()).map(({ state }) => state)).toEqual(Array(7).fill('delivered'))
    expect(await station.view()).toMatchObject({ heldUntil: null })
  })

  test('is due again when the hour is over, not before', async () => {
    const station = await openStation()
    await fill(station)
    for (let message = 0; message < 7; message += 1) await test_event(station)
    await station.deliver()
    await station.deliver()
    const due = env.DB.prepare('SELECT due_at FROM webhook_endpoints WHERE id = ?').bind(station.endpoint.id)
    expect(await due.first('due_at')).toBe(station.clock.now + HOUR_MS)
  })

  test('counts messages claimed before its worker died', async () => {
    const station = await openStation()
    await fill(station)
    for (let message = 0; message < 7; message += 1) await test_event(station)
    const outbound = () => Promise.reject(new Error('the worker dies'))
    await expect(deliverWebhooks({ ...station.ctx, outbound }, station.endpoint.id)).rejects.toThrow()
    await station.later(2 * MINUTE_MS)
    expect(await station.received()).toEqual([])
  })
})
