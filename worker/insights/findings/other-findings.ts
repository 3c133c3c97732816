import * as texts from '../../rules/finding-texts.ts'
import type { Finding } from '../../rules/findings.ts'
import { hasOvertaken, type locationApart, platformApart, replyChange, type volumeChange } from './changes.ts'
import { type BusinessCounts, dayBack, daysIn } from './counts.ts'
import { type Place, RECENT_DAYS, RIVAL_DAYS, readButton, scored, WORTH } from './ranked.ts'

/** Factor on the rank of differences between places or platforms: even large ones are rarely news. */
const APART = 0.25

export function volumeFinding(
  business: BusinessCounts,
  { name, format }: Place,
  { window, count, usual, isMore, p }: NonNullable<ReturnType<typeof volumeChange>>,
): Finding {
  const { from, to, days } = window
  const said = { name, format, count, usual, days }
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

export function repliesFinding(business: BusinessCounts, { today, name, format }: Place): Finding[] {
  const change = replyChange(business, today)
  if (!change) return []
  const { kind, span, waiting, all, hours, inTime, inTimeBefore, p } = change
  const said = { name, format, ...span, all }
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

export function platformFinding(business: BusinessCounts, { today, name, format }: Place): Finding[] {
  const apart = platformApart(business, today)
  if (!apart) return []
  const { platform, span, count, average, others, p } = apart
  return [
    scored(
      {
        kind: 'platform_apart',
        businessId: business.id,
        sentence: texts.platformApartText({ name, format, platform, average, others, count }),
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

export function locationFinding(
  business: BusinessCounts,
  { format }: Place,
  { span, count, average, others, p }: NonNullable<ReturnType<typeof locationApart>>,
): Finding {
  return scored(
    {
      kind: 'location_apart',
      businessId: business.id,
      sentence: texts.locationApartText({ name: business.name, format, average, others, count }),
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

export function rivalFindings(business: BusinessCounts, { today, name, format }: Place): Finding[] {
  const span = { from: dayBack(today, RIVAL_DAYS - 1), to: today }
  return business.rivals.filter(hasOvertaken).map(({ name: rival, platform, average, own }) => {
    const ours = own.stars / own.count
    const n = platformCount(business, platform, span)
    return scored(
      {
        kind: 'competitor_overtook',
        businessId: business.id,
        sentence: texts.competitorOvertook({ name, format, rival, platform, theirs: average, ours }),
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

/** Platforms with figures of their own, in the order of `PostedFigures.platforms`; the remainder is Google's. */
const OTHERS: readonly string[] = ['yelp', 'facebook', 'tripadvisor', 'other']

function platformCount(
  { days }: BusinessCounts,
  platform: string,
  span: { from: string; to: string },
): number {
  const own = daysIn(days, span)
  const total = own.reduce((sum, { count }) => sum + count, 0)
  const others = OTHERS.map((_, index) =>
    own.reduce((sum, { platforms }) => sum + (platforms[index] ?? 0), 0),
  )
  const index = OTHERS.indexOf(platform)
  return index >= 0 ? (others[index] ?? 0) : total - others.reduce((sum, some) => sum + some, 0)
}
