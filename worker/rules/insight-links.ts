import type { DaySpan } from './analytics.ts'
import type { AlarmInsight } from './insights.ts'

export function reviewsBehind(
  { businessId }: { businessId: string | null },
  { from, to }: DaySpan,
  filters: Readonly<Record<string, string>>,
): string {
  const params = new URLSearchParams({ ...(businessId && { businessId }), ...filters, from, to })
  return `/app/reviews?${params}`
}

/** Takes at most 100 ids. */
export function reviewsNamed(ids: readonly number[]): string {
  return `/app/reviews?ids=${ids.join(',')}`
}

export function alarmBehind(
  counted: { businessId: string; alarmDays: DaySpan },
  { kind, topic }: Pick<AlarmInsight, 'kind' | 'topic'>,
): string {
  const isOfBad = kind === 'bad_reviews' || kind === 'possible_attack'
  return reviewsBehind(counted, counted.alarmDays, {
    ...(topic ? { topic, opinion: 'negative' } : { visibility: 'public' }),
    ...(isOfBad && { sentiment: 'negative' }),
  })
}
