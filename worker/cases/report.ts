import { CASE_RULES } from '../rules/cases.ts'
import { utcDay } from '../rules/durations.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'

export interface FormerVersion {
  rating: number
  text: string
  /** Milliseconds. */
  replacedAt: number
}

interface Reported {
  businessName: string
  platform: Platform
  rule: string
  reason: string
  authorName: string
  rating: number
  text: string
  url: string | null
  platformReviewId: string
  /** Milliseconds, as are all times; null if the platform gives none. */
  reviewDate: number | null
  scrapedAt: number
  formerVersions: readonly FormerVersion[]
  /** Reviews of the same suspected attack; 0 if there is none. */
  others: number
}

const MAX_TEXT_CHARS = 600
const MAX_FORMER_VERSIONS = 3

/**
 * The text to paste into a platform's form: the rule, the owner's statement, and the review's stored history. It is in
 * English, because all four platforms read English.
 */
export function reportOf(reported: Reported): string {
  const { businessName, platform, rule, reason, authorName, rating, text, url, reviewDate, scrapedAt } =
    reported
  const { platformReviewId, formerVersions, others } = reported
  const posted = reviewDate === null ? '' : `Posted: ${day(reviewDate)}. `
  return [
    `Business: ${businessName}`,
    `Review on ${PLATFORM_NAMES[platform]} by ${authorName}, ${rating} of 5 stars`,
    ...(url === null ? [] : [`Link: ${url}`]),
    `Review ID: ${platformReviewId}`,
    `Rule: ${CASE_RULES[platform][rule] ?? rule}`,
    ...(reason ? [`Why: ${reason}`] : []),
    `${posted}First seen by us: ${day(scrapedAt)}.`,
    ...formerVersions
      .slice(0, MAX_FORMER_VERSIONS)
      .map(
        (former) =>
          `Until ${day(former.replacedAt)} it had ${former.rating} of 5 stars: “${cut(former.text)}”`,
      ),
    ...(others > 0 ? [`It is one of ${others + 1} reviews that came together and look like an attack.`] : []),
    ...(text ? [`Its text: “${cut(text)}”`] : []),
  ].join('\n')
}

/** Names the time zone, because the screen shows days in the reader's zone. */
function day(at: number): string {
  return `${utcDay(at)} (UTC)`
}

function cut(text: string): string {
  return text.length > MAX_TEXT_CHARS ? `${text.slice(0, MAX_TEXT_CHARS).trimEnd()}…` : text
}
