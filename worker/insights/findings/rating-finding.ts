import * as texts from '../../rules/finding-texts.ts'
import type { Bridge, Finding, FindingFilters } from '../../rules/findings.ts'
import type { Topic } from '../../rules/review-features.ts'
import { countOf, type StarCounts } from '../ratings.ts'
import { type Cause as BridgeCause, bridge } from './bridge.ts'
import type { Cause } from './causes.ts'
import type { RatingChange } from './changes.ts'
import {
  type BusinessCounts,
  daysIn,
  massOf,
  meanOf,
  type SpanRange,
  spansOf,
  topicIn,
  type Window,
  without,
} from './counts.ts'
import { type Place, readButton, scored } from './ranked.ts'

/**
 * A topic counts as the reason for a change of the rating if at least this share of the change disappears without the
 * topic's reviews.
 */
const EXPLAINS = 0.4
/**
 * Like `EXPLAINS`, for a topic that more guests praise. Only the window's praising reviews are left out, not the
 * earlier ones.
 */
const PRAISE_EXPLAINS = 0.35

/** The topic that explains enough of a rating change (`EXPLAINS`); undefined if none does. */
export function reasonOf(
  business: BusinessCounts,
  change: RatingChange,
  causes: readonly Cause[],
): Cause | undefined {
  const total = change.after - change.before
  const kinds = total < 0 ? ['complaint_grew'] : ['complaint_fell', 'praise_grew']
  const spans = spansOf(change.window.days)
  return causes
    .filter(({ kind }) => kinds.includes(kind))
    .find(({ kind, topic }) => {
      if (!topic) return false
      if (kind === 'praise_grew') {
        const praising = business.reviews.filter(
          ({ day, topics }) =>
            day >= change.window.from &&
            topics.some((one) => one.topic === topic && one.polarity === 'positive'),
        )
        const rest = meanOf(without(change.recent, praising)) - change.before
        return 1 - rest / total >= PRAISE_EXPLAINS
      }
      const left = (stars: StarCounts, range: SpanRange) => {
        const { negative, negativeStars } = topicIn(business, topic, range)
        const count = countOf(stars) - negative
        return count > 0 ? (meanOf(stars) * countOf(stars) - negativeStars) / count : meanOf(stars)
      }
      const rest = left(change.recent, spans.window) - left(change.base, spans.base)
      return 1 - rest / total >= EXPLAINS
    })
}

export function ratingFinding(
  business: BusinessCounts,
  { name, format }: Place,
  change: RatingChange,
  reason: Cause | null,
  themes: readonly Cause[],
): Finding {
  const { window, before, after, recent } = change
  const { from, to, days } = window
  const fell = after < before
  const topic = reason?.topic
  const all = countOf(recent)
  const good = recent[3] + recent[4]
  const bad = recent[0] + recent[1]
  const complaints = topic ? topicIn(business, topic, spansOf(days).window).negative : 0
  const said = { name, format, before, after, days }
  const span = { businessId: business.id, from, to }
  const [n, reviews, sentence]: [number, FindingFilters, string] =
    fell && topic
      ? [
          complaints,
          { ...span, topic, opinion: 'negative' },
          texts.ratingFellBecause({ ...said, topic, complaints }),
        ]
      : fell
        ? [
            bad,
            { ...span, visibility: 'public', sentiment: 'negative' },
            texts.ratingFell({ ...said, bad, all }),
          ]
        : [
            good,
            { ...span, visibility: 'public', sentiment: 'positive' },
            texts.ratingRose({
              ...said,
              good,
              all,
              reason: topic ? { topic, isPraise: reason.kind === 'praise_grew' } : null,
            }),
          ]
  const way = bridgeOf(business, window, themes)
  return scored(
    {
      kind: fell ? 'rating_fell' : 'rating_rose',
      businessId: business.id,
      sentence,
      n,
      reviews,
      from,
      to,
      ...(topic && { topic }),
      before,
      after,
      isGood: !fell,
      button: readButton(n),
      method: texts.methodText({
        p: change.p,
        compared: yearBefore(change.base),
        test: 'Both averages are compared by the spread of the stars (z-test), in four periods of 14 to 90 days.',
      }),
      effect: Math.abs(after - before),
      ...(way && { bridge: way }),
    },
    { p: change.p, days },
  )
}

function yearBefore(base: StarCounts): string {
  return `${countOf(base).toLocaleString('en-US')} reviews of the year before`
}

function bridgeOf(business: BusinessCounts, window: Window, themes: readonly Cause[]): Bridge | null {
  const spans = spansOf(window.days)
  const inWindow = business.reviews.filter(({ day }) => day >= window.from)
  const copied = business.copies.flat().filter(({ day }) => day >= window.from)
  const taken = new Set(copied.map(({ id }) => id))
  const copyCauses: BridgeCause[] =
    copied.length === 0
      ? []
      : [
          {
            kind: 'copied',
            ids: [...taken],
            count: copied.length,
            stars: copied.reduce((sum, { rating }) => sum + rating, 0),
            n: copied.length,
          },
        ]
  const themeCauses = themes.flatMap(({ phrase, term }): BridgeCause[] => {
    if (!phrase || !term) return []
    const having = inWindow.filter(({ terms }) => terms.includes(term))
    const own = having.filter(({ id }) => !taken.has(id))
    for (const { id } of own) taken.add(id)
    const stars = own.reduce((sum, { rating }) => sum + rating, 0)
    return [{ kind: 'theme', phrase, term, count: own.length, stars, n: having.length }]
  })
  const moved = inWindow.filter(({ id }) => taken.has(id))
  return bridge(
    business.id,
    periodOf(business, window.base, topicCauses(business, spans.base)),
    periodOf(business, window, [
      ...copyCauses,
      ...themeCauses,
      ...topicCauses(business, spans.window, moved),
    ]),
  )
}

function periodOf(
  { days, changed }: BusinessCounts,
  { from, to }: { from: string; to: string },
  causes: readonly BridgeCause[],
) {
  return {
    from,
    to,
    shown: massOf(daysIn(days, { from, to })),
    causes,
    changed: changed.filter(({ day }) => day >= from && day <= to),
  }
}

/**
 * The stars that each topic explains in some spans.
 *
 * @param moved reviews that a theme or a copied text explains; their shares are subtracted
 */
export function topicCauses(
  business: Pick<BusinessCounts, 'topics'>,
  range: SpanRange,
  moved: BusinessCounts['reviews'] = [],
): BridgeCause[] {
  const topics = new Set(business.topics.flatMap((span) => span.map(({ topic }) => topic)))
  return [...topics].flatMap((topic): BridgeCause[] => {
    const { blame, praise, negative, positive } = topicIn(business, topic, range)
    return [
      { kind: 'complaints', topic, ...lessMoved(blame, topic, 'negative', moved), n: negative },
      { kind: 'praise', topic, ...lessMoved(praise, topic, 'positive', moved), n: positive },
    ]
  })
}

function lessMoved(
  mass: { count: number; stars: number },
  topic: Topic,
  polarity: string,
  moved: BusinessCounts['reviews'],
) {
  let { count, stars } = mass
  for (const review of moved) {
    const share = review.topics.find((one) => one.topic === topic && one.polarity === polarity)?.share ?? 0
    count -= share
    stars -= share * review.rating
  }
  return { count, stars }
}
