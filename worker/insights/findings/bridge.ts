import type { Bridge, BridgePart, FindingFilters } from '../../rules/findings.ts'
import type { Topic } from '../../rules/review-features.ts'

/** Number of reviews and sum of their stars; fractions of reviews are possible. */
export interface Mass {
  count: number
  stars: number
}

/**
 * An explanation for the stars of reviews: a topic they blame or praise, or a phrase or text they share. A review may
 * be divided among causes, but no part of a review counts for two causes.
 */
export interface Cause extends Mass {
  kind: 'complaints' | 'praise' | 'theme' | 'copied'
  topic?: Topic
  /** The phrase as displayed, and the term that finds its reviews. */
  phrase?: string
  term?: string
  /** Ids of the reviews with copied texts, only for the kind `copied`. */
  ids?: readonly number[]
  /** Number of reviews in the list that the owner can open. Other causes may explain some of these reviews. */
  n: number
}

/** A review that was edited, removed or shown again after it was first seen. */
export interface ChangedReview {
  id: number
  /** UTC day on which it was posted. */
  day: string
  firstRating: number
  rating: number
  isRemoved: boolean
  /** True if it was removed once and is shown now. */
  isReturned: boolean
}

export interface BridgePeriod {
  from: string
  to: string
  shown: Mass
  causes: readonly Cause[]
  changed: readonly ChangedReview[]
}

/** Minimum size of a separate part; smaller parts are combined into one. */
const MIN_STARS = 0.02
const MAX_CAUSES = 5
const CENTS = 100

/**
 * Explains the difference between the average ratings of two periods. The result's `before` and `after` are the
 * averages of the reviews posted in each period, as they are shown now.
 *
 * Each period's average is computed in four steps, so that the parts of all steps add up exactly:
 * 1. all reviews ever posted in the period, with their first stars: what guests wrote. The difference between the
 * periods is split among causes: a cause with share `w` of the reviews and mean `m` contributes `w (m - p)` in the
 * later period, minus the same for the earlier one, where `p` is the earlier period's average in this step. The causes
 * and the unexplained rest are a partition, so their contributions add up;
 * 2. with edited stars;
 * 3. without reviews that are removed now or were removed once;
 * 4. with removed reviews that are shown again.
 * For steps 2 to 4, the part is the difference between the changes in the two periods.
 *
 * @returns null if one of the periods has no review
 */
export function bridge(businessId: string, before: BridgePeriod, after: BridgePeriod): Bridge | null {
  const [former, latter] = [stepsOf(before), stepsOf(after)]
  if (!former || !latter) return null
  const total = latter.shown - former.shown
  const base = former.posted
  const pull = ({ count, stars }: Mass, all: Mass) => (stars - base * count) / all.count
  const inPeriod = (period: BridgePeriod): FindingFilters => ({
    businessId,
    from: period.from,
    to: period.to,
  })

  const keys = new Map([...before.causes, ...after.causes].map((cause) => [keyOf(cause), cause]))
  const causes: BridgePart[] = [...keys].map(([key, { kind, topic, phrase, term, ids }]) => {
    const find = (period: BridgePeriod) => period.causes.find((cause) => keyOf(cause) === key)
    const [earlier, later] = [find(before), find(after)]
    const stars =
      (later ? pull(later, latter.postedMass) : 0) - (earlier ? pull(earlier, former.postedMass) : 0)
    // There are fewer than before, so list the reviews of the earlier period.
    const [shown, period] = later && later.n > 0 ? [later, after] : [earlier, before]
    return {
      kind,
      ...(topic && { topic }),
      ...(phrase && { phrase }),
      stars,
      n: shown?.n ?? 0,
      reviews: ids ? { ids: ids.map(String) } : { ...inPeriod(period), ...filterOf({ kind, topic, term }) },
    }
  })
  const main = causes
    .filter(({ stars }) => Math.abs(stars) >= MIN_STARS)
    .sort((a, b) => Math.abs(b.stars) - Math.abs(a.stars))
    .slice(0, MAX_CAUSES)
  const steps = (['edited', 'removed', 'returned'] as const).flatMap((kind): BridgePart[] => {
    const reviews = [...before.changed, ...after.changed].filter(IS_CHANGED[kind])
    if (reviews.length === 0) return []
    return [
      {
        kind,
        stars: latter[kind] - former[kind],
        n: reviews.length,
        reviews: { ids: reviews.map(({ id }) => String(id)) },
      },
    ]
  })
  const rest = total - sumOf([...main, ...steps].map(({ stars }) => stars))
  const others: BridgePart = {
    kind: 'other_reviews',
    stars: rest,
    n: after.shown.count,
    reviews: { ...inPeriod(after), visibility: 'public' },
  }
  const [start, end] = [roundCents(former.shown), roundCents(latter.shown)]
  return {
    before: start,
    after: end,
    parts: rounded([...main, others, ...steps], end - start),
  }
}

const IS_CHANGED: Record<'edited' | 'removed' | 'returned', (review: ChangedReview) => boolean> = {
  edited: ({ firstRating, rating }) => firstRating !== rating,
  removed: ({ isRemoved }) => isRemoved,
  returned: ({ isReturned }) => isReturned,
}

interface Steps extends Record<'edited' | 'removed' | 'returned', number> {
  posted: number
  postedMass: Mass
  shown: number
}

function stepsOf({ shown, changed }: BridgePeriod): Steps | null {
  if (shown.count === 0) return null
  const removed = changed.filter(IS_CHANGED.removed)
  const returned = changed.filter(IS_CHANGED.returned)
  const edited = plus(shown, removed, 1)
  const postedMass = {
    count: edited.count,
    stars: edited.stars + sumOf(changed.map(({ firstRating, rating }) => firstRating - rating)),
  }
  const withoutReturned = plus(shown, returned, -1)
  const [a, b, d] = [meanOf(postedMass), meanOf(edited), meanOf(shown)]
  // If all shown reviews are returned ones, there is no average without them.
  const c = withoutReturned.count > 0 ? meanOf(withoutReturned) : d
  return { posted: a, postedMass, edited: b - a, removed: c - b, returned: d - c, shown: d }
}

function plus({ count, stars }: Mass, reviews: readonly ChangedReview[], sign: 1 | -1): Mass {
  return {
    count: count + sign * reviews.length,
    stars: stars + sign * sumOf(reviews.map(({ rating }) => rating)),
  }
}

function meanOf({ count, stars }: Mass): number {
  return stars / count
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

function keyOf({ kind, topic, phrase }: Pick<Cause, 'kind' | 'topic' | 'phrase'>): string {
  return `${kind} ${topic ?? phrase ?? ''}`
}

function filterOf({ kind, topic, term }: Pick<BridgePart, 'kind'> & Partial<Pick<Cause, 'topic' | 'term'>>) {
  if (topic) return { topic, opinion: kind === 'complaints' ? 'negative' : 'positive' } as const
  return term ? { term } : {}
}

function roundCents(stars: number): number {
  return Math.round(stars * CENTS) / CENTS
}

/** Rounds parts to hundredths that add up to the rounded whole, by the largest remainder method. */
function rounded(parts: readonly BridgePart[], whole: number): BridgePart[] {
  const cents = parts.map(({ stars }) => Math.floor(stars * CENTS))
  let left = Math.round(whole * CENTS) - sumOf(cents)
  const byRemainder = parts
    .map(({ stars }, index) => ({ index, remainder: stars * CENTS - Math.floor(stars * CENTS) }))
    .sort((a, b) => b.remainder - a.remainder)
  for (let turn = 0; left !== 0 && parts.length > 0; turn += 1) {
    const { index = 0 } = byRemainder[turn % parts.length] ?? {}
    cents[index] = (cents[index] ?? 0) + Math.sign(left)
    left -= Math.sign(left)
  }
  return parts
    .map((part, index) => ({ ...part, stars: (cents[index] ?? 0) / CENTS }))
    .filter(({ stars, kind }) => stars !== 0 || kind === 'edited' || kind === 'removed')
}
