import { lt, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { pageSpeeds } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { SPEED_CLASSES_MS } from '../rules/operation.ts'
import type { WebVitals } from '../rules/web-vitals.ts'

const KEPT_DAYS = 30
const [SLOWEST_MS] = SPEED_CLASSES_MS.slice(-1)

/** Counts a page's measurements by class and day: at most 34 rows a day, however many reports arrive. */
export async function recordSpeed({ db, now }: BackgroundContext, vitals: WebVitals): Promise<void> {
  const day = utcDay(now())
  const statements = (['LCP', 'INP'] as const).flatMap((metric) => {
    const ms = vitals[metric]
    if (ms === undefined) return []
    const upToMs = SPEED_CLASSES_MS.find((end) => ms <= end) ?? SLOWEST_MS ?? 0
    return db
      .insert(pageSpeeds)
      .values({ day, metric, upToMs, count: 1 })
      .onConflictDoUpdate({
        target: [pageSpeeds.day, pageSpeeds.metric, pageSpeeds.upToMs],
        set: { count: sql`${pageSpeeds.count} + 1` },
      })
  })
  await batch(db, statements)
}

export async function forgetOldSpeeds({ db, now }: BackgroundContext): Promise<void> {
  await db.delete(pageSpeeds).where(lt(pageSpeeds.day, utcDay(now() - KEPT_DAYS * DAY_MS)))
}
