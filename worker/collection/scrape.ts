import { and, desc, eq, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { businessSources, type Run, reviews } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { idAt } from '../reviews/position.ts'
import { searchExpression } from '../reviews/search-expression.ts'
import { NO_PROXY, type RunView, type ScrapedPlatform, type ScrapeInput } from '../rules/collection.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { type ScrapeResult, saveError, UNKNOWN_SCRAPE_ERROR } from '../rules/scrape-result.ts'
import { agentOf } from '../sources/agent.ts'
import { PUBLIC_SOURCES, sourceNamed } from '../sources/registry.ts'
import { keptPart } from '../sources/retention.ts'
import { type ScrapedReview, SourceError } from '../sources/source.ts'
import type { SkippedPlatform } from './eligibility.ts'
import { fetchPage } from './fetch.ts'
import { LOOK_TIMEOUT_MS, MAX_LOOKS } from './find-place.ts'
import { countPreview, usedPlace } from './place-usage.ts'
import { isOpen, isUnsaved, requireRun, runView } from './queries.ts'
import { nextStep } from './scan.ts'
import { startCollection } from './start.ts'

/** Callers of the scraper routes time out after 30 seconds; the run continues without them. */
const PATIENCE_MS = 25 * SECOND_MS
const GOES_ON = 'Collection is still running. These are the reviews that have arrived so far.'

/**
 * Starts a manual collection of one listing and waits for its end, at most 25 seconds.
 *
 * @throws DomainError as `startCollection`; `invalid_input` if the address isn't the business's own; `too_many`,
 * `plan_limit` or `conflict` if no run can be started now
 */
export async function scrapeListing(
  ctx: MemberContext,
  { businessId, platform, listingUrl, options }: ScrapeInput,
  patienceMs = PATIENCE_MS,
): Promise<ScrapeResult> {
  const business = await requireBusiness(ctx, businessId)
  const own = { google: business.googleBusinessUrl, yelp: business.yelpBusinessUrl }[platform]
  if (own !== null && !isSameListing(platform, own, listingUrl)) {
    const name = PLATFORM_NAMES[platform]
    throw new DomainError('invalid_input', `This is not the ${name} link saved for this business.`)
  }
  const { runs, skipped } = await startCollection(ctx, { businessId, platforms: [platform], options })
  const [started] = runs
  if (!started) throw refusalOf(ctx, skipped[0])
  const ended = await awaitRun(ctx, started.id, patienceMs)
  const run = runView(ended, ctx.now())
  const saved = await reviewsOfRun(ctx, run)
  const unsaved = (await unsavedReviews(ctx, ended))
    .filter(({ reviewId }) => saved.every((review) => review.review_id !== reviewId))
    .map(scrapedReview)
  return {
    ...outcomeOf(run, ended, unsaved.length),
    reviews: [...saved, ...unsaved],
    total_reviews: run.reviewsFound + unsaved.length,
    pages_scraped: run.pagesScraped,
    warnings: [
      ...run.warnings,
      ...(isOpen(run) ? [GOES_ON] : []),
      ...(options.proxyEnabled ? [NO_PROXY] : []),
    ],
    execution_time: run.executionTime,
  }
}

function isSameListing(platform: ScrapedPlatform, own: string, given: string): boolean {
  const canonical = (url: string) => PUBLIC_SOURCES[platform].locate(new URL(url))?.url ?? url
  return own === given || canonical(own) === canonical(given)
}

function refusalOf(ctx: MemberContext, skipped: SkippedPlatform | undefined): DomainError {
  if (!skipped) return new DomainError('conflict', 'Nothing was started.')
  if (skipped.retryAt !== null) {
    const seconds = Math.ceil((Date.parse(skipped.retryAt) - ctx.now()) / SECOND_MS)
    ctx.answerHeaders.set('retry-after', String(Math.max(seconds, 1)))
  }
  return new DomainError(skipped.code, skipped.reason)
}

/** A run that fetched reviews counts as a success even if they couldn't be saved. */
function outcomeOf(
  { status, pagesScraped, errors }: RunView,
  ended: Run,
  unsaved: number,
): Pick<ScrapeResult, 'success' | 'errors'> {
  const isScraped = pagesScraped > 0 || unsaved > 0
  if (isUnsaved(ended)) return { success: isScraped, errors }
  if (ended.errorKind === 'own_fault') return { success: isScraped, errors: errors.map(saveError) }
  const hasFailed = status === 'failed' || status === 'cancelled'
  if (!hasFailed || errors.length > 0) return { success: !hasFailed, errors }
  // A captcha ends a run with a warning, not an error.
  return { success: false, errors: [ended.warnings.at(-1) ?? UNKNOWN_SCRAPE_ERROR] }
}

function scrapedReview(review: ScrapedReview): ScrapeResult['reviews'][number] {
  return {
    review_id: review.reviewId,
    author_name: review.authorName,
    rating: review.rating,
    review_text: review.reviewText,
    review_date: review.reviewDate,
    helpful_votes: review.helpfulVotes,
    user_verified: review.userVerified,
  }
}

const PAUSE_MS = SECOND_MS / 2
/**
 * Number of failed saves after which callers stop waiting. The first retry comes at once; later ones would come too
 * late.
 */
const SAVES_TO_WAIT_FOR = 2

/**
 * Waits until the run has ended, has failed twice to save a page, or the time is up. @throws DomainError `not_found`
 */
async function awaitRun(ctx: MemberContext, id: string, patienceMs: number): Promise<Run> {
  // Counts pauses rather than the clock: a Worker's clock doesn't advance while it computes.
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += PAUSE_MS) {
    const run = await requireRun(ctx, id)
    if (!isOpen(run) || run.saveFaults >= SAVES_TO_WAIT_FOR) return run
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
  return requireRun(ctx, id)
}

/**
 * The reviews found by a run: those it stored or changed, then the newest other ones, up to the number found. The
 * newest are assumed, because a run doesn't write to unchanged reviews. Reads a few rows per review.
 */
export async function reviewsOfRun(ctx: MemberContext, run: RunView): Promise<ScrapeResult['reviews']> {
  if (run.reviewsFound === 0) return []
  const { businessId, platform } = run
  const madeAt = Date.parse(run.createdAt)
  const ofList = sql`reviews.business_id = ${businessId} AND reviews.platform = +${platform}`
  const newest = searchExpression(ctx.organization.id, { businessId, platform, visibility: 'all' })
  // Reviews first stored by a run have its creation time as `scrapedAt`.
  const isOfRun = sql`(${reviews.scrapedAt} = ${madeAt} OR ${reviews.editedAt} >= ${madeAt})`
  const rows = await ctx.db
    .select({
      reviewId: reviews.platformReviewId,
      authorName: reviews.authorName,
      rating: reviews.rating,
      text: reviews.reviewText,
      date: reviews.reviewDate,
      helpfulVotes: reviews.helpfulVotes,
      isVerified: reviews.isVerified,
    })
    .from(
      sql`(SELECT id FROM reviews INDEXED BY reviews_by_business WHERE ${ofList} AND scraped_at = ${madeAt}
        UNION SELECT id FROM reviews INDEXED BY reviews_edited WHERE ${ofList} AND edited_at >= ${madeAt}
        UNION SELECT ${idAt(sql`rowid`)} FROM (SELECT rowid FROM review_search
          WHERE review_search MATCH ${newest} ORDER BY rowid DESC LIMIT ${literal(run.reviewsFound)})) AS met`,
    )
    .crossJoin(reviews)
    .where(and(sql`${reviews.id} = met.id`, eq(reviews.organizationId, ctx.organization.id)))
    .orderBy(desc(isOfRun), desc(reviews.reviewDate), desc(reviews.id))
    .limit(run.reviewsFound)
  return rows.map((row) => ({
    review_id: row.reviewId,
    author_name: row.authorName,
    rating: row.rating,
    review_text: row.text,
    review_date: row.date === null ? null : new Date(row.date).toISOString(),
    helpful_votes: row.helpfulVotes,
    user_verified: row.isVerified,
  }))
}

/**
 * Reviews of the page that a run couldn't save, requested from the platform again because they aren't stored. Empty if
 * the platform doesn't respond or the limit of such requests is reached.
 */
async function unsavedReviews(ctx: MemberContext, run: Run): Promise<ScrapedReview[]> {
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
