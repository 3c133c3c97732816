import { env } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { alarmChecks, outgoingMails } from '#db/schema/index.ts'
import { PRODUCTION } from '#tests/edge/support/web.ts'
import { backgroundContext } from '#worker/background-context.ts'
import {
  claimDue,
  type DueWork,
  doDue,
  every,
  isUnmoved,
  orRelease,
  sendEach,
  settleDue,
  waitAfter,
  waitAfterSql,
} from '#worker/platform/due.ts'

// Any table with these columns will do.
const WORK: DueWork<typeof outgoingMails> = {
  table: outgoingMails,
  key: 'id',
  dueAt: 'dueAt',
  tries: 'attempts',
  backOff: { waitsMs: [10, 100], maxTries: 3 },
  limit: 3,
  fault: 'work_failed',
  about: ({ id }) => ({ id }),
}

const CHECKS: DueWork<typeof alarmChecks> = {
  table: alarmChecks,
  key: 'businessId',
  dueAt: 'dueAt',
  backOff: every(10),
  limit: 1,
  fault: 'work_failed',
}

function at(now: number) {
  return { ...backgroundContext(PRODUCTION), now: () => now }
}

function add(...due: number[]) {
  return databaseOf(env).statement(sql`INSERT INTO outgoing_mails (id, kind, sealed, due_at, created_at)
    SELECT 'mail-' || key, 'test', '', value, value FROM json_each(${JSON.stringify(due)})`)
}

async function stored() {
  const rows = await databaseOf(env).select().from(outgoingMails).orderBy(outgoingMails.dueAt)
  return rows.map(({ dueAt, attempts }) => [dueAt, attempts])
}

beforeEach(() => env.DB.exec('DELETE FROM outgoing_mails'))

test('a claim takes the longest due rows up to the limit and defers them by their wait', async () => {
  await add(5, 1, 7, 3, 9)
  expect(await claimDue(at(8), WORK)).toHaveLength(3)
  expect(await stored()).toEqual([
    [7, 0],
    [9, 0],
    [18, 1],
    [18, 1],
    [18, 1],
  ])
})

test('concurrent claims get each row once', async () => {
  await add(1, 2, 3, 4, 5)
  const claims = await Promise.all([0, 1, 2].map(() => claimDue(at(8), WORK)))
  const ids = claims.flatMap((rows) => rows.map(({ id }) => id))
  expect(ids).toHaveLength(5)
  expect(new Set(ids).size).toBe(5)
})

test('failed work is logged, retried after growing waits and finally given up', {
  meta: { expectsFaults: true },
}, async () => {
  await add(0)
  const seen: number[] = []
  const fail = async ({ attempts }: { attempts: number }) => {
    seen.push(attempts)
    throw new Error('down')
  }
  await doDue(at(0), WORK, fail)
  expect(await stored()).toEqual([[10, 1]])
  await doDue(at(9), WORK, fail)
  await doDue(at(10), WORK, fail)
  expect(await stored()).toEqual([[110, 2]])
  await doDue(at(110), WORK, fail)
  expect(await stored()).toEqual([])
  expect(seen).toEqual([1, 2, 3])
})

test('a failed row does not hold up the others', { meta: { expectsFaults: true } }, async () => {
  await add(1, 2, 3)
  let done = 0
  const claimed = await doDue(at(5), WORK, async ({ createdAt }) => {
    if (createdAt === 1) throw new Error('down')
    done += 1
  })
  expect([claimed, done]).toEqual([3, 2])
})

test('a row of lower rank goes first, however long another waits', async () => {
  await add(1, 2)
  await env.DB.exec('UPDATE outgoing_mails SET is_bulk = due_at = 1')
  const order: number[] = []
  await doDue(at(5), { ...WORK, rank: 'isBulk' }, async ({ createdAt }) => order.push(createdAt))
  expect(order).toEqual([2, 1])
  await env.DB.exec('UPDATE outgoing_mails SET due_at = created_at')
  const [first] = await claimDue(at(5), { ...WORK, rank: 'isBulk', limit: 1 })
  expect(first?.createdAt).toBe(2)
})

test('a worker that comes too late settles nothing', async () => {
  await add(0)
  const [late] = await claimDue(at(0), WORK)
  const [again] = await claimDue(at(10), WORK)
  if (!late || !again) throw new Error('it was due both times')
  await settleDue(at(11), WORK, late, 999)
  expect(await stored()).toEqual([[110, 2]])
  await settleDue(at(11), WORK, again, 999)
  expect(await stored()).toEqual([[999, 2]])
})

test('the guard names the organization if its table has one', () => {
  const guard = isUnmoved(CHECKS, { businessId: 'a business', organizationId: 'of this one', dueAt: 5 })
  const { params } = databaseOf(env).select().from(alarmChecks).where(guard).toSQL()
  expect(params).toEqual(['a business', 5, 'of this one'])
})

test('the wait computed in SQL is the same', async () => {
  for (const waitsMs of [[7], [1, 4, 16], [60_000, 120_000]]) {
    for (const tries of [1, 2, 3, 4, 70]) {
      const { results } = await databaseOf(env).statement<{ wait: number }>(
        sql`SELECT ${waitAfterSql(waitsMs, sql`${tries}`)} AS wait`,
      )
      expect(results).toEqual([{ wait: waitAfter(waitsMs, tries) }])
    }
  }
})

test('a claim reads only due rows, by index', async () => {
  await add(...Array.from({ length: 200 }, (_, index) => 1000 + index))
  const { sql: text, params } = claimDue(at(1002), WORK).toSQL()
  const { meta } = await env.DB.prepare(text)
    .bind(...params)
    .run()
  expect(meta.rows_read).toBeLessThan(30)
})

test('work that fails under a lease releases its row and reports its own error', {
  meta: { expectsFaults: true },
}, async () => {
  let released = 0
  const fault = { event: 'not_released' }
  const broken = () => Promise.reject(new Error('first'))
  await expect(orRelease(broken, async () => (released += 1), fault)).rejects.toThrow('first')
  await expect(orRelease(broken, () => Promise.reject(new Error('second')), fault)).rejects.toThrow('first')
  expect(
    await orRelease(
      async () => 'done',
      async () => (released += 1),
      fault,
    ),
  ).toBe('done')
  expect(released).toBe(1)
})

test('a queue gets messages in batches of 100, and a refused batch does not stop the others', {
  meta: { expectsFaults: true },
}, async () => {
  const sent: number[] = []
  const queue = {
    async sendBatch(messages: { body: number }[]) {
      if (messages[0]?.body === 0) throw new Error('full')
      sent.push(messages.length)
    },
  }
  const rows = Array.from({ length: 250 }, (_, index) => index)
  await sendEach(queue, rows, (row) => row, { event: 'not_sent' })
  expect(sent).toEqual([100, 50])
})
