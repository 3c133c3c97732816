import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localSettings } from '#scripts/local/settings.ts'
import { PRODUCTION_SCRYPT_COST } from '#worker/env.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'
import { buildBundles } from './bundles.ts'
import { ask } from './measure/load.ts'
import { reviewPool } from './store/pool.ts'
import { EMAIL, PASSWORD, seedTenant } from './store/seed.ts'
import { createState } from './store/states.ts'
import { startWorkerd, type Workerd } from './workerd.ts'

export const SMALL_REVIEWS = 10_000

/** Resources shared by all groups. */
export interface Bench {
  /** Folder of each bundle by the worker's name. */
  bundles: Record<string, string>
  /** All workers, on a store whose account has ten businesses and ten thousand reviews. */
  small: Workerd
  settings: Record<string, string>
  pool: readonly ScrapedReview[]
  /** Temporary files, deleted at the end. */
  folder: string
  close(): Promise<void>
}

export async function prepareBench(): Promise<Bench> {
  const bundles = await buildBundles()
  const folder = await mkdtemp(join(tmpdir(), 'review-dashboard-bench-'))
  const settings = {
    ...localSettings(),
    APP_ORIGIN: 'http://localhost:8787',
    SCRYPT_COST: String(PRODUCTION_SCRYPT_COST),
  }
  const pool = reviewPool()
  const { stateDir } = await createStore({ folder, settings, pool }, SMALL_REVIEWS)
  const small = await startWorkerd({ stateDir, workers: bundles, settings })
  const close = async () => {
    await small.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { bundles, small, settings, pool, folder, close }
}

/** A local store with one account, see `seedTenant`. */
export async function createStore(bench: Pick<Bench, 'folder' | 'settings' | 'pool'>, reviews: number) {
  const { folder, settings, pool } = bench
  const stateDir = await mkdtemp(join(folder, 'state-'))
  const file = await createState(stateDir)
  const hashing = { SCRYPT_COST: PRODUCTION_SCRYPT_COST, SESSION_SECRET: settings.SESSION_SECRET ?? '' }
  await seedTenant(file, { reviews, pool, settings: hashing })
  return { stateDir }
}

/** @returns the Cookie header of a new session of the seeded account */
export async function signIn(workerd: Workerd): Promise<string> {
  const { headers } = await ask({
    workerd,
    worker: 'product',
    path: '/trpc/auth.signIn',
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: workerd.appOrigin },
    body: JSON.stringify({ email: EMAIL, password: PASSWORD }),
  })
  const cookie = [headers['set-cookie']].flat()[0]?.split(';')[0]
  if (!cookie) throw new Error('Signing in set no cookie.')
  return cookie
}
