import type { D1Database } from '@cloudflare/workers-types'
import { drizzle } from 'drizzle-orm/d1'
import { type Run, scrapeRuns } from '#db/schema/index.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'

export const PLAN = 'ai_insights'

/** Creates runs before their first page, each of a new business in a new organization. */
export async function createRuns(d1: D1Database, count: number): Promise<Run[]> {
  const db = drizzle(d1)
  const runs: Run[] = []
  for (let made = 0; made < count; made += 1) {
    const account = await createAccount(d1, { plan: PLAN })
    const business = await createBusiness(d1, account)
    const now = Date.now()
    const rows = await db
      .insert(scrapeRuns)
      .values({
        id: crypto.randomUUID(),
        organizationId: business.organizationId,
        businessId: business.id,
        platform: 'google',
        source: 'google-public',
        triggerType: 'manual',
        status: 'running',
        phase: 'newest',
        pagesPlanned: 20,
        rateLimitMs: 2_000,
        timeoutMs: 30_000,
        retryAttempts: 3,
        dueAt: now,
        createdAt: now,
        startedAt: now,
      })
      .returning()
    runs.push(...rows)
  }
  return runs
}
