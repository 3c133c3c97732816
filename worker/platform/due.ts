import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { BackgroundContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { type LogFields, logFault } from './log.ts'

// The only way to do due work: docs/architecture.md, 'Due work'.

/** `waitAfter` in SQL. (The cast is needed because D1 binds numbers as REAL, and a JSON index must be an INTEGER.) */
export function waitAfterSql(waitsMs: readonly number[], tries: SQL): SQL<number> {
  return sql`(${JSON.stringify(waitsMs)} ->> CAST(min(${tries}, ${waitsMs.length}) - 1 AS INTEGER))`
}

type ColumnName<T extends SQLiteTable> = keyof T['_']['columns'] & string
type Row<T extends SQLiteTable> = T['$inferSelect']

export interface DueWork<T extends SQLiteTable> {
  table: T
  key: ColumnName<T>
  /** Time at which a row is due (ms); null for never. Needs an index, or every tick would read the whole table. */
  dueAt: ColumnName<T>
  /** Column for the number of tries. If missing, the first wait of `backOff` always applies. */
  tries?: ColumnName<T>
  /** Claiming a row moves it to its next try, so a wait is also a lease and has to be longer than the work. */
  backOff: BackOff
  limit: number
  /** Restricts the rows; defaults to all. */
  of?: SQL
  /** Column to order by; rows with a lower value go first. */
  rank?: ColumnName<T>
  /** Rows processed concurrently; defaults to one. */
  atOnce?: number
  /** Logged when a row's work fails, with the fields from `about`. */
  fault: string
  about?(row: Row<T>): LogFields
}

/**
 * Statement that claims due rows, longest due first, and returns them in any order. Each row goes to only one of
 * concurrent callers. If that caller dies, its rows are due again at the end of their wait.
 */
export function claimDue<T extends SQLiteTable>(
  { db, now: clock }: Pick<BackgroundContext, 'db' | 'now'>,
  work: DueWork<T>,
) {
  const now = clock()
  const { table, backOff, of, limit } = work
  const { key, dueAt, tries, rank } = columnsOf(work)
  const due = db
    .select({ key })
    .from(table)
    .where(and(lte(dueAt, now), of))
    .orderBy(...(rank ? [asc(rank)] : []), asc(dueAt))
    .limit(limit)
  const wait = tries ? waitAfterSql(backOff.waitsMs, sql`${tries} + 1`) : waitAfter(backOff.waitsMs, 1)
  const next = {
    [work.dueAt]: sql`${now} + ${wait}`,
    ...(work.tries && { [work.tries]: sql`${tries} + 1` }),
  }
  // Safe: these are columns of the table.
  const set = next as SQLiteUpdateSetSource<T>
  return db.update(table).set(set).where(inArray(key, due)).returning()
}

export function isUnmoved<T extends SQLiteTable>(work: DueWork<T>, row: Row<T>): SQL {
  const { key, dueAt, organizationId } = columnsOf(work)
  const { [work.key]: id, [work.dueAt]: lease, organizationId: of } = row
  return and(eq(key, id), eq(dueAt, lease), organizationId && eq(organizationId, of)) ?? sql`0`
}

/** A statement that settles a claimed row: due again at `dueAt`, or never. */
export function settleDue<T extends SQLiteTable>(
  { db }: Pick<BackgroundContext, 'db'>,
  work: DueWork<T>,
  row: Row<T>,
  dueAt: number | null,
) {
  // Safe: this is a column of the table.
  const set = { [work.dueAt]: dueAt } as SQLiteUpdateSetSource<T>
  return db.update(work.table).set(set).where(isUnmoved(work, row))
}

/**
 * Claims due rows and processes each. `settle` does a row's work and stores the result: it deletes the row, or sets
 * when it is due next. If it fails, the row is retried at the end of its wait, and deleted after the last try.
 *
 * @returns number of claimed rows
 */
export async function doDue<T extends SQLiteTable>(
  ctx: BackgroundContext,
  work: DueWork<T>,
  settle: (row: Row<T>) => Promise<unknown>,
): Promise<number> {
  const { rank } = work
  const claimed: Row<T>[] = await claimDue(ctx, work)
  if (rank) claimed.sort((one, other) => Number(one[rank]) - Number(other[rank]))
  await workOff(claimed, work, settle, (row) => giveUpAfterLast(ctx, work, row))
  return claimed.length
}

async function giveUpAfterLast<T extends SQLiteTable>(ctx: BackgroundContext, work: DueWork<T>, row: Row<T>) {
  const tries = work.tries ? Number(row[work.tries]) : 1
  if (tries < work.backOff.maxTries) return
  const { key } = columnsOf(work)
  await ctx.db.delete(work.table).where(eq(key, row[work.key]))
}

/** Processes rows. The failure of one is logged and doesn't affect the others. */
export async function workOff<R>(
  rows: readonly R[],
  { atOnce = 1, fault, about }: { atOnce?: number; fault: string; about?(row: R): LogFields },
  settle: (row: R) => Promise<unknown>,
  afterFault?: (row: R) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += atOnce) {
    const work = rows.slice(from, from + atOnce).map(async (row) => {
      try {
        await settle(row)
      } catch (cause) {
        logFault(fault, cause, about?.(row))
        await afterFault?.(row)
      }
    })
    await Promise.all(work)
  }
}

function columnsOf<T extends SQLiteTable>({ table, key, dueAt, tries, rank }: DueWork<T>) {
  const all: Record<string, SQLiteColumn | undefined> = getTableColumns(table)
  const named = (name: string) => all[name] ?? raise(`no column ${name}`)
  return {
    key: named(key),
    dueAt: named(dueAt),
    tries: tries && named(tries),
    rank: rank && named(rank),
    organizationId: all.organizationId,
  }
}

function raise(message: string): never {
  throw new Error(message)
}

// For queues instead of the tick: a message names a row, which the consumer claims through a separate lease column.

/** Time until which a row is claimed, in milliseconds. Unique, so it also identifies the claim. */
export type Lease = number

/** Random jitter of up to a second makes each lease unique. */
export function newLease({ now }: { now(): number }, heldMs: number): Lease {
  return now() + heldMs + Math.random() * SECOND_MS
}

export function isFree(leaseUntil: SQLiteColumn, now: number): SQL {
  return or(isNull(leaseUntil), lte(leaseUntil, now)) ?? sql`0`
}

/**
 * Does the work of a claimed row. If it fails, `release` is tried once to free the row for the next delivery; if that
 * fails too, the lease expires by itself.
 */
export async function orRelease<A>(
  work: () => Promise<A>,
  release: () => Promise<unknown>,
  fault: { event: string } & LogFields,
): Promise<A> {
  try {
    return await work()
  } catch (error) {
    const { event, ...fields } = fault
    await release().catch((cause: unknown) => logFault(event, cause, fields))
    throw error
  }
}

/** A queue accepts at most 100 messages per call. */
const MAX_PER_SEND = 100

/** Messages that fail or get lost are sent again by a later tick. */
export async function sendEach<Body, R>(
  queue: { sendBatch(messages: { body: Body }[]): Promise<unknown> },
  rows: readonly R[],
  message: (row: R) => Body,
  fault: { event: string } & LogFields,
): Promise<void> {
  const { event, ...fields } = fault
  for (let from = 0; from < rows.length; from += MAX_PER_SEND) {
    const messages = rows.slice(from, from + MAX_PER_SEND).map((row) => ({ body: message(row) }))
    await queue.sendBatch(messages).catch((cause: unknown) => logFault(event, cause, fields))
  }
}

interface BackOff {
  /** Waits after the first, second, … try, in ms. The last one repeats. */
  waitsMs: readonly number[]
  /** Infinity to never give up. */
  maxTries: number
}

export function doubling(firstMs: number, maxMs: number): number[] {
  return firstMs < maxMs ? [firstMs, ...doubling(firstMs * 2, maxMs)] : [maxMs]
}

/** Retries forever. */
export function every(waitMs: number) {
  return { waitsMs: [waitMs], maxTries: Infinity } as const satisfies BackOff
}

/** @param tries number of tries so far, including the one that just failed (at least 1) */
export function waitAfter(waitsMs: readonly number[], tries: number): number {
  return waitsMs[Math.min(tries, waitsMs.length) - 1] ?? 0
}

/** Time of the next try in milliseconds; null if the work is given up. */
export function nextTryAt({ waitsMs, maxTries }: BackOff, tries: number, now: number): number | null {
  return tries < maxTries ? now + waitAfter(waitsMs, tries) : null
}
