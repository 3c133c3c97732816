import { beforeEach, expect, test } from 'vitest'
import { OUTBOX_KEY, ReplyOutbox } from '#app/lib/reply-outbox.ts'

/** The part of localStorage that the outbox uses. */
class MemoryStorage {
  readonly items = new Map<string, string>()
  getItem(key: string) {
    return this.items.get(key) ?? null
  }
  setItem(key: string, value: string) {
    this.items.set(key, value)
  }
  removeItem(key: string) {
    this.items.delete(key)
  }
}

let storage: MemoryStorage
let clock: number
let lastId: number

function outboxFor(userId: string): ReplyOutbox {
  return new ReplyOutbox({
    storage,
    userId,
    now: () => new Date(clock++).toISOString(),
    createId: () => String(++lastId),
  })
}

beforeEach(() => {
  storage = new MemoryStorage()
  clock = Date.parse('2026-03-20T12:00:00Z')
  lastId = 0
})

const REPLY = { reviewId: 'r1', businessId: 'b1', text: 'Thank you!' }

test('a reply gets a local id and the specified fields', () => {
  expect(outboxFor('ada').create(REPLY)).toEqual({
    id: 'local-1',
    review_id: 'r1',
    business_id: 'b1',
    user_id: 'ada',
    response_text: 'Thank you!',
    is_published: true,
    platform_response_id: '',
    posted_to_platform: false,
    posted_at: null,
    created_at: '2026-03-20T12:00:00.000Z',
    updated_at: '2026-03-20T12:00:00.000Z',
    edited_at: null,
    failure: null,
  })
})

test('an approved suggestion stays one until its text is changed', () => {
  const outbox = outboxFor('ada')
  const { id } = outbox.create({ ...REPLY, asSuggested: true })
  expect(outboxFor('ada').forReview('r1')).toMatchObject({ as_suggested: true })
  outbox.update(id, 'Thanks!')
  expect(outboxFor('ada').forReview('r1')).not.toHaveProperty('as_suggested')
})

test('a reply survives a page reload', () => {
  outboxFor('ada').create(REPLY)
  expect(outboxFor('ada').forReview('r1')?.response_text).toBe('Thank you!')
})

test('a second reply to the same review replaces the first', () => {
  const outbox = outboxFor('ada')
  const first = outbox.create(REPLY)
  outbox.create({ ...REPLY, text: 'Thank you very much!' })
  expect(outbox.list()).toMatchObject([{ id: first.id, response_text: 'Thank you very much!' }])
  expect(outbox.list()[0]?.edited_at).not.toBeNull()
})

test('changing an unknown reply is refused', () => {
  expect(() => outboxFor('ada').update('local-9', 'Hello')).toThrow('Response not found')
})

test('another user of the same browser neither sees nor changes a reply', () => {
  const { id } = outboxFor('ada').create(REPLY)
  const other = outboxFor('bob')
  expect(other.list()).toEqual([])
  expect(() => other.update(id, 'Mine now')).toThrow('Response not found')
  other.remove(id)
  other.clear()
  expect(outboxFor('ada').list()).toHaveLength(1)
})

test('a removed reply is gone and leaves nothing in the storage', () => {
  const outbox = outboxFor('ada')
  outbox.remove(outbox.create(REPLY).id)
  expect(outbox.list()).toEqual([])
  expect(storage.items.size).toBe(0)
})

test('replies are sent in the order they were written and then leave the outbox', async () => {
  const outbox = outboxFor('ada')
  outbox.create(REPLY)
  outbox.create({ ...REPLY, reviewId: 'r2' })
  const seen: string[] = []
  const sent = await outbox.send(async (reply) => {
    seen.push(reply.review_id)
    return 'sent'
  })
  expect(seen).toEqual(['r1', 'r2'])
  expect(sent).toHaveLength(2)
  expect(outbox.list()).toEqual([])
})

test('all replies stay in the outbox without a connection', async () => {
  const outbox = outboxFor('ada')
  outbox.create(REPLY)
  outbox.create({ ...REPLY, reviewId: 'r2' })
  let tries = 0
  await outbox.send(async () => {
    tries += 1
    return 'later'
  })
  expect(tries).toBe(1)
  expect(outbox.list().map((reply) => reply.failure)).toEqual([null, null])
})

test('a refused reply keeps the reason, does not block the next, and is resent once changed', async () => {
  const outbox = outboxFor('ada')
  const refused = outbox.create(REPLY)
  outbox.create({ ...REPLY, reviewId: 'r2' })
  await outbox.send(async (reply) =>
    reply.review_id === 'r1' ? { refused: 'This review already has a response.' } : 'sent',
  )
  expect(outbox.list()).toMatchObject([{ id: refused.id, failure: 'This review already has a response.' }])

  expect(await outbox.send(async () => 'sent')).toEqual([])
  outbox.update(refused.id, 'Another try')
  expect(await outbox.send(async () => 'sent')).toMatchObject([{ response_text: 'Another try' }])
})

test('a reply changed while it is being sent keeps the newer text', async () => {
  const outbox = outboxFor('ada')
  const { id } = outbox.create(REPLY)
  await outbox.send(async () => {
    outbox.update(id, 'Newer')
    return 'sent'
  })
  expect(outbox.list()).toMatchObject([{ id, response_text: 'Newer' }])
})

test('logging out clears only the replies of this user', () => {
  outboxFor('ada').create(REPLY)
  outboxFor('bob').create(REPLY)
  outboxFor('ada').clear()
  expect(outboxFor('ada').list()).toEqual([])
  expect(outboxFor('bob').list()).toHaveLength(1)
})

test.each(['', 'nonsense', 'null', '{}', '[null, 3, {"id":"local-1"}]'])(
  'a storage that contains %j is an empty outbox',
  (stored) => {
    storage.setItem(OUTBOX_KEY, stored)
    expect(outboxFor('ada').list()).toEqual([])
  },
)
