import { DAY_MS, startOfDay } from './durations.ts'
import { PLATFORM_NAMES, PLATFORMS, type Platform } from './platforms.ts'

/** Every plan an account may carry. starter, professional and enterprise exist for imported accounts only. */
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
  /** Pages one collection run may fetch from one platform. */
  readonly scrapePages: number
  /** Newly stored reviews of the organization that were posted in the calendar month (UTC) in which they arrive. */
  readonly reviewsPerMonth: number
  /** Stored reviews of the organization that files have brought, or that were posted before the month they arrived in. */
  readonly importedReviews: number
  /** Hours between scheduled collections; null where only the button collects. */
  readonly refreshHours: number | null
  readonly seats: number
  /** AI credits a month. */
  readonly aiCredits: number
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
    aiCredits: 10,
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
    aiCredits: 100,
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
    aiCredits: 1_000,
  },
}

const FEATURES: Record<PlanTier, readonly PlanFeature[]> = {
  free: [],
  pro: ['hasCsvExport', 'hasLocationComparison', 'hasPrioritySupport'],
  ai_insights: PLAN_FEATURES,
}

/**
 * What enforces a row of a plan: the builder of a procedure (`withFeature`), what an API key opens, the condition of a
 * statement that writes, a run that collects, or what a list reads. `people` keep what no program can.
 */
type Gate = 'procedure' | 'key' | 'statement' | 'run' | 'list' | 'people'

/** A feature or limit without a gate doesn't compile, nor does a gate that asks for what another one enforces. */
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
  aiCredits: 'statement',
} as const satisfies Record<PlanFeature | keyof PlanLimits, Gate>

/** The features and limits that a gate enforces. */
export type EnforcedBy<G extends Gate> = {
  [Name in keyof typeof GATES]: (typeof GATES)[Name] extends G ? Name : never
}[keyof typeof GATES]

const UNKNOWN_PLAN_LIMITS: PlanLimits = { ...LIMITS.free, locations: 0 }

const RECENT_DAYS = 30

/** Said by a run that could not store all that is new, because the month's reviews are used up. */
export const QUOTA_WARNING = 'Monthly review limit reached'
/** The same of reviews that were posted before the month. */
export const HISTORY_WARNING = 'Limit of older reviews reached'
/** Said by an import whose file held more than the plan stores from files. */
export const IMPORT_LIMIT_WARNING = 'Limit of imported reviews reached'

/** What a run says that left out some reviews; of them, so many were posted before the month. */
export function storingWarning(left: { reviewsOverQuota: number; historyOverQuota: number }): string {
  return left.reviewsOverQuota > left.historyOverQuota ? QUOTA_WARNING : HISTORY_WARNING
}

export function isPlan(plan: string): plan is Plan {
  return PLANS.some((known) => known === plan)
}

/** The sold plan a plan counts as; an unknown plan counts as free. */
export function tierOf(plan: string): PlanTier {
  return isPlan(plan) ? TIERS[plan] : 'free'
}

/** What an unknown plan is called is all that is known of it. */
export function planName(plan: string): string {
  return isPlan(plan) ? PLAN_NAMES[plan] : plan
}

/** An unknown plan has the limits of free, but may hold no location. */
export function planLimits(plan: string): PlanLimits {
  return isPlan(plan) ? LIMITS[TIERS[plan]] : UNKNOWN_PLAN_LIMITS
}

/** How many a statement that writes may let there be. */
export function allowance(plan: string, name: EnforcedBy<'statement'>): number {
  return planLimits(plan)[name]
}

export function hasFeature(plan: string, feature: PlanFeature): boolean {
  return FEATURES[tierOf(plan)].includes(feature)
}

/** The cheapest sold plan that unlocks a feature. */
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

/** Said to who asks for a feature that their plan does not have. */
export function lockedFeature(feature: PlanFeature): string {
  const verb = feature === 'hasCustomReports' ? 'are' : 'is'
  return `${FEATURE_NAMES[feature]} ${verb} part of the ${PLAN_NAMES[planFor(feature)]} plan. Upgrade to use it.`
}

/** The cheapest sold plan that has more of something; null where none has. */
export function nextPlan(
  plan: string,
  limit: 'locations' | 'reviewsPerMonth' | 'importedReviews',
): PlanTier | null {
  return PLAN_TIERS.find((tier) => planLimits(tier)[limit] > planLimits(plan)[limit]) ?? null
}

/** True where a dearer plan exists, so that the Upgrade Plan button makes sense. */
export function canUpgrade(plan: string): boolean {
  return tierOf(plan) !== 'ai_insights'
}

/** What a sentence adds where a larger plan would help: `advice` behind a space, nothing on the highest plan. */
export function upgradeAdvice(plan: string, advice: string): string {
  return canUpgrade(plan) ? ` ${advice}` : ''
}

export function allowsPlatform(plan: string, platform: string): boolean {
  return planLimits(plan).platforms.some((allowed) => allowed === platform)
}

/** The name of the cheapest sold plan that collects from a platform; null where this plan does. */
export function unlockedBy(plan: string, platform: Platform): string | null {
  if (allowsPlatform(plan, platform)) return null
  const tier = PLAN_TIERS.find((sold) => allowsPlatform(sold, platform))
  return tier === undefined ? null : planName(tier)
}

/** Said where a platform is not part of the plan. */
export function platformNotIncluded(plan: string, platform: Platform): string {
  return `${PLATFORM_NAMES[platform]} is not part of your ${planName(plan)} plan.`
}

/** @param plan the plan's id as the account carries it, so that an unknown one is named too */
export function locationLimitMessage(plan: string, limit: number, current: number): string {
  const reached = `Location limit reached. Your ${plan} plan allows ${limit} locations. You currently have ${current}.`
  return `${reached}${upgradeAdvice(plan, 'Please upgrade to add more locations.')}`
}

/** The same, said to a person. */
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

/** Like `historyCutoff`, for what counts as recent: the history window, but at most 30 days. */
export function recentCutoff(plan: string, now: number): number {
  return startOfDay(now) - Math.min(planLimits(plan).historyDays, RECENT_DAYS) * DAY_MS
}

/** The navigation entries that a plan can lock. */
const LOCKABLE_SECTIONS = {
  analytics: { feature: 'hasLocationComparison', text: 'Upgrade to Pro to unlock Analytics' },
  'ai-insights': { feature: 'hasAIInsights', text: 'Upgrade to AI Insights to unlock this feature' },
} as const satisfies Record<string, { feature: PlanFeature; text: string }>
export type LockableSection = keyof typeof LOCKABLE_SECTIONS

/** What the locked entry says; null when the plan opens it. */
export function lockText(section: LockableSection, plan: string): string | null {
  const { feature, text } = LOCKABLE_SECTIONS[section]
  return hasFeature(plan, feature) ? null : text
}
