import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { NO_PROXY, type ScrapedPlatform, type ScrapeInput } from '../rules/collection.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { type ScrapeResult, saveError, UNKNOWN_SCRAPE_ERROR } from '../rules/scrape-result.ts'
import type { RunView, SkippedPlatform } from '../rules/views.ts'
import { PUBLIC_SOURCES } from '../sources/index.ts'
import { awaitRun } from './await-run.ts'
import { OPEN_STATUSES } from './claim-run.ts'
import { GAVE_UP } from './consume.ts'
import { reviewsOfRun } from './reviews-of-run.ts'
import { isUnsaved, runView } from './run-view.ts'
import { startCollection } from './start.ts'

/** Callers of the scraper routes give up after 30 seconds; a run goes on without them. */
const PATIENCE_MS = 25 * SECOND_MS
const GOES_ON = 'Collecting goes on. These are the reviews that have come so far.'

/**
 * Starts the same run as the button and waits for its end, 25 seconds at most, or until it is known not to save a page.
 *
 * @returns what the run met, its new reviews first; `success` is false where it ended early
 * @throws DomainError as `startCollection`; besides `invalid_input` for an address that is not the business's own, and
 * `too_many`, `plan_limit` or `conflict` where no run can be started now
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
    throw new DomainError('invalid_input', `This is not the ${name} link that is stored with this business.`)
  }
  const { runs, skipped } = await startCollection(ctx, { businessId, platforms: [platform], options })
  const [started] = runs
  if (!started) throw refusalOf(ctx, skipped[0])
  const ended = await awaitRun(ctx, started.id, patienceMs)
  const run = runView(ended, ctx.now())
  return {
    ...outcomeOf(run, isUnsaved(ended)),
    reviews: await reviewsOfRun(ctx, run),
    total_reviews: run.reviewsFound,
    pages_scraped: run.pagesScraped,
    warnings: [
      ...run.warnings,
      ...(OPEN_STATUSES.includes(run.status) ? [GOES_ON] : []),
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

/** What was saved stays a success, even where saving the rest failed. */
function outcomeOf(
  { status, pagesScraped, errors, warnings }: RunView,
  unsaved: boolean,
): Pick<ScrapeResult, 'success' | 'errors'> {
  if (unsaved || errors.includes(GAVE_UP)) {
    return {
      success: pagesScraped > 0,
      errors: errors.map((error) => (error === GAVE_UP ? saveError(error) : error)),
    }
  }
  const hasFailed = status === 'failed' || status === 'cancelled'
  const isUnsaid = hasFailed && errors.length === 0 && warnings.length === 0
  return { success: !hasFailed, errors: isUnsaid ? [UNKNOWN_SCRAPE_ERROR] : errors }
}
