import { eq, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { instance } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { type Probe, TICK_LATE_MS } from '../rules/operation.ts'

export interface Health {
  ok: boolean
  version: string
  tick: { version: string | null; secondsAgo: number } | null
}

/**
 * State for `/healthz`, with the end of the last tick. Not ok once the tick has stopped, so that an uptime monitor
 * notices; a fresh instance is ok before its first tick. Rejects if the database doesn't respond.
 */
export async function health({ db, now }: { db: Database; now(): number }, version: string): Promise<Health> {
  const [row] = await db.select({ at: instance.tickAt, version: instance.tickVersion }).from(instance)
  if (!row?.at) return { ok: true, version, tick: null }
  const ageMs = now() - row.at
  return {
    ok: ageMs < TICK_LATE_MS,
    version,
    tick: { version: row.version, secondsAgo: Math.max(0, Math.round(ageMs / SECOND_MS)) },
  }
}

export async function recordTick(ctx: BackgroundContext, faults: readonly string[]): Promise<void> {
  await ctx.db.update(instance).set({ tickAt: ctx.now(), tickVersion: ctx.version, tickFaults: [...faults] })
}

/** Makes a person the operator, unless there is one. @returns true if this person is the operator now */
export async function becomeOperator({ db }: BackgroundContext, userId: string): Promise<boolean> {
  const [row] = await db
    .update(instance)
    .set({ operatorId: sql`coalesce(${instance.operatorId}, ${userId})` })
    .returning({ operatorId: instance.operatorId })
  return row?.operatorId === userId
}

export async function isOperator({ db }: BackgroundContext, userId: string): Promise<boolean> {
  const [row] = await db.select({ id: instance.id }).from(instance).where(eq(instance.operatorId, userId))
  return row !== undefined
}

/** Statement that ends an account's operator rights. The tick then logs an operator link again. */
export function endOperation({ db }: BackgroundContext, userId: string) {
  return db.update(instance).set({ operatorId: null }).where(eq(instance.operatorId, userId))
}

export function recordProbes({ db, now }: BackgroundContext, probes: readonly Probe[]) {
  return db.update(instance).set({ probes: JSON.stringify(probes), probedAt: now() })
}
