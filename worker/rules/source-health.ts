import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import type { RunPage, RunView } from './collection.ts'
import { FAILURES, type FailureKind } from './failures.ts'
import { INSTEAD_OF_RECOMMENDATIONS, RECOMMENDATIONS_LAST_DAY } from './graph-api.ts'
import { type OwnPlatform, PLATFORM_NAMES, type Platform } from './platforms.ts'
import { EMPTY_PUBLIC_LIST, historyLimitText, type Remedy } from './remedies.ts'
import type { Keeps, SourceTextName } from './source-health-texts.ts'

export interface SourceHealth extends SourceView {
  source: SourceTextName
  keeps: Keeps
  /** The platform's average, 1 to 5. */
  statedRating: number | null
  /** Stored reviews of this platform, from any source. */
  storedTotal: number
  lastAttemptAt: string | null
  /**
   * The current series of failures: the time of the first, and the kind and message of the last. Null if the last
   * collection succeeded or there was none.
   */
  trouble: { kind: FailureKind; message: string; since: string } | null
  /** Reason why the source can't be collected now; null if it can. `until` is null if waiting doesn't help. */
  refusal: { reason: string; until: string | null } | null
}

export interface PlatformHealth {
  platform: Platform
  /** Cheapest plan that includes the platform; null if the current plan does. */
  unlockedBy: string | null
  /** Null if there is neither a link nor a connection. */
  source: SourceHealth | null
}

export interface SourcesView {
  business: { id: string; name: string; isActive: boolean; aboveLimit: boolean }
  platforms: PlatformHealth[]
  /** Platforms that the organization has added, by name, with the business's stored reviews. */
  ownPlatforms: (OwnPlatform & { count: number })[]
  maxOwnPlatforms: number
  mayEditPlatforms: boolean
  runs: RunPage
}

export interface HealthStatus {
  tone: 'good' | 'quiet' | 'warning' | 'bad'
  headline: string
  text: string
  remedy: Remedy | null
}

/**
 * Describes the state of a source. If several problems prevent collecting, only the one to resolve first is described.
 */
export function healthStatus(
  { platform, unlockedBy, source }: PlatformHealth,
  business: Pick<SourcesView['business'], 'isActive' | 'aboveLimit'>,
): HealthStatus {
  const name = PLATFORM_NAMES[platform]
  if (unlockedBy !== null) return locked(name, unlockedBy, source)
  if (!source) return ABSENT[platform]
  if (!business.isActive) {
    return {
      tone: 'quiet',
      headline: 'Paused',
      text: 'This business is paused, so nothing is collected. Reviews collected so far are kept.',
      remedy: 'resume',
    }
  }
  if (business.aboveLimit) {
    return {
      tone: 'warning',
      headline: 'Not collected',
      text: 'Your plan covers fewer locations, oldest first. Reviews collected so far are kept.',
      remedy: 'see_plans',
    }
  }
  if (source.keeps === 'nothing') {
    return {
      tone: 'good',
      headline: 'Shown live',
      text: `${name} requires its reviews to be fetched each time they are shown.`,
      remedy: null,
    }
  }
  if (source.trouble) return troubleStatus(source, source.trouble)
  if (source.refusal?.until === null) {
    return {
      tone: 'warning',
      headline: 'Not collected',
      text: source.refusal.reason,
      remedy: betterWay(source) ?? 'import',
    }
  }
  return soundStatus(name, source)
}

function locked(name: string, plan: string, source: SourceHealth | null): HealthStatus {
  return {
    tone: 'quiet',
    headline: `Part of the ${plan} plan`,
    text: source
      ? `Your plan does not collect from ${name}. Reviews collected so far are kept.`
      : `With ${plan}, reviews on ${name} are collected too.`,
    remedy: 'see_plans',
  }
}

const ABSENT: Record<Platform, HealthStatus> = {
  google: absent(
    'connect',
    'Connect your Google Business Profile to get all reviews and post replies, or add the Google Maps link.',
  ),
  yelp: absent('add_link', "Add the address of this business's page on Yelp."),
  facebook: absent(
    'connect',
    `Connect the Facebook page of this business. Facebook gives its reviews to apps until ${RECOMMENDATIONS_LAST_DAY}; after that only its rating and their number.`,
  ),
  tripadvisor: absent('add_link', "Add the address of this business's page on TripAdvisor."),
}

function absent(remedy: Remedy, text: string): HealthStatus {
  return { tone: 'quiet', headline: 'Not set up', text, remedy }
}

function soundStatus(name: string, source: SourceHealth): HealthStatus {
  if (source.lastSucceededAt === null) {
    return {
      tone: 'quiet',
      headline: 'Not checked yet',
      text: `Press Collect now to fetch what ${name} shows.`,
      remedy: null,
    }
  }
  if (source.limit?.kind === 'month') {
    return {
      tone: 'warning',
      headline: limitHeadline(source.limit),
      text: limitText(source.limit),
      remedy: source.limit.moreWith === null ? null : 'see_plans',
    }
  }
  if (source.keeps !== 'reviews') {
    const remedy = betterWay(source)
    const better = remedy ? ` ${betterWayText(source)}` : ''
    return {
      tone: 'good',
      headline: 'Up to date',
      text: `The numbers are ${name}'s own. Its reviews are fetched when you look at them.${better}`,
      remedy,
    }
  }
  if (source.storedTotal === 0 && source.source === 'google-public' && source.statedTotal === null) {
    return {
      tone: 'warning',
      headline: EMPTY_PUBLIC_LIST.headline,
      text: EMPTY_PUBLIC_LIST.text,
      remedy: betterWay(source),
    }
  }
  if (source.storedTotal === 0) {
    return {
      tone: 'good',
      headline: 'No reviews yet',
      text: `${name} answered and shows no reviews for this listing. New ones will appear here.`,
      remedy: null,
    }
  }
  return { tone: 'good', headline: 'Up to date', text: '', remedy: null }
}

function limitHeadline({ until }: SourceLimit): string {
  return `Limit reached: new reviews from ${monthAndDay(until)}`
}

function limitText({ waiting, until, moreWith }: SourceLimit): string {
  const [who, wait, come] =
    waiting === 1 ? ['1 new review', 'waits', 'comes'] : [`${waiting} new reviews`, 'wait', 'come']
  const day = monthAndDay(until)
  return moreWith === null
    ? `${who} ${wait} until ${day}.`
    : `${who} ${wait} until ${day}, or ${come} now with ${moreWith}.`
}

/** UTC day: 'Dec 1'. */
function monthAndDay(iso: string): string {
  const [, , month = ''] = new Date(iso).toUTCString().split(' ')
  return `${month} ${new Date(iso).getUTCDate()}`
}

const KEPT = 'Reviews collected so far are kept.'

function troubleStatus(
  source: SourceHealth,
  { kind, message }: NonNullable<SourceHealth['trouble']>,
): HealthStatus {
  const rule = FAILURES[kind]
  const headline = rule.headline(PLATFORM_NAMES[source.platform])
  const outlook = {
    next_try: source.nextDueAt ? 'We’ll try again automatically.' : 'Press Collect now to try again.',
    other_way: kind === 'ended' ? INSTEAD_OF_RECOMMENDATIONS : betterWayText(source),
  }
  return {
    tone: rule.remedy ? 'bad' : 'warning',
    headline,
    text: [
      // Don't repeat the headline.
      message.startsWith(`${headline}.`) ? message.slice(headline.length + 1).trim() : message,
      rule.addition,
      // Unnecessary for temporary failures, which worry nobody.
      rule.remedy && source.lastSucceededAt !== null && KEPT,
      rule.outlook && outlook[rule.outlook],
    ]
      .filter(Boolean)
      .join(' '),
    remedy: rule.remedy ? remedyOf(source, rule.remedy) : null,
  }
}

function remedyOf(
  source: SourceHealth,
  remedy: NonNullable<(typeof FAILURES)[FailureKind]['remedy']>,
): Remedy | null {
  switch (remedy) {
    case 'other_way':
      return betterWay(source) ?? 'import'
    case 'listing':
      return isConnection(source) ? 'connect' : 'correct_link'
    case 'reconnect':
      return 'reconnect'
    case 'access':
      return isConnection(source) ? 'connect' : betterWay(source)
    default:
      return remedy satisfies never
  }
}

function isConnection({ source }: SourceHealth): boolean {
  return source === 'google-business-profile' || source === 'facebook'
}

/** Connecting a Google Business Profile brings in all reviews. Null on other platforms, or if already connected. */
function betterWay(source: SourceHealth): Remedy | null {
  return source.platform === 'google' && !isConnection(source) ? 'connect' : null
}

function betterWayText(source: SourceHealth): string {
  switch (source.platform) {
    case 'google':
      return isConnection(source)
        ? 'Until then, you can import files.'
        : 'Your Google Business Profile gives you all reviews and lets you answer from here.'
    case 'yelp':
      return "Until then, you can forward Yelp's e-mails about new reviews here, or import files."
    case 'facebook':
    case 'tripadvisor':
      return 'Until then, you can import files.'
    default:
      return source.platform satisfies never
  }
}

/** Null if the source stores no reviews or has never been collected. */
export function historyText(source: SourceHealth): string | null {
  if (source.keeps !== 'reviews' || source.lastSucceededAt === null) return null
  const name = PLATFORM_NAMES[source.platform]
  if (source.limit?.kind === 'history') return historyLimitText(source.limit)
  if (source.backfilling) {
    return `Older reviews come ${source.nextDueAt ? 'with the next checks' : 'each time you collect'}.`
  }
  return source.statedTotal !== null && source.storedTotal < source.statedTotal
    ? `${name} counts reviews that its list does not show.`
    : 'Everything the list shows is here.'
}

export const SourcesInput = v.object({ businessId: BusinessKey })
export type SourcesInput = v.InferOutput<typeof SourcesInput>

export interface SourceLimit {
  /** `month`: new reviews per month; `history`: reviews posted before the month they would be stored in. */
  kind: 'month' | 'history'
  /** Reviews left out by the last collection. */
  waiting: number
  /** Start of the next month (ISO 8601, UTC). */
  until: string
  /** The next plan with a higher limit; null on the highest one. */
  moreWith: string | null
}

export interface SourceView {
  platform: Platform
  listingUrl: string
  /** Review count according to the platform. */
  statedTotal: number | null
  /** True while older reviews are still to be fetched by later runs. */
  backfilling: boolean
  /** Stored reviews of this platform that are still shown; null if not requested. */
  storedTotal: number | null
  lastSucceededAt: string | null
  nextDueAt: string | null
  /** Null if no reviews are left out. */
  limit: SourceLimit | null
  latestRun: RunView | null
}

export type Backfill = Pick<SourceView, 'platform' | 'statedTotal' | 'storedTotal' | 'nextDueAt' | 'limit'>
