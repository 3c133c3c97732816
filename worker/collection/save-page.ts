import { eq, sql } from 'drizzle-orm'
import { statement } from '#db/client.ts'
import { scrapeRuns } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { planLimits } from '../rules/plans.ts'
import type { ScrapedReview, SourcePage } from '../sources/source.ts'
import { persistently } from './persistently.ts'
import type { Run } from './run-view.ts'

const MAX_WARNINGS = 20

/** Each run stores under ids of its own block, each page under ids of its own part of it. */
const IDS_PER_RUN = 2 ** 20
const IDS_PER_PAGE = 2 ** 10
/** More than a platform ever sends at once, and as many as there are ids for. */
export const MAX_REVIEWS_PER_PAGE = IDS_PER_PAGE

interface FetchedPage {
  phase: Run['phase']
  /** What the page was asked with. */
  cursor: string | null
  page: SourcePage
}

/**
 * Saves a page and moves the run on, in one batch: all of it or nothing. Doing it again changes nothing, because every
 * statement asks first whether the run still stands before this page.
 *
 * Everything a run stores counts as first seen when the run was made, and its ids go down from the top of its block.
 * So a list by (scraped_at, id) shows the later run first, and inside a run the order of the platform's own list, which
 * is newest first.
 *
 * @param plan the plan whose monthly limit holds; known reviews are updated beyond it, new ones are not stored
 * @returns the run as it stands right after this page, whoever saved it; null when it went on or was ended
 */
export async function savePage(
  ctx: BackgroundContext,
  run: Run,
  plan: string,
  fetched: FetchedPage,
): Promise<Run | null> {
  const { page } = fetched
  const now = ctx.now()
  const month = new Date(now).toISOString().slice(0, 7)
  const rows = JSON.stringify(page.reviews.map(toRow))
  const stands = sql`EXISTS (SELECT 1 FROM scrape_runs
    WHERE scrape_runs.id = ${run.id} AND scrape_runs.page = ${run.page} AND scrape_runs.status = 'running')`
  // A cross join keeps the order: from the page's few rows into the key. Left to choose, a database without statistics
  // walks all reviews of the business and reads the list anew for each of them.
  const stored = sql`json_each(${rows}) AS item CROSS JOIN reviews
    ON reviews.business_id = ${run.businessId} AND reviews.platform = ${run.platform}
    AND reviews.platform_review_id = item.value->>0`

  const endOfBlock = run.seq * IDS_PER_RUN
  const firstId = endOfBlock - run.page * IDS_PER_PAGE - 1
  const isNew = sql`reviews.id BETWEEN ${firstId - IDS_PER_PAGE + 1} AND ${firstId}`
  const isFromEarlierPage = sql`reviews.id > ${firstId} AND reviews.id < ${endOfBlock}`
  // A page may come twice: what this very run has stored or changed says nothing about where known reviews begin.
  const isOfThisRun = sql`(reviews.id >= ${endOfBlock - IDS_PER_RUN} AND reviews.id < ${endOfBlock}
    OR reviews.edited_at >= ${run.createdAt})`

  // Stored from the last one up, so that ids grow: the search index empties its memory to disk at every id that is lower
  // than the one before, which costs more than all the rest.
  const upsert = statement(
    ctx.db,
    sql`
    INSERT INTO reviews (id, organization_id, business_id, platform, source, platform_review_id, author_name, rating,
      review_text, review_date, helpful_votes, is_verified, owner_response_text, owner_response_date, language, url,
      scraped_at, updated_at)
    SELECT CAST(${firstId} AS INTEGER) - key, ${run.organizationId}, ${run.businessId}, ${run.platform}, ${run.source},
      value->>0, value->>1, value->>2, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9,
      value->>10, ${run.createdAt}, ${now}
    FROM (
      SELECT item.key, item.value, known.id AS known_id,
        row_number() OVER (PARTITION BY known.id IS NULL ORDER BY item.key) AS place
      FROM json_each(${rows}) AS item LEFT JOIN reviews AS known
        ON known.business_id = ${run.businessId} AND known.platform = ${run.platform}
        AND known.platform_review_id = item.value->>0
    )
    WHERE (known_id IS NOT NULL OR place <= ${planLimits(plan).reviewsPerMonth} - coalesce((
        SELECT reviews_stored FROM organization_usage
        WHERE organization_id = ${run.organizationId} AND month = ${month}), 0))
      AND ${stands}
    ORDER BY key DESC
    ON CONFLICT (business_id, platform, platform_review_id) DO UPDATE SET
      author_name = excluded.author_name,
      rating = excluded.rating,
      review_text = excluded.review_text,
      review_date = coalesce(excluded.review_date, reviews.review_date),
      helpful_votes = excluded.helpful_votes,
      is_verified = excluded.is_verified,
      owner_response_text = excluded.owner_response_text,
      owner_response_date = excluded.owner_response_date,
      language = excluded.language,
      url = excluded.url,
      edited_at = CASE WHEN excluded.rating IS NOT reviews.rating OR excluded.review_text IS NOT reviews.review_text
        THEN excluded.updated_at ELSE reviews.edited_at END,
      responded = CASE WHEN excluded.rating IS NOT reviews.rating OR excluded.review_text IS NOT reviews.review_text
        THEN 0 ELSE reviews.responded END,
      updated_at = excluded.updated_at
    WHERE excluded.rating IS NOT reviews.rating
      OR excluded.review_text IS NOT reviews.review_text
      OR excluded.author_name IS NOT reviews.author_name
      OR coalesce(excluded.review_date, reviews.review_date) IS NOT reviews.review_date
      OR excluded.helpful_votes IS NOT reviews.helpful_votes
      OR excluded.is_verified IS NOT reviews.is_verified
      OR excluded.owner_response_text IS NOT reviews.owner_response_text
      OR excluded.owner_response_date IS NOT reviews.owner_response_date
      OR excluded.language IS NOT reviews.language
      OR excluded.url IS NOT reviews.url`,
  )

  const countUsage = statement(
    ctx.db,
    sql`
    INSERT INTO organization_usage (organization_id, month, reviews_stored)
    SELECT ${run.organizationId}, ${month}, count(*) FROM reviews
    WHERE ${isNew} AND ${stands}
    HAVING count(*) > 0
    ON CONFLICT (organization_id, month) DO UPDATE SET reviews_stored = reviews_stored + excluded.reviews_stored`,
  )

  const noteTotal = statement(
    ctx.db,
    sql`
    UPDATE business_sources SET stated_total = ${page.total}
    WHERE business_id = ${run.businessId} AND platform = ${run.platform} AND ${page.total} IS NOT NULL
      AND stated_total IS NOT ${page.total} AND ${stands}`,
  )

  // Counted in one walk over the page: its rows are sent and read once for all figures.
  const counted = sql`(SELECT count(*) AS stored,
      count(*) FILTER (WHERE ${isFromEarlierPage}) AS repeated,
      count(*) FILTER (WHERE ${isNew}) AS added,
      count(*) FILTER (WHERE reviews.edited_at = ${now}) AS changed,
      count(*) FILTER (WHERE ${isOfThisRun}) AS fresh
    FROM ${stored}) AS counted`
  const moveOn = ctx.db
    .update(scrapeRuns)
    .set({
      phase: fetched.phase,
      pageCursor: fetched.cursor,
      cursor: page.nextCursor,
      endOfList: page.nextCursor === null || page.nextCursor === fetched.cursor,
      page: run.page + 1,
      // Pages overlap: what an earlier page of this run stored was counted there.
      reviewsFound: sql`reviews_found + ${page.reviews.length} - counted.repeated`,
      reviewsNew: sql`reviews_new + counted.added`,
      reviewsChanged: sql`reviews_changed + counted.changed`,
      reviewsOverQuota: sql`reviews_over_quota + ${page.reviews.length} - counted.stored`,
      lastPageFresh: sql`counted.fresh`,
      attempts: 0,
      warnings: [...new Set([...run.warnings, ...page.warnings])].slice(0, MAX_WARNINGS),
      leaseUntil: null,
      dueAt: now + run.rateLimitMs,
    })
    .from(counted)
    .where(sql`id = ${run.id} AND page = ${run.page} AND status = 'running'`)

  const after = ctx.db
    .select()
    .from(scrapeRuns)
    .where(sql`${eq(scrapeRuns.id, run.id)} AND page = ${run.page + 1} AND status = 'running'`)

  const [, , , , found] = await persistently(() =>
    ctx.db.batch([upsert, countUsage, noteTotal, moveOn, after]),
  )
  return found[0] ?? null
}

/** Arrays, not objects: the database reads them faster. The order is that of the upsert's SELECT. */
function toRow(review: ScrapedReview) {
  return [
    review.reviewId,
    review.authorName,
    review.rating,
    review.reviewText,
    review.reviewDate === null ? null : Date.parse(review.reviewDate),
    review.helpfulVotes,
    review.userVerified ? 1 : 0,
    review.ownerResponse?.text ?? null,
    review.ownerResponse?.date ? Date.parse(review.ownerResponse.date) : null,
    review.language,
    review.url,
  ]
}
