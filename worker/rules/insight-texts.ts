import type { NumberFormat } from './counted.ts'
import type { TermTrend } from './insights.ts'
import type { Topic } from './review-features.ts'

const NAMES: Partial<Record<Topic, string>> = {
  waiting: 'waiting times',
  check_in: 'check-in',
  booking: 'booking',
  sleep: 'quiet and sleep',
  order: 'orders',
  styling: 'the result',
}

export function topicName(topic: Topic): string {
  return NAMES[topic] ?? topic
}

export function neededText(needed: number): string {
  return `Not enough reviews yet (${needed} more needed).`
}

/** '“Oyster” is mentioned more often: by 17 of 87 reviews, by 0 of 198 before.' */
export function trendText({ term, recent, base }: TermTrend, { number }: NumberFormat): string {
  const isMore = recent.part / recent.all > base.part / base.all
  const side = ({ part, all }: { part: number; all: number }) => `by ${number(part)} of ${number(all)}`
  const quoted = `“${term.charAt(0).toUpperCase()}${term.slice(1)}”`
  return `${quoted} is mentioned ${isMore ? 'more' : 'less'} often: ${side(recent)} reviews, ${side(base)} before.`
}
