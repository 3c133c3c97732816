import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { MINUTE_MS, SECOND_MS } from './durations.ts'
import { cleanText, PAGE_GONE, pageLimit, type TagColor, uuid } from './fields.ts'
import { planLimits } from './plans.ts'
import { PLATFORMS, type Platform, type ReviewPlatform } from './platforms.ts'
import { INVALID_URL, isHttpUrl } from './validators.ts'

const PlatformKey = v.picklist(PLATFORMS, 'Choose one of the platforms listed.')
const NUMBER = 'Options must be whole numbers.'
const Count = v.pipe(v.number(NUMBER), v.safeInteger(NUMBER))

/** Options a caller may request. Numbers out of range are clamped, not refused. */
export const CollectionOptions = v.object({
  maxPages: v.optional(Count),
  rateLimitMs: v.optional(Count),
  timeoutMs: v.optional(Count),
  retryAttempts: v.optional(Count),
  /** True to use a different one of our own user agents in each run. */
  userAgentRotation: v.optional(v.boolean('User agent rotation must be on or off.')),
  /** Accepted, but no proxy is ever used; requesting one adds a warning. */
  proxyEnabled: v.optional(v.boolean('Proxies must be on or off.')),
  /** Accepted, but a captcha is never solved; it ends the run with a warning. */
  captchaHandling: v.optional(v.boolean('Captcha handling must be on or off.')),
})
export type CollectionOptions = v.InferOutput<typeof CollectionOptions>

export const StartCollectionInput = v.object({
  businessId: BusinessKey,
  platforms: v.optional(
    v.pipe(
      v.array(PlatformKey, 'Choose the platforms to collect from.'),
      v.minLength(1, 'Choose at least one platform.'),
      v.maxLength(PLATFORMS.length, 'Choose each platform once.'),
      v.transform((platforms) => [...new Set(platforms)]),
    ),
  ),
  options: v.optional(CollectionOptions, {}),
})
export type StartCollectionInput = v.InferOutput<typeof StartCollectionInput>

export const PreviewInput = v.object({ businessId: BusinessKey, platform: PlatformKey })
export type PreviewInput = v.InferOutput<typeof PreviewInput>

const SCRAPED_PLATFORMS = ['google', 'yelp'] as const satisfies readonly Platform[]
export type ScrapedPlatform = (typeof SCRAPED_PLATFORMS)[number]

export const ScrapeInput = v.object({
  businessId: BusinessKey,
  platform: v.picklist(SCRAPED_PLATFORMS, 'Choose Google or Yelp.'),
  listingUrl: v.pipe(v.string(INVALID_URL), v.transform(cleanText), v.check(isHttpUrl, INVALID_URL)),
  options: v.optional(CollectionOptions, {}),
})
export type ScrapeInput = v.InferOutput<typeof ScrapeInput>

export const RunId = v.object({ id: uuid('Unknown collection run. Open it from the list.') })
export type RunId = v.InferOutput<typeof RunId>

const MAX_RUNS = 50

export const ListRunsInput = v.optional(
  v.object({
    businessId: v.optional(BusinessKey),
    cursor: v.optional(uuid(PAGE_GONE)),
    limit: pageLimit(MAX_RUNS, 'collections'),
  }),
  { limit: MAX_RUNS },
)
export type ListRunsInput = v.InferOutput<typeof ListRunsInput>

export interface RunOptions {
  pages: number
  /** Pause between two pages. */
  rateLimitMs: number
  /** Timeout per page, from the request to the end of the response's body. */
  timeoutMs: number
  retryAttempts: number
  userAgentRotation: boolean
}

export const NO_PROXY = 'No proxy was used: this server asks under its own address and name.'

const DEFAULT_RATE_LIMIT_MS: Record<Platform, number> = {
  google: 2 * SECOND_MS,
  yelp: 3 * SECOND_MS,
  facebook: 3 * SECOND_MS,
  tripadvisor: 3 * SECOND_MS,
}
const MIN_RATE_LIMIT_MS = SECOND_MS
/** Maximum pause between pages; longer pauses would keep a run open for hours. */
const MAX_RATE_LIMIT_MS = MINUTE_MS
const MIN_TIMEOUT_MS = SECOND_MS
const MAX_TIMEOUT_MS = 30 * SECOND_MS
const MAX_RETRIES = 3
const ROTATES_AGENT: Record<Platform, boolean> = {
  google: true,
  yelp: false,
  facebook: false,
  tripadvisor: false,
}

/** A request can lower the plan's page limit, never raise it. */
export function collectionOptions(
  platform: Platform,
  plan: string,
  options: CollectionOptions = {},
): RunOptions {
  const { scrapePages } = planLimits(plan)
  return {
    pages: clamp(options.maxPages ?? scrapePages, 1, scrapePages),
    rateLimitMs: clamp(
      options.rateLimitMs ?? DEFAULT_RATE_LIMIT_MS[platform],
      MIN_RATE_LIMIT_MS,
      MAX_RATE_LIMIT_MS,
    ),
    timeoutMs: clamp(options.timeoutMs ?? MAX_TIMEOUT_MS, MIN_TIMEOUT_MS, MAX_TIMEOUT_MS),
    retryAttempts: clamp(options.retryAttempts ?? MAX_RETRIES, 0, MAX_RETRIES),
    userAgentRotation: options.userAgentRotation ?? ROTATES_AGENT[platform],
  }
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max)
}

const YELP_TRIAL_WARNING = 'Yelp API trial may have expired - only Google reviews available'

export function combinedOutcome(runs: readonly Pick<RunView, 'platform' | 'platformName' | 'status'>[]): {
  errors: string[]
  warnings: string[]
} {
  const failed = runs.filter((run) => run.status === 'failed')
  return {
    errors: failed.map(({ platformName }) => `${platformName} scraping failed`),
    warnings: failed.some(({ platform }) => platform === 'yelp') ? [YELP_TRIAL_WARNING] : [],
  }
}

/**
 * The types below are API responses: plain JSON, with timestamps as ISO 8601 strings in UTC and ratings from 1 to 5.
 */

const RUN_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const

export type RunStatus = (typeof RUN_STATUSES)[number]

export interface RunView {
  id: string
  businessId: string
  platform: ReviewPlatform
  platformName: string
  platformColor: TagColor | null
  /** The source that was collected, or one of `IMPORT_SOURCES`. */
  source: string
  trigger: 'manual' | 'schedule'
  status: RunStatus
  pagesScraped: number
  pagesPlanned: number
  reviewsFound: number
  reviewsNew: number
  reviewsChanged: number
  errors: string[]
  warnings: string[]
  /** Milliseconds from the first page's start to the end, or until now while it runs. */
  executionTime: number
  createdAt: string
  finishedAt: string | null
}

export interface RunPage {
  items: RunView[]
  nextCursor: string | null
}
