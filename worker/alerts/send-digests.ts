import { sql } from 'drizzle-orm'
import { batch, literal } from '#db/client.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { BackgroundContext } from '../context.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { answeredInTime, answeredInTimeQuery } from '../reviews/answer-targets.ts'
import { boundPosition, idAt, positionOf } from '../reviews/position.ts'
import { searchExpression } from '../reviews/search-expression.ts'
import { type AnsweredInTime, answeredInTimeText, overdueAddress } from '../rules/answer-targets.ts'
import { DAY_MS, iso, utcDay } from '../rules/durations.ts'
import type { StoredFinding } from '../rules/findings.ts'
import { hasFeature, planLimits } from '../rules/plans.ts'
import { NEWS_MS } from '../rules/reviews.ts'
import { averageRating } from '../rules/statistics.ts'
import {
  type DueRecipient,
  isShownTo,
  limitOfRecipient,
  moveOn,
  serveDue,
  whileStillDue,
} from './due-recipients.ts'
import { firstSentence } from './notices.ts'
import { type ReviewInMail, reviewBlock } from './review-in-mail.ts'
import { nextDigestAt } from './schedule.ts'
import { mailFooter, unsubscribeLink } from './unsubscribe.ts'

const DUE = 'nextDigestAt'
const MAX_SHOWN = 5
/** Stored instead of a time until a recipient's first digest is scheduled. */
const UNSCHEDULED = 0

/** Skips digests without news since the previous one. Part of the minute's tick. */
export function sendDigests(ctx: BackgroundContext): Promise<number> {
  return serveDue(ctx, DUE, (recipient) => sendDigest(ctx, recipient))
}

async function sendDigest(ctx: BackgroundContext, recipient: DueRecipient): Promise<void> {
  const next = { nextDigestAt: nextDigestAt(recipient, ctx.now()) }
  const takesIt = recipient.isProven && recipient.takesMail && recipient.nextDigestAt !== UNSCHEDULED
  const facts = takesIt ? await digestFacts(ctx, recipient) : null
  await batch(ctx.db, [
    ...(facts && facts.newCount > 0 ? [(await digestMail(ctx, recipient, facts)).statement] : []),
    moveOn(ctx, recipient, DUE, { ...next, ...(facts && { digestAfter: facts.upTo }) }),
  ])
}

async function digestMail(ctx: BackgroundContext, recipient: DueRecipient, facts: DigestFacts) {
  const { APP_ORIGIN } = ctx.settings
  const { url, headers } = unsubscribeLink(ctx, recipient.id)
  const hasAccount = recipient.userId !== null
  const { waiting, inTime } = facts
  const blocks: MailBlock[] = [
    ...firstBlocks(facts),
    ...(inTime ? [answeredInTimeText(inTime)] : []),
    ...(inTime && inTime.overdue > 0 && hasAccount
      ? [{ label: 'See what is overdue', url: `${APP_ORIGIN}${overdueAddress(null)}` }]
      : []),
    ...waiting.slice(0, MAX_SHOWN).map((review) => reviewBlock(review, hasAccount ? APP_ORIGIN : null)),
    ...(hasAccount
      ? [
          waiting.length > 0
            ? { label: 'All reviews that need an answer', url: `${APP_ORIGIN}/app/reviews?status=pending` }
            : { label: 'Read them', url: `${APP_ORIGIN}/app/reviews` },
        ]
      : []),
    mailFooter(
      `You get this digest ${recipient.digest === 'daily' ? 'once a day' : 'once a week'}, but only when there is something new.`,
      hasAccount ? APP_ORIGIN : null,
      url,
    ),
  ]
  const subject = digestSubject(facts)
  const mail = { to: recipient.address, subject, blocks, kind: 'digest', headers, isBulk: true } as const
  return ctx.mail.prepare(mail, whileStillDue(recipient, DUE))
}

/** 'Alder & Salt: 17 guests complained about waiting in two weeks – 79 new reviews need an answer' */
function digestSubject(facts: DigestFacts): string {
  const [worst] = facts.fallen
  const [finding] = facts.findings
  const news = newsOf(facts)
  if (finding) return `${firstSentence(finding)} – ${lowerFirst(news)}`
  if (!worst) return news
  const { name, rating } = worst
  return `${facts.locations > 1 ? name : 'Your rating'} is down to ${rating.toFixed(1)} stars, ${lowerFirst(news)}`
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

function firstBlocks(facts: DigestFacts): MailBlock[] {
  const { fallen, findings, periodDays } = facts
  const [first, ...further] = findings
  if (first) {
    return [
      { heading: first.message.replace(/\.$/, '') },
      ...further.map(({ message }) => message),
      `${newsOf(facts)}.`,
      ...ratingSentence(facts),
    ]
  }
  const [worst, ...others] = fallen
  if (!worst) return [{ heading: newsOf(facts) }, ...ratingSentence(facts)]
  const fell = ({ name, before, rating }: typeof worst) =>
    `${name} fell from ${before.toFixed(1)} to ${rating.toFixed(1)} stars`
  return [
    { heading: fell(worst) },
    ...others.map((other) => `${fell(other)}.`),
    `That is the last ${periodDays} days against the ${periodDays} days before. ${newsOf(facts)}.`,
    ...(facts.locations > 1 ? ratingSentence(facts) : []),
  ]
}

/** '2 new reviews need an answer'; '3 new reviews, all answered'; 'Over 1,000 new reviews'. */
function newsOf({ newCount, waiting, unposted }: DigestFacts): string {
  // Counting stops at `MAX_COUNTED`, so the share of answered reviews is unknown.
  if (newCount > MAX_COUNTED) return `Over ${MAX_COUNTED.toLocaleString('en-US')} new reviews`
  const count = waiting.length > 0 ? waiting.length : newCount
  const reviews = `${count.toLocaleString('en-US')} new ${count === 1 ? 'review' : 'reviews'}`
  if (waiting.length > 0) return `${reviews} ${count === 1 ? 'needs' : 'need'} an answer`
  if (unposted > 0)
    return `${reviews}, ${unposted === 1 ? '1 reply isn’t' : `${unposted} replies aren’t`} posted yet`
  return newCount === 1 ? `${reviews}, answered` : `${reviews}, all answered`
}

function ratingSentence(facts: DigestFacts): string[] {
  const { rating, change, periodDays, newCount, waiting } = facts
  const answered = waiting.length > 0 && newCount <= MAX_COUNTED ? othersText(facts) : []
  if (rating === null) return answered
  const where = facts.locations > 1 ? 'Average of all locations in' : 'Average of'
  const now = `${where} the last ${periodDays} days: ${rating.toFixed(1)} stars`
  const before = `the ${periodDays} days before`
  if (change === null) return [...answered, `${now}. There is nothing to compare it with yet.`]
  if (change === 0) return [...answered, `${now}, the same as in ${before}.`]
  return [...answered, `${now}, ${signed(change)} compared with ${before}.`]
}

/**
 * Sentences about the new reviews that need no answer: those whose reply guests can see, and those whose reply is saved
 * but not posted.
 */
function othersText({ newCount, waiting, unposted }: DigestFacts): string[] {
  const answered = newCount - waiting.length - unposted
  const count = answered.toLocaleString('en-US')
  return [
    ...(answered > 0 ? [`${count} more came in and ${answered === 1 ? 'is' : 'are'} already answered.`] : []),
    ...(unposted > 0
      ? [`${unposted} ${unposted === 1 ? 'reply is' : 'replies are'} saved but not posted.`]
      : []),
  ]
}

function signed(change: number): string {
  return `${change > 0 ? '+' : '−'}${Math.abs(change).toFixed(1)}`
}

const MAX_COUNTED = 1_000

const MAX_PERIOD_DAYS = 30

const MIN_COMPARED = 10

/**
 * Minimum fall to report, in stars. The fall must also be twice the standard error of the difference, computed with the
 * usual spread of ratings.
 */
const MIN_FALL = 0.3

const USUAL_SPREAD = 1.2
const WEEK_DAYS = 7
const MAX_FINDINGS = 3

interface NewReview extends ReviewInMail {
  responded: number
  /** 1 if the reply is stored here but guests can't see it. */
  isHidden: number
}

interface FallenLocation {
  name: string
  rating: number
  before: number
}

interface DigestFacts {
  /** Highest id among the reviews that the digest counts. */
  upTo: number
  /** Reviews posted recently and stored since the last digest, counted up to `MAX_COUNTED` + 1. */
  newCount: number
  /** Unanswered new reviews, fewest stars first. */
  waiting: ReviewInMail[]
  /** Number of new reviews whose reply is saved but not posted. */
  unposted: number
  periodDays: number
  /** Average of the reviews posted in the period, one decimal; null if there are none. */
  rating: number | null
  /** Change from the preceding period of the same length; null if that period has no reviews. */
  change: number | null
  /** Locations whose average fell clearly, the deepest fall first. */
  fallen: FallenLocation[]
  locations: number
  /** Findings since the last digest, most important first; none on plans without AI Insights. */
  findings: { message: string; businessName: string }[]
  /** Null if no location has a target. */
  inTime: AnsweredInTime | null
}

/**
 * Reads a bounded number of new and overdue reviews, and one row of review_daily_stats per business and day of both
 * periods.
 */
export async function digestFacts(ctx: BackgroundContext, recipient: DueRecipient): Promise<DigestFacts> {
  // Both periods must be within the plan's history.
  const periodDays = Math.min(MAX_PERIOD_DAYS, Math.floor(planLimits(recipient.plan).historyDays / 2))
  const organization = { id: recipient.organizationId, businessIds: limitOfRecipient(recipient) }
  const [ids, found, sums, findings, inTime] = await ctx.db.batch([
    ctx.db.statement<{ last: number }>(sql`SELECT last FROM review_ids`),
    newReviewsQuery(ctx, recipient),
    ratingsQuery(ctx, recipient, periodDays),
    findingsQuery(ctx, recipient),
    answeredInTimeQuery({ ...ctx, organization }, undefined),
  ])
  const upTo = ids.results[0]?.last ?? recipient.digestAfter
  const news = found.results.filter(({ id }) => id > recipient.digestAfter && id <= upTo)
  const places = sums.results
  const total = (figure: Exclude<keyof Ratings, 'name'>) =>
    places.reduce((all, place) => all + place[figure], 0)
  const [count, sum, countBefore, sumBefore] = [
    total('count'),
    total('sum'),
    total('countBefore'),
    total('sumBefore'),
  ]
  const rating = averageRating(sum, count)
  const change = Math.round((rating - averageRating(sumBefore, countBefore)) * 10) / 10
  return {
    upTo,
    newCount: news.length,
    waiting: news
      .filter(({ responded }) => responded === 0)
      .sort((one, other) => one.rating - other.rating || other.id - one.id),
    unposted: news.filter(({ isHidden }) => isHidden === 1).length,
    periodDays,
    rating: count > 0 ? rating : null,
    change: count > 0 && countBefore > 0 ? change : null,
    fallen: fallenOf(places),
    locations: places.filter((place) => place.count > 0).length,
    findings: newFindings(ctx, recipient, findings.results),
    inTime: answeredInTime(inTime.results),
  }
}

function fallenOf(places: readonly Ratings[]): FallenLocation[] {
  return places
    .flatMap(({ name, count, sum, countBefore, sumBefore }) => {
      if (Math.min(count, countBefore) < MIN_COMPARED) return []
      const fall = sumBefore / countBefore - sum / count
      const error = USUAL_SPREAD * Math.sqrt(1 / count + 1 / countBefore)
      const isClear = fall >= MIN_FALL && fall >= 2 * error
      const [rating, before] = [averageRating(sum, count), averageRating(sumBefore, countBefore)]
      return isClear ? [{ name, rating, before, fall }] : []
    })
    .sort((one, other) => other.fall - one.fall)
    .map(({ fall: _, ...fallen }) => fallen)
}

interface FindingRow {
  businessName: string
  /** JSON, as stored by insights/findings/store-findings.ts. */
  top: string
}

function findingsQuery(ctx: BackgroundContext, recipient: DueRecipient) {
  const { organizationId, plan } = recipient
  return ctx.db.statement<FindingRow>(sql`SELECT businesses.name AS businessName, stored.top AS top
      FROM insight_findings AS stored
      CROSS JOIN businesses ON businesses.id = stored.business_id AND businesses.is_sample = 0
        AND businesses.deleted_at IS NULL AND ${isShownTo(recipient)}
      WHERE ${Number(hasFeature(plan, 'hasAIInsights'))} AND stored.organization_id = ${organizationId}`)
}

/** Picks the findings since the last digest; limited members get none about other locations. */
function newFindings(ctx: BackgroundContext, recipient: DueRecipient, rows: readonly FindingRow[]) {
  const since = iso(ctx.now() - (recipient.digest === 'daily' ? 1 : WEEK_DAYS) * DAY_MS)
  const isLimited = limitOfRecipient(recipient) !== null
  return rows
    .flatMap(({ businessName, top }) =>
      // Safe: written only by store-findings.ts.
      (JSON.parse(top) as StoredFinding[]).map((finding) => ({ ...finding, businessName })),
    )
    .filter(
      ({ kind, foundAt }) =>
        foundAt > since && kind !== 'nothing_unusual' && !(isLimited && kind === 'location_apart'),
    )
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_FINDINGS)
    .map(({ sentence, businessName }) => ({ message: sentence, businessName }))
}

function newReviewsQuery(ctx: BackgroundContext, recipient: DueRecipient) {
  const { organizationId } = recipient
  const businessIds = limitOfRecipient(recipient)
  // For members without businesses, because the index can't be queried for an empty set.
  const max = businessIds?.length === 0 ? 0 : MAX_COUNTED + 1
  const since = boundPosition(positionOf(ctx.now() - NEWS_MS, 0))
  return ctx.db.statement<NewReview>(sql`SELECT reviews.id AS id, businesses.name AS businessName, reviews.platform AS platform,
        ${platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`)} AS platformName,
        reviews.author_name AS authorName, reviews.rating AS rating, reviews.review_text AS reviewText, reviews.url AS url,
        reviews.responded AS responded, reviews.is_hidden AS isHidden
      FROM (SELECT ${idAt(sql`rowid`)} AS id FROM review_search
        WHERE review_search MATCH ${searchExpression(organizationId, { visibility: 'public', businessIds })} AND rowid >= ${since}
        ORDER BY rowid DESC LIMIT ${literal(max)}) AS matches
      CROSS JOIN reviews ON reviews.id = matches.id AND reviews.organization_id = ${organizationId}
      CROSS JOIN businesses ON businesses.id = reviews.business_id AND businesses.is_sample = 0
        AND ${isShownTo(recipient)}`)
}

interface Ratings {
  name: string
  count: number
  sum: number
  countBefore: number
  sumBefore: number
}

/**
 * One row per business, by day posted: for the `periodDays` days up to today and for the `periodDays` days before
 * those.
 */
function ratingsQuery(ctx: BackgroundContext, recipient: DueRecipient, periodDays: number) {
  const from = utcDay(ctx.now() - (periodDays - 1) * DAY_MS)
  const before = utcDay(ctx.now() - (2 * periodDays - 1) * DAY_MS)
  return ctx.db.statement<Ratings>(sql`SELECT name, sum(iif(isNow, shown, 0)) AS count, sum(iif(isNow, stars, 0)) AS sum,
        sum(iif(isNow, 0, shown)) AS countBefore, sum(iif(isNow, 0, stars)) AS sumBefore
      FROM (SELECT businesses.id AS id, name, day >= ${from} AS isNow, posted_review_count AS shown, posted_rating_sum AS stars
        FROM businesses CROSS JOIN review_daily_stats ON review_daily_stats.business_id = businesses.id
        WHERE businesses.organization_id = ${recipient.organizationId} AND ${isShownTo(recipient)} AND day >= ${before}
          AND NOT is_removed)
      GROUP BY id`)
}
