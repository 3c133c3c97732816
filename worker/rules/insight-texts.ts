import { counted, type NumberFormat } from './counted.ts'
import type { AlarmInsight, Fact, TermTrend } from './insights.ts'
import type { MismatchKind, Topic } from './review-features.ts'

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

/** Message while there are too few reviews for a result. */
export function neededText(needed: number): string {
  return `Not enough reviews yet (${needed} more needed).`
}

const PERCENT = 100

function share(value: number, { number }: NumberFormat): string {
  return `${number(value * PERCENT)}%`
}

/** 'By chance alone, this would happen less than 1 time in 1,000.' */
function chanceText(chance: number, { number }: NumberFormat): string {
  const times = [1000, 100, 50, 20, 10, 5].find((some) => chance < 1 / some)
  return times ? `By chance alone, this would happen less than 1 time in ${number(times)}.` : ''
}

/** Evidence for an alarm, in sentences. */
export function alarmText(alarm: AlarmInsight, format: NumberFormat): string {
  const { kind, topic, part, all, expected, chance } = alarm
  const usual = `about ${format.number(expected, expected < 10 ? 1 : 0)} would be normal`
  const have = part === 1 ? 'has' : 'have'
  const counts = {
    bad_reviews: `${format.number(part)} of ${counted(all, 'review', format)} in the last 14 days ${have} one or two stars; ${usual}.`,
    many_reviews: `${counted(part, 'review', format)} arrived in the last 14 days; ${usual}.`,
    few_reviews: `Only ${counted(part, 'review', format)} arrived in the last 14 days; ${usual}.`,
    topic_turned_bad: `${format.number(part)} of ${counted(all, 'review', format)} about ${topic && topicName(topic)} in the last 14 days ${part === 1 ? 'is a complaint' : 'are complaints'}; ${usual}.`,
    possible_attack: `Far more reviews than usual arrived in the last 14 days, and ${format.number(part)} of ${format.number(all)} ${have} one or two stars; ${usual}. This may be a coordinated attack.`,
    alike_reviews: `${format.number(part)} of ${counted(all, 'review', format)} with text from the last 7 days say nearly the same thing. This may be a coordinated attack.`,
  }[kind]
  return `${counts} ${chanceText(chance, format)}`.trim()
}

export function trendText({ term, recent, base, p }: TermTrend, format: NumberFormat): string {
  const before = base.part / base.all
  const now = recent.part / recent.all
  const side = ({ part, all }: { part: number; all: number }) =>
    `${share(part / all, format)} (${format.number(part)} of ${format.number(all)})`
  return `“${term}” ${now > before ? 'rose' : 'fell'} from ${side(base)} to ${side(recent)}. ${chanceText(p, format)}`.trim()
}

const MISMATCH_TEXTS: Record<MismatchKind, { title: string; use: string }> = {
  complaint_inside: {
    title: 'High rating, unhappy text',
    use: 'Four or five stars, but the text complains. Answer the complaint.',
  },
  praise_inside: {
    title: 'Low rating, happy text',
    use: 'One or two stars, but the text is positive. The rating may be a mistake; you can ask politely.',
  },
}

/** '0.2 stars (0.1 to 0.3)' for a negative weight. */
export function weightText(
  { weight, low, high }: { weight: number; low: number; high: number },
  { number }: NumberFormat,
): string {
  const stars = (value: number) => number(Math.abs(value), 2)
  return `${stars(weight)} stars (${stars(high)} to ${stars(low)})`
}

export function factText(fact: Fact, format: NumberFormat): string {
  switch (fact.kind) {
    case 'trend':
      return trendText(fact, format)
    case 'blamed':
      return `Complaints about ${topicName(fact.topic)} come with ratings that are lower by ${weightText(fact, format)} on average.`
    case 'praised':
      return `${share(fact.share, format)} of opinions about ${topicName(fact.topic)} are praise (${format.number(fact.part)} of ${format.number(fact.all)}; the true share is probably ${share(fact.low, format)} to ${share(fact.high, format)}).`
    case 'mismatch':
      return `In ${format.number(fact.part)} of ${counted(fact.all, 'review', format)} with text, the words and the stars disagree: ${MISMATCH_TEXTS[fact.mismatch].title.toLowerCase()}.`
    default:
      return fact satisfies never
  }
}
