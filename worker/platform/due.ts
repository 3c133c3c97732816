import { and, asc, eq, getTableColumns, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable, SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core'
import type { BackgroundContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { type BackOff, waitAfter } from './back-off.ts'
import { type LogFields, logFault } from './log.ts'

// The one way to do work that is due: docs/architecture.md, 'Due work'.

/** `waitAfter` in SQL. (D1 binds numbers as REAL, and only an INTEGER is an index of JSON.) */
export function waitAfterSql(waitsMs: readonly number[], tries: SQL): SQL<number> {
  return sql`(${JSON.stringify(waitsMs)} ->> CAST(min(${tries}, ${waitsMs.length}) - 1 AS INTEGER))`
}

type ColumnName<T extends SQLiteTable> = keyof T['_']['columns'] & string
type Row<T extends SQLiteTable> = T['$inferSelect']

/** Rows of a table that the minute's tick does something about once they are due. */
export interface DueWork<T extends SQLiteTable> {
  table: T
  /** The primary key. */
  key: ColumnName<T>
  /** When a row is due (ms); null for never. Indexed, or every tick would read the table. */
  dueAt: ColumnName<T>
  /** How often a row was claimed. Without it, the first wait of `backOff` always counts. */
  tries?: ColumnName<T>
  /** A claim moves the row to its next try, so a wait is also the lease: longer than the work takes. */
  backOff: BackOff
  /** Rows of one claim. */
  limit: number
  /** Which rows; all where left out. */
  of?: SQL
  /** A column: rows with a lower value go first. */
  rank?: ColumnName<T>
  /** Rows worked on at the same time; one where left out. */
  atOnce?: number
  /** Event in the log when a row's work fails, with these fields. */
  fault: string
  about?(row: Row<T>): LogFields
}

/**
 * Takes the rows that are due, longest first: of two who look at once, one gets each. Whoever dies with them keeps nobody waiting:
 * they are due again at the end of their wait. A statement; its rows come in any order.
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

/** The guard of what settles a row: it is still due when it was read, or claimed, as being due. */
export function isUnmoved<T extends SQLiteTable>(work: DueWork<T>, row: Row<T>): SQL {
  const { key, dueAt, organizationId } = columnsOf(work)
  const { [work.key]: id, [work.dueAt]: lease, organizationId: of } = row
  return and(eq(key, id), eq(dueAt, lease), organizationId && eq(organizationId, of)) ?? sql`0`
}

/** A statement that settles a claimed row: due again at that time, or never. */
export function settleDue<T extends SQLiteTable>(
  { db }: Pick<BackgroundContext, 'db'>,
  work: DueWork<T>,
  row: Row<T>,
  dueAt: number | null,
) {
  // Safe: it is a column of the table.
  const set = { [work.dueAt]: dueAt } as SQLiteUpdateSetSource<T>
  return db.update(work.table).set(set).where(isUnmoved(work, row))
}

/**
 * Claims what is due and does it row by row. `settle` does a row's work and stores what came of it: it deletes the row, or says
 * when it is due next. Where it fails, the row is tried again at the end of its wait, and deleted after the last try.
 *
 * @returns how many were claimed
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

/** Does the work of rows that are claimed. One that fails is logged and keeps none of the others waiting. */
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

// What a queue does instead of the tick: its messages name a row, which a consumer claims by a lease of its own column.

/** Unix ms until which a row is held, and the mark of its holder. */
export type Lease = number

/** A lease of a length in ms. Its last second is random, with some millions of fractions, so it also tells holders apart. */
export function newLease({ now }: { now(): number }, heldMs: number): Lease {
  return now() + heldMs + Math.random() * SECOND_MS
}

/** True for a row without a lease that is still good. */
export function isFree(leaseUntil: SQLiteColumn, now: number): SQL {
  return or(isNull(leaseUntil), lte(leaseUntil, now)) ?? sql`0`
}

/**
 * Does the work of a claimed row. Where it fails, `release` gives the row back for the next delivery, once: a lease that can't be
 * given back ends by itself.
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

/** A queue takes at most 100 messages a call. */
const MAX_PER_SEND = 100

/** Sends a message for each row. Those that can't be sent, or get lost, are sent again by a later tick. */
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
