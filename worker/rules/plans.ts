import { DAY_MS, startOfDay } from './durations.ts'
import { PLATFORM_NAMES, PLATFORMS, type Platform } from './platforms.ts'

/** starter, professional and enterprise exist only on imported accounts. */
export const PLANS = ['free', 'starter', 'professional', 'enterprise', 'pro', 'ai_insights'] as const
export type Plan = (typeof PLANS)[number]

/** The plans that are sold, cheapest first. Every other plan counts as one of them. */
export const PLAN_TIERS = ['free', 'pro', 'ai_insights'] as const satisfies readonly Plan[]
export type PlanTier = (typeof PLAN_TIERS)[number]

export const PLAN_NAMES: Record<Plan, string> = {
  free: 'Free',
  starter: 'Starter',
  professional: 'Professional',
  enterprise: 'Enterprise',
  pro: 'Pro',
  ai_insights: 'AI Insights',
}

export const PLAN_PRICES: Record<PlanTier, { priceCents: number; currency: 'USD'; per: 'month' }> = {
  free: { priceCents: 0, currency: 'USD', per: 'month' },
  pro: { priceCents: 1_900, currency: 'USD', per: 'month' },
  ai_insights: { priceCents: 4_900, currency: 'USD', per: 'month' },
}

export const PLAN_FEATURES = [
  'hasCsvExport',
  'hasLocationComparison',
  'hasAIInsights',
  'hasKeywordTrends',
  'hasCompetitorBenchmark',
  'hasPredictiveAnalytics',
  'hasApiAccess',
  'hasCustomReports',
  'hasPrioritySupport',
] as const
export type PlanFeature = (typeof PLAN_FEATURES)[number]

export interface PlanLimits {
  readonly locations: number
  readonly platforms: readonly Platform[]
  readonly historyDays: number
  /** Maximum pages per run and platform. */
  readonly scrapePages: number
  /**
   * Limit on the new reviews that the organization may store per month. Only reviews posted in the calendar month (UTC)
   * in which they are stored count.
   */
  readonly reviewsPerMonth: number
  /**
   * Limit on the total of stored reviews that came from files, or were posted before the month in which they were
   * stored.
   */
  readonly importedReviews: number
  /** Hours between scheduled collections; null if reviews are only collected by hand. */
  readonly refreshHours: number | null
  readonly seats: number
  readonly widgets: number
  readonly ownPlatforms: number
  /** Credits per month. */
  readonly aiCredits: number
  /** People per day whom the organization may ask for a review by e-mail through us. */
  readonly asksPerDay: number
}

const TIERS: Record<Plan, PlanTier> = {
  free: 'free',
  starter: 'free',
  professional: 'pro',
  enterprise: 'ai_insights',
  pro: 'pro',
  ai_insights: 'ai_insights',
}

const LIMITS: Record<PlanTier, PlanLimits> = {
  free: {
    locations: 1,
    platforms: ['google', 'yelp'],
    historyDays: 30,
    scrapePages: 1,
    reviewsPerMonth: 50,
    importedReviews: 500,
    refreshHours: null,
    seats: 1,
    widgets: 1,
    ownPlatforms: 1,
    aiCredits: 10,
    asksPerDay: 10,
  },
  pro: {
    locations: 3,
    platforms: PLATFORMS,
    historyDays: 90,
    scrapePages: 5,
    reviewsPerMonth: 500,
    importedReviews: 20_000,
    refreshHours: 6,
    seats: 3,
    widgets: 5,
    ownPlatforms: 5,
    aiCredits: 100,
    asksPerDay: 50,
  },
  ai_insights: {
    locations: 10,
    platforms: PLATFORMS,
    historyDays: 365,
    scrapePages: 20,
    reviewsPerMonth: 2_000,
    importedReviews: 200_000,
    refreshHours: 2,
    seats: 10,
    widgets: 20,
    ownPlatforms: 20,
    aiCredits: 1_000,
    asksPerDay: 200,
  },
}

const FEATURES: Record<PlanTier, readonly PlanFeature[]> = {
  free: [],
  pro: ['hasCsvExport', 'hasLocationComparison', 'hasPrioritySupport'],
  ai_insights: PLAN_FEATURES,
}

/**
 * Places where a limit or feature is enforced. `procedure`: the procedure builder (`withFeature`). `key`: API key
 * scopes. `statement`: the condition of a writing statement. `run`: a collection run. `list`: reading a list. `people`:
 * nowhere in code, because only people can keep the promise.
 */
type Gate = 'procedure' | 'key' | 'statement' | 'run' | 'list' | 'people'

/**
 * The gate that enforces each feature and limit. A missing gate doesn't compile, nor does a check in a gate other than
 * the declared one.
 */
export const GATES = {
  hasCsvExport: 'procedure',
  hasLocationComparison: 'procedure',
  hasAIInsights: 'procedure',
  hasKeywordTrends: 'procedure',
  hasCompetitorBenchmark: 'procedure',
  hasPredictiveAnalytics: 'procedure',
  hasApiAccess: 'key',
  hasCustomReports: 'procedure',
  hasPrioritySupport: 'people',
  locations: 'statement',
  platforms: 'run',
  historyDays: 'list',
  scrapePages: 'run',
  reviewsPerMonth: 'statement',
  importedReviews: 'statement',
  refreshHours: 'run',
  seats: 'statement',
  widgets: 'statement',
  ownPlatforms: 'statement',
  aiCredits: 'statement',
  asksPerDay: 'statement',
} as const satisfies Record<PlanFeature | keyof PlanLimits, Gate>

export type EnforcedBy<G extends Gate> = {
  [Name in keyof typeof GATES]: (typeof GATES)[Name] extends G ? Name : never
}[keyof typeof GATES]

const UNKNOWN_PLAN_LIMITS: PlanLimits = { ...LIMITS.free, locations: 0 }

const RECENT_DAYS = 30

export const QUOTA_WARNING = 'Monthly review limit reached'
/** Warning of a run that left out reviews posted before the current month. */
export const HISTORY_WARNING = 'Limit of older reviews reached'
export const IMPORT_LIMIT_WARNING = 'Limit of imported reviews reached'

/** `historyOverQuota` of the `reviewsOverQuota` reviews were posted before the current month. */
export function storingWarning(left: { reviewsOverQuota: number; historyOverQuota: number }): string {
  return left.reviewsOverQuota > left.historyOverQuota ? QUOTA_WARNING : HISTORY_WARNING
}

export function isPlan(plan: string): plan is Plan {
  return PLANS.some((known) => known === plan)
}

export function tierOf(plan: string): PlanTier {
  return isPlan(plan) ? TIERS[plan] : 'free'
}

export function planName(plan: string): string {
  return isPlan(plan) ? PLAN_NAMES[plan] : plan
}

/** An unknown plan has the limits of the free plan, but no locations. */
export function planLimits(plan: string): PlanLimits {
  return isPlan(plan) ? LIMITS[TIERS[plan]] : UNKNOWN_PLAN_LIMITS
}

export function allowance(plan: string, name: EnforcedBy<'statement'>): number {
  return planLimits(plan)[name]
}

export function hasFeature(plan: string, feature: PlanFeature): boolean {
  return FEATURES[tierOf(plan)].includes(feature)
}

export function planFor(feature: PlanFeature): PlanTier {
  return PLAN_TIERS.find((tier) => FEATURES[tier].includes(feature)) ?? 'ai_insights'
}

const FEATURE_NAMES = {
  hasCsvExport: 'CSV export',
  hasLocationComparison: 'Analytics',
  hasAIInsights: 'AI Insights',
  hasKeywordTrends: 'Keyword trend analysis',
  hasCompetitorBenchmark: 'Competitor benchmarking',
  hasPredictiveAnalytics: 'Predictive analytics',
  hasApiAccess: 'The API',
  hasCustomReports: 'Custom reports',
  hasPrioritySupport: 'Priority support',
} as const satisfies Record<PlanFeature, string>

export function lockedFeature(feature: PlanFeature): string {
  const verb = feature === 'hasCustomReports' ? 'are' : 'is'
  return `${FEATURE_NAMES[feature]} ${verb} part of the ${PLAN_NAMES[planFor(feature)]} plan. Upgrade to use it.`
}

/** The cheapest sold plan with a higher limit. */
export function nextPlan(
  plan: string,
  limit: 'locations' | 'reviewsPerMonth' | 'importedReviews',
): PlanTier | null {
  return PLAN_TIERS.find((tier) => planLimits(tier)[limit] > planLimits(plan)[limit]) ?? null
}

export function canUpgrade(plan: string): boolean {
  return tierOf(plan) !== 'ai_insights'
}

/** Begins with a space, to append to a message. Empty on the highest plan, where upgrading is impossible. */
export function upgradeAdvice(plan: string, advice: string): string {
  return canUpgrade(plan) ? ` ${advice}` : ''
}

export function allowsPlatform(plan: string, platform: string): boolean {
  return planLimits(plan).platforms.some((allowed) => allowed === platform)
}

/** The name of the cheapest sold plan that includes a platform; null if the given plan already includes it. */
export function unlockedBy(plan: string, platform: Platform): string | null {
  if (allowsPlatform(plan, platform)) return null
  const tier = PLAN_TIERS.find((sold) => allowsPlatform(sold, platform))
  return tier === undefined ? null : planName(tier)
}

export function platformNotIncluded(plan: string, platform: Platform): string {
  return `${PLATFORM_NAMES[platform]} is not part of your ${planName(plan)} plan.`
}

export function ownPlatformLimit(plan: string): string {
  const { ownPlatforms } = planLimits(plan)
  const included = ownPlatforms === 1 ? 'one platform' : `${ownPlatforms} platforms`
  return `Your ${planName(plan)} plan includes ${included} of your own.${upgradeAdvice(plan, 'Upgrade to use more.')}`
}

/** @param plan the raw plan id, so that an unknown plan is named too */
export function locationLimitMessage(plan: string, limit: number, current: number): string {
  const reached = `Location limit reached. Your ${plan} plan allows ${limit} locations. You currently have ${current}.`
  return `${reached}${upgradeAdvice(plan, 'Please upgrade to add more locations.')}`
}

export function locationLimitAdvice(plan: string): string {
  const { locations } = planLimits(plan)
  if (locations === 0) return 'Your plan includes no locations. Choose a plan to add your business.'
  return locations === 1
    ? `Your ${planName(plan)} plan includes one location, and it is in use.${upgradeAdvice(plan, 'Upgrade to add another one.')}`
    : `Your ${planName(plan)} plan includes ${locations} locations, and all of them are in use.${upgradeAdvice(plan, 'Upgrade to add more.')}`
}

/** Reviews first seen at or after this instant (milliseconds, 00:00 UTC of a day) are visible. */
export function historyCutoff(plan: string, now: number): number {
  return startOfDay(now) - planLimits(plan).historyDays * DAY_MS
}

/** Start of the plan's history or of the last 30 days, whichever is later, in milliseconds. */
export function recentCutoff(plan: string, now: number): number {
  return startOfDay(now) - Math.min(planLimits(plan).historyDays, RECENT_DAYS) * DAY_MS
}

const LOCKABLE_SECTIONS = {
  analytics: { feature: 'hasLocationComparison', text: 'Upgrade to Pro to unlock Analytics' },
  'ai-insights': { feature: 'hasAIInsights', text: 'Upgrade to AI Insights to unlock this feature' },
} as const satisfies Record<string, { feature: PlanFeature; text: string }>
export type LockableSection = keyof typeof LOCKABLE_SECTIONS

export function lockText(section: LockableSection, plan: string): string | null {
  const { feature, text } = LOCKABLE_SECTIONS[section]
  return hasFeature(plan, feature) ? null : text
}
