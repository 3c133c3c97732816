import { type SQL, sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { isUpToDate } from '../../businesses/source-state.ts'
import type { ActingContext } from '../../context.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import { utcMonth } from '../../rules/durations.ts'
import {
  ANY_TEXT,
  MISMATCHES,
  mismatchTerm,
  OTHER_LANGUAGE,
  TOPICS,
  type Topic,
} from '../../rules/review-features.ts'
import type { TermRow } from '../overview/queries.ts'
import { WHOLE_SHARE } from '../reading/read-review.ts'
import type { ChangedReview } from './bridge.ts'
import {
  type BusinessCounts,
  dayBack,
  NEWEST_REVIEWS,
  type Rival,
  type TopicCounts,
  topicSpans,
  WINDOWS,
  YEAR_DAYS,
} from './counts.ts'

/**
 * Maximum number of changed reviews read. The bridge (bridge.ts) doesn't separate further changes from what guests
 * wrote.
 */
const MAX_CHANGED = 100
const RIVAL_DAYS = 90
const COPIES_DAYS = 30
const MAX_COPIES = 3
const MIN_COPIES = 3
/**
 * Minimum number of reviews with a term: terms in fewer reviews aren't significant. Inlined, not bound, because SQLite
 * has to see that the index contains these rows.
 */
const MIN_REVIEWS = sql.raw('5')
const LISTED_IN_MONTH = sql.raw('3')
const MAX_TERMS = 100
const MAX_RECENT_TERMS = 100
/** A year plus the longest window. */
const SEASON_MONTHS = 15

type Db = Pick<ActingContext, 'db' | 'now'>

export interface FindingRow {
  id: string
  isUpToDate: number
  topics: string
  reviews: string
  changed: string
  copies: string
  rivals: string
  terms: string
}

/**
 * Returns one row per business: its topics, terms, newest reviews (at most 200), changed reviews (at most 100), copied
 * texts and competitors.
 *
 * @param businesses a subquery of ids; nothing else checks that they belong to the organization
 */
export function findingsQuery({ db, now }: Db, businesses: SQL, today: string) {
  return db.statement<FindingRow>(sql`
    SELECT own.id, ${isUpToDate(sql`own.id`, now())} AS isUpToDate,
      (${topicsIn(sql`own.id`, topicSpans(today))}) AS topics, (${newest(today)}) AS reviews,
      (${changedIn({ from: dayBack(today, YEAR_DAYS - 1), to: today })}) AS changed, (${copiesIn(today)}) AS copies,
      (${rivalsOf(today)}) AS rivals, (${termsIn(today)}) AS terms
    FROM businesses AS own WHERE own.id IN ${businesses}`)
}

/** Only the topics and terms of `findingsQuery`. */
export function countsQuery({ db }: Db, businesses: SQL, today: string) {
  return db.statement<
    Pick<FindingRow, 'id' | 'topics' | 'terms'> & { name: string; industry: string | null }
  >(sql`
    SELECT own.id, own.name, own.industry, (${topicsIn(sql`own.id`, topicSpans(today))}) AS topics, (${termsIn(today)}) AS terms
    FROM businesses AS own WHERE own.id IN ${businesses}`)
}

/**
 * JSON: for each span, a list with one entry per topic: `[topic, positive, negative, stars of the negative, blame,
 * blame stars, praise, praise stars]`; the last four are in units of 1 / `WHOLE_SHARE`. Scalar subqueries instead of
 * GROUP BY, which would read every row twice: from the table, and from the temporary B-tree that sorts the groups.
 */
export function topicsIn(business: SQL, spans: readonly DaySpan[]): SQL {
  return sql`SELECT json_group_array(json(counted)) FROM (
    SELECT (SELECT json_group_array(json(figures)) FROM (
        SELECT (SELECT json_array(known.value, coalesce(sum(positive), 0), coalesce(sum(negative), 0),
            coalesce(sum(negative_one + 2 * negative_two + 3 * negative_three + 4 * negative_four
              + 5 * (negative - negative_one - negative_two - negative_three - negative_four)), 0),
            coalesce(sum(blame_share), 0), coalesce(sum(blame_stars), 0), coalesce(sum(praise_share), 0),
            coalesce(sum(praise_stars), 0))
          FROM insight_topic_days WHERE business_id = ${business} AND topic = known.value
            AND day BETWEEN span.value->>'from' AND span.value->>'to') AS figures
        FROM json_each(${JSON.stringify(TOPICS)}) AS known)) AS counted
    FROM json_each(${JSON.stringify(spans)}) AS span)`
}

function newest(today: string): SQL {
  const from = dayBack(today, YEAR_DAYS + (WINDOWS.at(-1) ?? 0) - 1)
  return sql`SELECT json_group_array(json_array(review_id, day, rating, json(topics), json(terms))) FROM (
    SELECT review_id, day, rating, topics, terms FROM review_features
    WHERE business_id = own.id AND day BETWEEN ${from} AND ${today}
    ORDER BY day DESC, review_id DESC LIMIT ${literal(NEWEST_REVIEWS)})`
}

/**
 * JSON: the newest reviews posted in a span that were edited, removed or shown again, each with its first and its
 * present rating.
 */
export function changedIn({ from, to }: DaySpan): SQL {
  return sql`SELECT json_group_array(json_array(id, day, coalesce(first_rating, rating), rating, is_removed, is_returned)) FROM (
    SELECT id, date(posted_at / 1000, 'unixepoch') AS day, rating, removed_at IS NOT NULL AS is_removed,
      returned_at IS NOT NULL AND removed_at IS NULL AS is_returned,
      (SELECT rating FROM review_revisions WHERE review_id = reviews.id ORDER BY replaced_at LIMIT 1) AS first_rating
    FROM reviews WHERE business_id = own.id AND posted_at BETWEEN ${Date.parse(from)} AND ${Date.parse(to) + 86_399_999}
      AND (edited_at IS NOT NULL OR removed_at IS NOT NULL OR returned_at IS NOT NULL)
    ORDER BY posted_at DESC LIMIT ${literal(MAX_CHANGED)})`
}

/**
 * JSON: monthly review counts of the terms that are most frequent overall or in one of the last three months. Goes back
 * far enough to include the same season of the previous year.
 */
function termsIn(today: string): SQL {
  const months = (back: number) => monthBack(today, back)
  const frequent = [0, 1, 2].map(
    (back) => sql`UNION SELECT term FROM (SELECT term FROM insight_term_months
        WHERE business_id = own.id AND month = ${months(back)} AND reviews >= ${LISTED_IN_MONTH}
        ORDER BY reviews DESC LIMIT ${literal(MAX_RECENT_TERMS)})`,
  )
  const counted = [ANY_TEXT, OTHER_LANGUAGE, ...MISMATCHES.map(mismatchTerm)]
  return sql`SELECT json_group_array(json_array(shown.term, month, month.reviews, positive, negative))
    FROM (
      SELECT term FROM (SELECT term FROM insight_terms WHERE business_id = own.id AND reviews >= ${MIN_REVIEWS}
        ORDER BY reviews DESC LIMIT ${literal(MAX_TERMS)})
      ${sql.join(frequent, sql` `)}
      UNION SELECT value FROM json_each(${JSON.stringify(counted)})
    ) AS shown
    CROSS JOIN insight_term_months AS month
      ON month.business_id = own.id AND month.term = shown.term AND month BETWEEN ${months(SEASON_MONTHS)} AND ${months(0)}`
}

/** 'YYYY-MM' */
function monthBack(today: string, months: number): string {
  return utcMonth(Date.UTC(Number(today.slice(0, 4)), Number(today.slice(5, 7)) - 1 - months))
}

/**
 * JSON: for each of the last month's alarms about similar texts (the latest `MAX_COPIES`), its reviews that are still
 * visible.
 */
function copiesIn(today: string): SQL {
  return sql`SELECT json_group_array(json((
      SELECT json_group_array(json_array(copy.id, date(copy.posted_at / 1000, 'unixepoch'), copy.rating))
      FROM json_each(alarms.review_ids) AS one JOIN reviews AS copy ON copy.id = one.value
      WHERE copy.business_id = own.id AND copy.removed_at IS NULL)))
    FROM (SELECT review_ids FROM alarms WHERE business_id = own.id AND kind = 'alike_reviews'
      AND to_day BETWEEN ${dayBack(today, COPIES_DAYS)} AND ${today} ORDER BY to_day DESC LIMIT ${literal(MAX_COPIES)}) AS alarms`
}

/**
 * JSON: the competitors with their latest totals and those of three months ago, and the business's own totals on the
 * same platform at both times. Competitors without totals from three months ago are left out.
 */
function rivalsOf(today: string): SQL {
  const former = dayBack(today, RIVAL_DAYS)
  return sql`SELECT json_group_array(json_array(name, platform, json(latest), json(earlier), json(ours), json(ours_then))) FROM (
    SELECT name, platform,
      (SELECT json_array(average, review_count) FROM competitor_totals WHERE competitor_id = rival.id AND day <= ${today}
        ORDER BY day DESC LIMIT 1) AS latest,
      (SELECT json_array(average, day) FROM competitor_totals WHERE competitor_id = rival.id AND day <= ${former}
        ORDER BY day DESC LIMIT 1) AS earlier,
      (${ownMass(today)}) AS ours, (${ownMass(former)}) AS ours_then
    FROM competitors AS rival WHERE business_id = own.id)
    WHERE latest IS NOT NULL AND earlier IS NOT NULL`
}

/** JSON: number and sum of stars of the business's own visible reviews on the competitor's platform, up to a day. */
function ownMass(until: string): SQL {
  const count = sql`CASE rival.platform WHEN 'yelp' THEN posted_yelp WHEN 'tripadvisor' THEN posted_tripadvisor
    ELSE posted_review_count - posted_yelp - posted_facebook - posted_tripadvisor - posted_other END`
  const stars = sql`CASE rival.platform WHEN 'yelp' THEN posted_yelp_stars WHEN 'tripadvisor' THEN posted_tripadvisor_stars
    ELSE posted_rating_sum - posted_yelp_stars - posted_facebook_stars - posted_tripadvisor_stars - posted_other_stars END`
  return sql`SELECT json_array(coalesce(sum(${count}), 0), coalesce(sum(${stars}), 0)) FROM review_daily_stats
    WHERE business_id = own.id AND day <= ${until} AND NOT is_removed`
}

type TopicFigures = [Topic, number, number, number, number, number, number, number]

export function readTopics(json: string): TopicCounts[][] {
  // Safe: written by the statement above, like the others.
  return (JSON.parse(json) as TopicFigures[][]).map((span) =>
    span
      .filter(([, positive, negative]) => positive + negative > 0)
      .map(([topic, positive, negative, negativeStars, blame, blameStars, praise, praiseStars]) => ({
        topic,
        positive,
        negative,
        negativeStars,
        blame: { count: blame / WHOLE_SHARE, stars: blameStars / WHOLE_SHARE },
        praise: { count: praise / WHOLE_SHARE, stars: praiseStars / WHOLE_SHARE },
      })),
  )
}

export function readChanged(json: string): ChangedReview[] {
  return (JSON.parse(json) as [number, string, number, number, number, number][]).map(
    ([id, day, firstRating, rating, isRemoved, isReturned]) => ({
      id,
      day,
      firstRating,
      rating,
      isRemoved: isRemoved === 1,
      isReturned: isReturned === 1,
    }),
  )
}

export function readTerms(json: string): TermRow[] {
  return (JSON.parse(json) as [string, string, number, number, number][]).map(
    ([term, month, reviews, positive, negative]) => ({ term, month, reviews, positive, negative }),
  )
}

export function readFindingRow(
  row: FindingRow,
): Pick<BusinessCounts, 'isUpToDate' | 'topics' | 'reviews' | 'changed' | 'copies' | 'rivals' | 'terms'> {
  type Newest = [number, string, number, BusinessCounts['reviews'][number]['topics'], string[]]
  type StoredRival = [
    string,
    Rival['platform'],
    [number, number],
    [number, string],
    [number, number],
    [number, number],
  ]
  return {
    isUpToDate: row.isUpToDate === 1,
    topics: readTopics(row.topics),
    reviews: (JSON.parse(row.reviews) as Newest[]).map(([id, day, rating, topics, terms]) => ({
      id,
      day,
      rating,
      topics: topics.map(({ topic, polarity, share }) => ({ topic, polarity, share: share / WHOLE_SHARE })),
      terms,
    })),
    changed: readChanged(row.changed),
    terms: readTerms(row.terms),
    copies: (JSON.parse(row.copies) as [number, string, number][][])
      .map((reviews) => reviews.map(([id, day, rating]) => ({ id, day, rating })))
      .filter((reviews) => reviews.length >= MIN_COPIES),
    rivals: (JSON.parse(row.rivals) as StoredRival[]).map(
      ([name, platform, [average, count], [formerAverage, formerDay], own, before]) => ({
        name,
        platform,
        average,
        count,
        formerAverage,
        formerDay,
        own: { count: own[0], stars: own[1] },
        ownBefore: { count: before[0], stars: before[1] },
      }),
    ),
  }
}
