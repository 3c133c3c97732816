import * as texts from '../../rules/finding-texts.ts'
import type { Bridge, Finding, FindingFilters } from '../../rules/findings.ts'
import type { Topic } from '../../rules/review-features.ts'
import { addStars, countOf, type StarCounts } from '../ratings.ts'
import { type Cause as BridgeCause, bridge } from './bridge.ts'
import { type Cause, causesOf } from './causes.ts'
import {
  hasOvertaken,
  locationApart,
  platformApart,
  type RatingChange,
  ratingChange,
  replyChange,
  volumeChange,
} from './changes.ts'
import {
  type BusinessCounts,
  dayBack,
  daysIn,
  type LocationCounts,
  massOf,
  meanOf,
  type SpanRange,
  spansOf,
  starsIn,
  topicIn,
  type Window,
  windowOf,
  without,
} from './counts.ts'

export interface FindingsInput {
  /** UTC */
  today: string
  businesses: readonly BusinessCounts[]
  /** All locations of the organization that the caller sees, to compare them. */
  locations: readonly LocationCounts[]
}

/** Fixed effect, in stars, of kinds that don't move the average. */
const WORTH = { copies: 0.3, theme: 0.15, volume: 0.12, replies: 0.2, rival: 0.12, cause: 0.1 } as const
/** Factor for differences between places or platforms, which are old news, however large. */
const APART = 0.25
/** A topic is why the rating changed when without it at most 60 % of the change are left. */
const EXPLAINS = 0.4
/** The same for praise, of which only the recent part is left out. */
const PRAISE_EXPLAINS = 0.35
const RECENT_DAYS = 30
const RIVAL_DAYS = 90
/** Worth of what is newest, and of what has lasted for three months. */
const NEWNESS: Record<number, number> = { 14: 1, 30: 0.95, 60: 0.8, 90: 0.7 }
/** A chance of 1 in 10 to the power of this is certainty. */
const SURE = 8
const LEAST_CERTAINTY = 0.15

/**
 * Finds what owners should know, most important first: by effect on the rating, certainty and recency. Every finding
 * has passed its test; a business without any gets one that says so.
 */
export function findings({ today, businesses, locations }: FindingsInput): Finding[] {
  const apart = locationApart(locations, today)
  const several = locations.length > 1
  return businesses
    .flatMap((business) => {
      const found = findingsAt(business, { today, name: several ? business.name : null })
      const own = apart?.id === business.id ? [locationFinding(business, apart)] : []
      const all = [...found, ...own]
      return all.length > 0 ? all : [nothingAt(business, { today, name: several ? business.name : null })]
    })
    .sort((a, b) => b.score - a.score)
}

interface Place {
  today: string
  name: string | null
}

/** By how much reviews move the average of the last month, against what was usual. */
function pullOf(
  business: BusinessCounts,
  today: string,
  reviews: readonly { day: string; rating: number }[],
): number {
  const { from, to, base } = windowOf(today, RECENT_DAYS)
  const usual = meanOf(starsIn(business.days, base))
  const pull = reviews.filter(({ day }) => day >= from).reduce((sum, { rating }) => sum + rating - usual, 0)
  return Math.abs(pull) / Math.max(1, countOf(starsIn(business.days, { from, to })))
}

function scored(finding: Omit<Finding, 'score'>, { p, days }: { p: number; days: number }): Finding {
  const certainty = Math.min(1, Math.max(LEAST_CERTAINTY, -Math.log10(Math.max(p, 1e-12)) / SURE))
  return { ...finding, score: finding.effect * certainty * (NEWNESS[days] ?? 1) }
}

function findingsAt(business: BusinessCounts, place: Place): Finding[] {
  const { today } = place
  const copied = business.copies.flat()
  const causes = causesOf(business, { today, aside: new Set(copied.map(({ id }) => id)) })
  const themes = causes.filter(({ kind }) => kind === 'new_theme')
  const explained = [...copied, ...themes.flatMap(({ reviews }) => reviews)]
  const aside = [...new Map(explained.map((review) => [review.id, review])).values()]
  const change = ratingChange(business, today, aside)
  const reason = change && reasonOf(business, change, causes)
  const volume = volumeChange(business, today, aside)
  return [
    ...business.copies.map((reviews) => copiesFinding(business, place, reviews)),
    ...(change ? [ratingFinding(business, place, change, reason ?? null, themes)] : []),
    ...causes
      .filter((cause) => cause !== reason)
      .map((cause) =>
        cause.kind === 'new_theme'
          ? themeFinding(business, place, cause)
          : topicFinding(business, place, cause),
      ),
    ...(volume ? [volumeFinding(business, place, volume)] : []),
    ...repliesFinding(business, place),
    ...platformFinding(business, place),
    ...rivalFindings(business, place),
  ]
}

/** The topic without which the rating would hardly have changed. */
function reasonOf(
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

function ratingFinding(
  business: BusinessCounts,
  { name }: Place,
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
  const said = { name, before, after, days }
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

/** The way from the year before a window to the window. */
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

/** Returns what topics explain in some spans, without the shares of `moved` reviews, which a theme explains. */
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

function topicFinding(
  business: BusinessCounts,
  { today, name }: Place,
  cause: Cause & { topic?: Topic },
): Finding {
  const { kind, topic = 'service', window, reviews, recent, base, p } = cause
  const { from, to, days } = window
  const part = reviews.length
  const all = countOf(starsIn(business.days, window))
  const usual = (base.part / base.all) * all
  const said = { name, topic, part, usual, days }
  const span = { businessId: business.id, from, to }
  const isPraise = kind === 'praise_grew'
  const isNone = kind === 'complaint_fell' && part === 0
  const n = isNone ? all : part
  // Only what is more than usual moves anything.
  const excess = part === 0 ? 0 : Math.max(0, 1 - usual / part)
  const effect = pullOf(business, today, reviews) * excess
  const sentence = isPraise
    ? texts.praiseGrew(said)
    : kind === 'complaint_fell'
      ? texts.complaintFell(said)
      : texts.complaintGrew(said)
  return scored(
    {
      kind,
      businessId: business.id,
      sentence,
      n,
      reviews: isNone
        ? { ...span, visibility: 'public' }
        : { ...span, topic, opinion: isPraise ? 'positive' : 'negative' },
      from,
      to,
      topic,
      before: base.part / base.all,
      after: recent.part / recent.all,
      isGood: kind !== 'complaint_grew',
      button: readButton(n),
      method: shareMethod(cause, 'topics'),
      effect: Math.max(WORTH.cause, effect),
    },
    { p, days },
  )
}

function shareMethod({ base, p, tested }: Cause, things: string): string {
  const before = `${base.part} of ${base.all} reviews of the year before`
  return texts.methodText({
    p,
    compared: before,
    test: `Fisher’s exact test, made stricter because ${tested} ${things} were compared.`,
  })
}

function themeFinding(business: BusinessCounts, { today, name }: Place, cause: Cause): Finding {
  const { phrase = '', term = '', window, reviews, recent, p } = cause
  const { from, to, days } = window
  const part = reviews.length
  const happy = reviews.filter(({ rating }) => rating >= 4).length
  const unhappy = reviews.filter(({ rating }) => rating < 3).length
  const effect = pullOf(business, today, reviews)
  return scored(
    {
      kind: 'new_theme',
      businessId: business.id,
      sentence: texts.newTheme({ name, phrase, part, all: recent.all, days, happy, unhappy }),
      n: part,
      reviews: { businessId: business.id, term, from, to },
      from,
      to,
      phrase,
      before: cause.base.part / cause.base.all,
      after: part / recent.all,
      isGood: happy >= unhappy,
      button: readButton(part),
      method: shareMethod(cause, 'phrases'),
      effect: Math.max(WORTH.theme, effect),
    },
    { p, days },
  )
}

function copiesFinding(
  business: BusinessCounts,
  { today, name }: Place,
  reviews: BusinessCounts['copies'][number],
): Finding {
  const days = reviews.map(({ day }) => day).toSorted()
  const from = days[0] ?? today
  const effect = pullOf(business, today, reviews)
  return scored(
    {
      kind: 'copied_texts',
      businessId: business.id,
      sentence: texts.copiedTexts({ name, count: reviews.length }),
      n: reviews.length,
      reviews: { ids: reviews.map(({ id }) => String(id)) },
      from,
      to: days.at(-1) ?? today,
      isGood: false,
      button: readButton(reviews.length),
      method:
        'Texts of one week are compared with each other. Each of these has most of its phrases in common with another. That is no proof: check whether these guests were with you.',
      effect: Math.max(WORTH.copies, effect),
    },
    { p: 0, days: 14 },
  )
}

function volumeFinding(
  business: BusinessCounts,
  { name }: Place,
  { window, count, usual, p }: NonNullable<ReturnType<typeof volumeChange>>,
): Finding {
  const { from, to, days } = window
  const isMore = count > usual
  const said = { name, count, usual, days }
  return scored(
    {
      kind: isMore ? 'many_reviews' : 'few_reviews',
      businessId: business.id,
      sentence: isMore ? texts.manyReviews(said) : texts.fewReviews(said),
      n: count,
      reviews: { businessId: business.id, visibility: 'public', from, to },
      from,
      to,
      before: usual,
      after: count,
      isGood: isMore,
      button: readButton(count),
      method: texts.methodText({
        p,
        compared: `periods of ${days} days within the year before`,
        test: 'Counts are expected to vary as they did then (negative binomial distribution).',
      }),
      effect: WORTH.volume,
    },
    { p, days },
  )
}

function repliesFinding(business: BusinessCounts, { today, name }: Place): Finding[] {
  const change = replyChange(business, today)
  if (!change) return []
  const { kind, span, waiting, all, hours, inTime, inTimeBefore, p } = change
  const said = { name, ...span, all }
  const hasStopped = kind === 'replies_stopped'
  const n = hasStopped ? waiting : all
  return [
    scored(
      {
        kind,
        businessId: business.id,
        sentence: hasStopped
          ? texts.repliesStopped({ ...said, waiting })
          : texts.repliesSlowed({
              ...said,
              hours,
              inTime: Math.round(inTime * all),
              before: inTimeBefore * all,
            }),
        n,
        reviews: {
          businessId: business.id,
          visibility: 'public',
          ...span,
          ...(hasStopped && { status: 'pending' }),
        },
        ...span,
        before: hasStopped ? change.visibleShareBefore : inTimeBefore,
        after: hasStopped ? change.visibleShare : inTime,
        isGood: false,
        button: hasStopped ? (n === 1 ? 'Answer it' : `Answer the ${n}`) : readButton(n),
        method: texts.methodText({
          p,
          compared: 'the replies of the year before',
          test: `Only reviews that are more than ${hours} hours old count: within that time you used to answer most of those you answer at all. Fisher’s exact test.`,
        }),
        effect: WORTH.replies,
      },
      { p, days: RECENT_DAYS },
    ),
  ]
}

function platformFinding(business: BusinessCounts, { today, name }: Place): Finding[] {
  const apart = platformApart(business, today)
  if (!apart) return []
  const { platform, span, count, average, others, p } = apart
  return [
    scored(
      {
        kind: 'platform_apart',
        businessId: business.id,
        sentence: texts.platformApartText({ name, platform, average, others, count }),
        n: count,
        reviews: { businessId: business.id, platform, visibility: 'public', ...span },
        ...span,
        platform,
        before: others,
        after: average,
        isGood: average > others,
        button: readButton(count),
        method: texts.methodText({
          p,
          compared: 'reviews on your other platforms in the same six months',
          test: 'Both averages are compared by the spread of the stars (z-test).',
        }),
        effect: Math.abs(average - others) * APART,
      },
      { p, days: RIVAL_DAYS },
    ),
  ]
}

function locationFinding(
  business: BusinessCounts,
  { span, count, average, others, p }: NonNullable<ReturnType<typeof locationApart>>,
): Finding {
  return scored(
    {
      kind: 'location_apart',
      businessId: business.id,
      sentence: texts.locationApartText({ name: business.name, average, others, count }),
      n: count,
      reviews: { businessId: business.id, visibility: 'public', ...span },
      ...span,
      before: others,
      after: average,
      isGood: average > others,
      button: readButton(count),
      method: texts.methodText({
        p,
        compared: 'your other locations in the same six months',
        test: 'Both averages are compared by the spread of the stars (z-test); lately and before they differ alike.',
      }),
      effect: Math.abs(average - others) * APART,
    },
    { p, days: RIVAL_DAYS },
  )
}

function rivalFindings(business: BusinessCounts, { today, name }: Place): Finding[] {
  const span = { from: dayBack(today, RIVAL_DAYS - 1), to: today }
  return business.rivals.filter(hasOvertaken).map(({ name: rival, platform, average, own }) => {
    const ours = own.stars / own.count
    const n = platformCount(business, platform, span)
    return scored(
      {
        kind: 'competitor_overtook',
        businessId: business.id,
        sentence: texts.competitorOvertook({ name, rival, platform, theirs: average, ours }),
        n,
        reviews: { businessId: business.id, platform, visibility: 'public', ...span },
        ...span,
        platform,
        before: ours,
        after: average,
        isGood: false,
        button: readButton(n),
        method: `Public totals: what ${rival} shows, and the average of all your reviews there. Three months ago yours was as high or higher.`,
        effect: WORTH.rival,
      },
      { p: 1e-4, days: RIVAL_DAYS },
    )
  })
}

function platformCount(
  { days }: BusinessCounts,
  platform: string,
  span: { from: string; to: string },
): number {
  const own = daysIn(days, span)
  const total = own.reduce((sum, { count }) => sum + count, 0)
  const others = ['yelp', 'facebook', 'tripadvisor'].map((_, index) =>
    own.reduce((sum, { platforms }) => sum + (platforms[index] ?? 0), 0),
  )
  const index = ['yelp', 'facebook', 'tripadvisor'].indexOf(platform)
  return index >= 0 ? (others[index] ?? 0) : total - others.reduce((sum, some) => sum + some, 0)
}

function nothingAt(business: BusinessCounts, { today, name }: Place): Finding {
  const { from, to } = windowOf(today, RECENT_DAYS)
  const stars = addStars([starsIn(business.days, { from, to })])
  const count = countOf(stars)
  return {
    kind: 'nothing_unusual',
    businessId: business.id,
    sentence: texts.nothingUnusual({ name, count, average: count === 0 ? null : meanOf(stars) }),
    n: count,
    reviews: { businessId: business.id, visibility: 'public', from, to },
    from,
    to,
    ...(count > 0 && { after: meanOf(stars) }),
    isGood: true,
    button: readButton(count),
    method:
      'Ratings, topics, phrases, replies, platforms and the number of reviews were compared with the year before. Nothing changed more than chance explains.',
    effect: 0,
    score: 0,
  }
}

function readButton(n: number): string {
  return n === 1 ? 'Read it' : `Read the ${n.toLocaleString('en-US')}`
}
