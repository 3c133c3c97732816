import { strict as assert } from 'node:assert'
import type { D1Database } from '@cloudflare/workers-types'
import { backgroundContext } from '#worker/background-context.ts'
import type { Env } from '#worker/env.ts'
import type { Bench } from '../bench.ts'
import { createRuns } from '../collection/runs.ts'
import { REVIEWS_PER_PAGE, saveAll } from '../collection/save-all.ts'
import { ownCpu } from '../measure/cpu.ts'
import { ask } from '../measure/load.ts'
import { interleaved, type Sample } from '../measure/rounds.ts'
import { type Row, rate } from '../measure/row.ts'
import { manyReviews } from '../store/pool.ts'
import { createSqlite } from '../store/states.ts'

const UPSERTED = 10_000
/** Fewer rows, because each is a call of its own; enough to know the cost of one. */
const ONE_BY_ONE = 1_000

/** Stores new reviews with the product's statements through D1, on SQLite alone, and in alternative ways. */
export async function upsert(bench: Bench): Promise<Row[]> {
  const { pool, small, settings, folder } = bench
  const { d1, sqlite } = await createSqlite(`${folder}/bare.sqlite`)

  /** Inside workerd: prepares what is needed, then makes the measured call. */
  async function inWorkerd(path: string, count: number, round: number): Promise<Sample> {
    const call = (target: string, body: string) =>
      ask({ workerd: small, worker: 'doors', path: target, method: 'POST', body })
    await call('/runs', String(count / REVIEWS_PER_PAGE))
    await call('/reviews', JSON.stringify(manyReviews(pool, count, `upsert-${round}`)))
    return timed(count, small.cpuMs, () => call(path, ''))
  }

  async function onSqlite(round: number): Promise<Sample> {
    const runs = await createRuns(d1, UPSERTED / REVIEWS_PER_PAGE)
    const reviews = manyReviews(pool, UPSERTED, `upsert-${round}`)
    const ctx = backgroundContext({ ...settings, DB: d1 } as unknown as Env)
    return timed(UPSERTED, ownCpu, () => saveAll(ctx, runs, reviews))
  }

  const { ours, bare, batches, oneByOne } = await interleaved({
    ours: (round) => inWorkerd('/save-all', UPSERTED, round),
    bare: onSqlite,
    batches: (round) => inWorkerd('/batches', UPSERTED, round),
    oneByOne: (round) => inWorkerd('/row-by-row', ONE_BY_ONE, round),
  })
  const counted = await rowCount(d1)
  sqlite.close()
  assert.equal(counted, UPSERTED * bare.length, 'reviews on bare SQLite')

  const against = (name: string, samples: Sample[], atLeast: number): Row => ({
    name: 'Upsert of 10,000 reviews, rows',
    unit: '/CPU s',
    ours: ours.map(rate),
    floor: { name, values: samples.map(rate) },
    goal: { of: 'ratio', atLeast },
    rounds: { ours, floor: samples },
  })
  return [
    against('the same statements on bare SQLite', bare, 0.6),
    against('db.batch of rows', batches, 2.5),
    against('row by row', oneByOne, 30),
  ]
}

async function timed(
  operations: number,
  cpuNow: () => number | null,
  work: () => Promise<unknown>,
): Promise<Sample> {
  const cpuBefore = cpuNow()
  const started = performance.now()
  await work()
  const wallMs = performance.now() - started
  const cpuAfter = cpuNow()
  return {
    operations,
    cpuMs: cpuBefore === null || cpuAfter === null ? null : (cpuAfter - cpuBefore) / operations,
    perSecond: (operations * 1000) / wallMs,
  }
}

async function rowCount(d1: D1Database): Promise<number | undefined> {
  return (await d1.prepare('SELECT count(*) AS count FROM reviews').first<{ count: number }>())?.count
}
