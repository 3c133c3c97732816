import type { DaySpan } from './analytics.ts'
import type { AlarmInsight, Fact } from './insights.ts'

/** The business and periods that figures are counted for. */
export interface Counted {
  businessId: string | null
  period: DaySpan
  /** Periods compared by trends. */
  recent: DaySpan
  base: DaySpan
  /** Days covered by alarms. */
  alarmDays: DaySpan
}

/** Inbox URL of exactly the reviews a figure counts. */
export function reviewsBehind(
  { businessId }: Pick<Counted, 'businessId'>,
  { from, to }: DaySpan,
  filters: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({ ...(businessId && { businessId }), ...filters, from, to })
  return `/app/reviews?${params}`
}

/** Inbox URL of up to 100 given reviews. */
export function reviewsNamed(ids: readonly number[]): string {
  return `/app/reviews?ids=${ids.join(',')}`
}

/** Inbox URL of the alarm's `part` reviews. */
export function alarmBehind(
  counted: Pick<Counted, 'businessId' | 'alarmDays'>,
  { kind, topic }: Pick<AlarmInsight, 'kind' | 'topic'>,
): string {
  const isOfBad = kind === 'bad_reviews' || kind === 'possible_attack'
  return reviewsBehind(counted, counted.alarmDays, {
    ...(topic ? { topic, opinion: 'negative' } : { visibility: 'public' }),
    ...(isOfBad && { sentiment: 'negative' }),
  })
}

/** Inbox URL of the fact's `part` reviews. */
export function factBehind(counted: Counted, fact: Fact): string {
  switch (fact.kind) {
    case 'trend':
      return reviewsBehind(counted, counted.recent, { term: fact.term })
    case 'blamed':
      return reviewsBehind(counted, counted.period, { topic: fact.topic, opinion: 'negative' })
    case 'praised':
      return reviewsBehind(counted, counted.period, { topic: fact.topic, opinion: 'positive' })
    case 'mismatch':
      return reviewsBehind(counted, counted.period, { mismatch: fact.mismatch })
    default:
      return fact satisfies never
  }
}
