import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { v7 as createId } from 'uuid'
import { databaseOf } from '#db/client.ts'
import { type Run, scrapeRuns } from '#db/schema/index.ts'
import type { Business } from '#tests/factories.ts'
import { savePage } from '#worker/collection/write.ts'
import type { BackgroundContext } from '#worker/context.ts'
import { ALL_LISTENERS, type Listener } from '#worker/reviews/reactions.ts'
import type { RuledTag } from '#worker/reviews/tag-rules.ts'
import type { ScrapedReview } from '#worker/sources/source.ts'

/** Stores a run of a business in a given state, without collecting. */
export async function createRun(business: Business, columns: Partial<Run> = {}): Promise<string> {
  const now = Date.now()
  const id = createId()
  await databaseOf(env)
    .insert(scrapeRuns)
    .values({
      id,
      organizationId: business.organizationId,
      businessId: business.id,
      platform: 'google',
      source: 'google-public',
      triggerType: 'manual',
      status: 'queued',
      phase: 'newest',
      pagesPlanned: 5,
      rateLimitMs: 1_000,
      timeoutMs: 30_000,
      retryAttempts: 3,
      dueAt: now,
      createdAt: now,
      ...columns,
    })
  return id
}

export async function storedRun(id: string): Promise<Run> {
  const [run] = await databaseOf(env).select().from(scrapeRuns).where(eq(scrapeRuns.id, id))
  if (!run) throw new Error(`no run ${id}`)
  return run
}

/**
 * Saves a page of a run as if it were the whole list.
 *
 * @param seen the state when the run was claimed, which may have changed since
 */
export function saveList(
  ctx: BackgroundContext,
  run: Run,
  reviews: ScrapedReview[],
  {
    mayHaveDuplicates = false,
    listeners = ALL_LISTENERS,
    tagRules = [],
  }: { mayHaveDuplicates?: boolean; listeners?: readonly Listener[]; tagRules?: RuledTag[] } = {},
): Promise<Run | null> {
  const page = { reviews, nextCursor: null, total: null, warnings: [] }
  const fetched = { phase: 'newest', cursor: null, page, rechecks: false, isRecorded: false } as const
  return savePage(ctx, { run, plan: 'ai_insights', mayHaveDuplicates, listeners, tagRules }, fetched)
}
