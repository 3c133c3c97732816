import { and, eq } from 'drizzle-orm'
import { businessSources, type Run } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { agentOf } from '../sources/agent.ts'
import { sourceNamed } from '../sources/registry.ts'
import { keptPart } from '../sources/retention.ts'
import { type ScrapedReview, SourceError } from '../sources/source.ts'
import { fetchPage } from './fetch.ts'
import { countPreview, usedPlace } from './place-usage.ts'
import { LOOK_TIMEOUT_MS, MAX_LOOKS } from './public-place.ts'
import { nextStep } from './scan.ts'

/**
 * Reviews of the page that a run couldn't save. They aren't stored anywhere, so the page is requested once more; empty
 * if the platform doesn't respond or has been asked too often.
 */
export async function unsavedReviews(ctx: MemberContext, run: Run): Promise<ScrapedReview[]> {
  if (run.saveFaults === 0) return []
  const isOfRun = and(
    eq(businessSources.businessId, run.businessId),
    eq(businessSources.platform, run.platform),
    eq(businessSources.organizationId, ctx.organization.id),
  )
  const [stored] = await ctx.db.select().from(businessSources).where(isOfRun)
  const source = sourceNamed(run.source)
  if (!stored || !source || stored.source !== run.source || stored.placeId === null) return []
  const step = nextStep(run, stored)
  if (step.kind === 'finish') return []
  if (!(await countPreview(ctx, usedPlace(run, stored), ctx.createId(), MAX_LOOKS))) return []
  const asking = {
    source,
    organizationId: run.organizationId,
    businessId: run.businessId,
    listingUrl: stored.listingUrl,
    timeoutMs: LOOK_TIMEOUT_MS,
    agent: agentOf(run),
  }
  try {
    const page = await fetchPage(ctx, asking, stored.placeId, step.cursor)
    return keptPart(source, ctx.settings.KEEP_REVIEWS, page).reviews
  } catch (error) {
    if (error instanceof SourceError) return []
    throw error
  }
}
