import { counted, type NumberFormat } from './counted.ts'
import type { BridgePart } from './findings.ts'
import { topicName } from './insight-texts.ts'
import type { AlarmInsight } from './insights.ts'
import { PLATFORM_NAMES, type Platform } from './platforms.ts'
import type { Topic } from './review-features.ts'

// Sentences for owners: who, what, and a number they can check. Probabilities and methods are in `methodText`.

const BLAMED: Partial<Record<Topic, string>> = {
  waiting: 'waiting',
  price: 'the prices',
  cleanliness: 'how clean it is',
  communication: 'communication',
  honesty: 'honesty',
  punctuality: 'lateness',
  sleep: 'noise and sleep',
}
const PRAISED: Partial<Record<Topic, string>> = {
  waiting: 'how quick you are',
  price: 'the prices',
  cleanliness: 'how clean it is',
  communication: 'the communication',
  honesty: 'your honesty',
  punctuality: 'your punctuality',
  sleep: 'how quiet it is',
}

function blamed(topic: Topic): string {
  return BLAMED[topic] ?? `the ${topicName(topic)}`
}

function praised(topic: Topic): string {
  return PRAISED[topic] ?? `the ${topicName(topic)}`
}

const SPANS: Record<number, string> = { 14: 'two weeks', 60: 'two months', 90: 'three months' }

/** '30 days', 'two weeks'. */
function spanText(days: number): string {
  return SPANS[days] ?? `${days} days`
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export interface TextFormat extends NumberFormat {
  /** '2026-10-03' → 'Oct 3' */
  day(day: string): string
}

/** Used unless a document has a format of its own: stored sentences and mails are read by several people. */
const ENGLISH: TextFormat = {
  number: (value, digits = 0) =>
    digits > 0 ? value.toFixed(digits) : value.toLocaleString('en-US', { maximumFractionDigits: 0 }),
  day: (day) => `${MONTHS[Number(day.slice(5, 7)) - 1] ?? ''} ${Number(day.slice(8))}`,
}

interface Formatted {
  format?: TextFormat | undefined
}

function numbersIn({ format = ENGLISH }: Formatted = {}) {
  const count = (number: number) => format.number(number)
  return {
    count,
    one: (stars: number) => format.number(stars, 1),
    day: (day: string) => format.day(day),
    reviews: (number: number) => counted(number, 'review', format),
    guests: (number: number) => counted(number, 'guest', format),
    /** Words for the number expected from earlier periods: 'usually about 3'. */
    usual: (number: number) =>
      Math.round(number) < 1 ? 'hardly any before' : `usually about ${count(Math.round(number))}`,
  }
}

const have = (number: number) => (number === 1 ? 'has' : 'have')

interface Said extends Formatted {
  /** Null if there is only one location. */
  name: string | null
}

/** Prefixes the location if there are several: 'Alder & Salt: 17 guests …'. */
function at({ name }: Said, sentence: string): string {
  return name === null ? sentence : `${name}: ${sentence}`
}

interface Change extends Said {
  before: number
  after: number
  days: number
}

function changed(said: Change): string {
  const { one } = numbersIn(said)
  const { name, before, after, days } = said
  const verb = after < before ? 'fell' : 'rose'
  return `${name ?? 'Your rating'} ${verb} from ${one(before)} to ${one(after)}${name === null ? '' : ' stars'} in ${spanText(days)}`
}

export function ratingFell(change: Change & { bad: number; all: number }): string {
  const { count } = numbersIn(change)
  return `${changed(change)}: ${count(change.bad)} of ${count(change.all)} reviews ${have(change.bad)} one or two stars.`
}

export function ratingFellBecause(change: Change & { topic: Topic; complaints: number }): string {
  const { guests } = numbersIn(change)
  return `${changed(change)}: ${guests(change.complaints)} complained about ${blamed(change.topic)}.`
}

export function ratingRose(
  change: Change & { good: number; all: number; reason: { topic: Topic; isPraise: boolean } | null },
): string {
  const { count } = numbersIn(change)
  const { reason } = change
  const why = !reason
    ? ''
    : reason.isPraise
      ? `, and more guests praise ${praised(reason.topic)}`
      : `, and fewer guests complain about ${blamed(reason.topic)}`
  return `${changed(change)}: ${count(change.good)} of ${count(change.all)} reviews have four or five stars${why}.`
}

export function complaintGrew(
  said: Said & { topic: Topic; part: number; usual: number; days: number },
): string {
  const { guests, usual } = numbersIn(said)
  return at(
    said,
    `${guests(said.part)} complained about ${blamed(said.topic)} in ${spanText(said.days)}, ${usual(said.usual)}.`,
  )
}

export function complaintFell(
  said: Said & { topic: Topic; part: number; usual: number; days: number },
): string {
  const { guests, usual } = numbersIn(said)
  const now = said.part === 0 ? 'nobody' : `only ${guests(said.part)}`
  return at(
    said,
    `Fewer complaints: ${now} complained about ${blamed(said.topic)} in ${spanText(said.days)}, ${usual(said.usual)}.`,
  )
}

export function praiseGrew(said: Said & { topic: Topic; part: number; usual: number; days: number }): string {
  const { guests, usual } = numbersIn(said)
  return at(
    said,
    `Good news: ${guests(said.part)} praised ${praised(said.topic)} in ${spanText(said.days)}, ${usual(said.usual)}.`,
  )
}

interface Mood {
  happy: number
  unhappy: number
  part: number
}
const NEARLY_ALL = 0.9
const MOST = 0.6

function moodText({ happy, unhappy, part }: Mood): string {
  if (happy >= part * NEARLY_ALL) return 'nearly all of them happy'
  if (happy >= part * MOST) return 'most of them happy'
  if (unhappy >= part * NEARLY_ALL) return 'nearly all of them unhappy'
  return unhappy >= part * MOST ? 'most of them unhappy' : 'some of them happy, some not'
}

export function newTheme(said: Said & Mood & { phrase: string; days: number }): string {
  const { guests } = numbersIn(said)
  return at(
    said,
    `“${said.phrase.charAt(0).toUpperCase()}${said.phrase.slice(1)}” is new: ${guests(said.part)} ${said.part === 1 ? 'mentions' : 'mention'} it in ${spanText(said.days)}, ${moodText(said)}.`,
  )
}

export function manyReviews(said: Said & { count: number; usual: number; days: number }): string {
  const { count, usual } = numbersIn(said)
  return at(
    said,
    `Many more reviews than usual: ${count(said.count)} in ${spanText(said.days)}, ${usual(said.usual)}.`,
  )
}

export function fewReviews(said: Said & { count: number; usual: number; days: number }): string {
  const { count, usual } = numbersIn(said)
  return at(
    said,
    `Fewer reviews than usual: ${count(said.count)} in ${spanText(said.days)}, ${usual(said.usual)}.`,
  )
}

export function copiedTexts(said: Said & { count: number }): string {
  const { reviews } = numbersIn(said)
  return at(said, `${reviews(said.count)} look copied. Check whether these guests were with you.`)
}

interface Replies extends Said {
  from: string
  to: string
  all: number
}

export function repliesStopped(said: Replies & { waiting: number }): string {
  const { count, reviews, day } = numbersIn(said)
  return at(
    said,
    `${count(said.waiting)} of ${reviews(said.all)} from ${day(said.from)} to ${day(said.to)} have no reply. You used to answer most of them.`,
  )
}

export function repliesSlowed(said: Replies & { inTime: number; before: number; hours: number }): string {
  const { count, reviews, usual, day } = numbersIn(said)
  const time = said.hours < 48 ? `${said.hours} hours` : `${said.hours / 24} days`
  return at(
    said,
    `Replies take longer: ${count(said.inTime)} of ${reviews(said.all)} from ${day(said.from)} to ${day(said.to)} were answered within ${time}, ${usual(said.before)}.`,
  )
}

export function platformApartText(
  said: Said & { platform: Platform; average: number; others: number; count: number },
): string {
  const { one, reviews } = numbersIn(said)
  const than = said.average < said.others ? 'only ' : ''
  return at(
    said,
    `${PLATFORM_NAMES[said.platform]} guests give you ${than}${one(said.average)} stars, others ${one(said.others)} (${reviews(said.count)} in six months).`,
  )
}

export function locationApartText(
  said: Formatted & { name: string; average: number; others: number; count: number },
): string {
  const { one, reviews } = numbersIn(said)
  const rank = said.average < said.others ? 'weakest' : 'strongest'
  return `${said.name} is your ${rank} location: ${one(said.average)} stars from ${reviews(said.count)} in six months, the others ${one(said.others)}.`
}

export function competitorOvertook(
  said: Said & { rival: string; platform: Platform; theirs: number; ours: number },
): string {
  const { one } = numbersIn(said)
  const us = said.name ?? 'you'
  return `${said.rival} overtook ${us} on ${PLATFORM_NAMES[said.platform]}: ${one(said.theirs)} stars against ${one(said.ours)}.`
}

export function nothingUnusual(said: Said & { count: number; average: number | null }): string {
  const { one, count } = numbersIn(said)
  return at(
    said,
    said.average === null
      ? 'Nothing unusual. No new reviews in 30 days.'
      : `Nothing unusual. ${count(said.count)} new ${said.count === 1 ? 'review' : 'reviews'}, ${one(said.average)} stars.`,
  )
}

const ALARM_DAYS = 14

/**
 * Text of an alarm, with its numbers at the time it was raised: 'Alder & Salt: 17 guests complained about waiting in
 * two weeks, …'.
 */
export function alarmText(
  name: string,
  { kind, topic, part, all, expected }: Pick<AlarmInsight, 'kind' | 'topic' | 'part' | 'all' | 'expected'>,
): string {
  const { count, reviews, guests, usual } = numbersIn()
  const days = ALARM_DAYS
  const bad = `${count(part)} of ${reviews(all)} in ${spanText(days)} ${have(part)} one or two stars`
  switch (kind) {
    case 'topic_turned_bad':
      return topic
        ? complaintGrew({ name, topic, part, usual: expected, days })
        : at({ name }, `${guests(part)} complained in ${spanText(days)}, ${usual(expected)}.`)
    case 'bad_reviews':
      return at({ name }, `${bad}, ${usual(expected)}.`)
    case 'possible_attack':
      return at(
        { name },
        `Many more reviews than usual, and ${bad}. Check whether these guests were with you.`,
      )
    case 'many_reviews':
      return manyReviews({ name, count: part, usual: expected, days })
    case 'few_reviews':
      return fewReviews({ name, count: part, usual: expected, days })
    case 'alike_reviews':
      return copiedTexts({ name, count: part })
    default:
      return kind satisfies never
  }
}

export interface ActionSaid extends Said {
  action: string
  day: string
  /** Averages since the action (null without reviews) and before it. */
  after: number | null
  before: number
  /** The average expected without the action, if it differs from the average before. */
  likely: number | null
  /** Complaints since the action (`part`) and their usual number, for an action about a topic. */
  complaints: { topic: Topic; part: number; usual: number } | null
}

/** The figures since the action, for the owner to check: '4.5 stars since Oct 3, 4.1 before'. */
function sinceText(said: ActionSaid): string {
  const { after, before, likely, complaints } = said
  const { one, guests, usual, day } = numbersIn(said)
  const since = `since ${day(said.day)}`
  if (complaints) {
    const { topic, part } = complaints
    const who = part === 0 ? 'nobody' : guests(part)
    return `${who} complained about ${blamed(topic)} ${since}, ${usual(complaints.usual)}`
  }
  const than = likely === null ? `${one(before)} before` : `about ${one(likely)} would have been likely`
  return `${one(after ?? before)} stars ${since}, ${than}`
}

/**
 * Names a group of locations.
 *
 * @param some number of locations with reviews
 * @param all number of all locations
 */
export function locationsTogether(some: number, all: number): string {
  if (some < all) return `${some} of ${all} locations together`
  return all === 2 ? 'Both locations together' : `All ${all} locations together`
}

export function actionWorked(said: ActionSaid): string {
  return at(said, `“${said.action}” seems to have worked: ${sinceText(said)}.`)
}

export function actionHarmed(said: ActionSaid): string {
  return at(said, `Things got worse after “${said.action}”: ${sinceText(said)}.`)
}

/** @param needed further reviews needed to detect an effect; null if no number is enough */
export function actionUnclear(said: ActionSaid & { needed: number | null }): string {
  const { count, day } = numbersIn(said)
  const { action, after, needed } = said
  const more = needed
    ? ` About ${count(aboutNumber(needed))} ${after === null ? '' : 'more '}${needed === 1 ? 'review is' : 'reviews are'} needed.`
    : ''
  if (after === null) return at(said, `No reviews yet since “${action}” on ${day(said.day)}.${more}`)
  return at(
    said,
    more
      ? `No clear effect of “${action}” yet: ${sinceText(said)}.${more}`
      : `“${action}” made no clear difference: ${sinceText(said)}.`,
  )
}

export function actionWithoutBefore(said: Said & { action: string; day: string }): string {
  const { day } = numbersIn(said)
  return at(
    said,
    `There are too few reviews from before ${day(said.day)} to tell what “${said.action}” changed.`,
  )
}

/** Numbers up to `ABOUT` as they are, larger ones rounded up to a multiple of five. */
function aboutNumber(number: number): number {
  return number <= ABOUT ? number : Math.ceil(number / 5) * 5
}
const ABOUT = 10

export function effectMethod(said: {
  reviewsBefore: number
  others: number
  hasLastYear: boolean
  low: number
  high: number
  isShare: boolean
  saysNeeded: boolean
  isTogether: boolean
}): string {
  const { reviews } = numbersIn()
  const { reviewsBefore, others, hasLastYear, low, high, isShare, saysNeeded, isTogether } = said
  const compared = [
    `${reviews(reviewsBefore)} from before`,
    ...(others > 0 ? [others === 1 ? 'your other location' : `your ${others} other locations`] : []),
    ...(hasLastYear ? ['the same days a year ago'] : []),
  ]
  const last = compared.pop() ?? ''
  const list = compared.length > 0 ? `${compared.join(', ')} and ${last}` : last
  const range = isShare
    ? `${signed(low * PERCENT, 0)} and ${signed(high * PERCENT, 0)} complaints in 100 reviews`
    : `${signed(low, 1)} and ${signed(high, 1)} stars`
  const wanted = ` The number of reviews needed is for a change ${isShare ? 'that stops two complaints in three' : 'of half a star'}, or for a larger one if it looks like one.`
  return `Compared with ${list}. The effect is probably between ${range} (90% interval). Difference in differences: what changed elsewhere and in the season is subtracted. It can’t tell your action from anything else that happened at the same time.${isTogether ? MIX : ''}${saysNeeded ? wanted : ''}`
}

const PERCENT = 100
const MIX =
  ' Each location counts before as often as it has reviews since, so that a location that only got more reviews changes nothing.'

function signed(number: number, digits: number): string {
  const text = Math.abs(number).toFixed(digits)
  return Number(text) === 0 ? text : `${number < 0 ? '−' : '+'}${text}`
}

const CHANCES = [1000, 100, 20] as const

export function methodText({ p, compared, test }: { p: number; compared: string; test: string }): string {
  const { count } = numbersIn()
  const times = CHANCES.find((some) => p < 1 / some)
  const chance = times
    ? ` If nothing had changed, this would happen less than 1 time in ${count(times)}.`
    : ''
  return `Compared with ${compared}.${chance} ${test}`
}
/** 'Without the 95 complaints about the food your average would be about 4.4 instead of 4.0.' */
export function withoutComplaints(
  said: Formatted & { topic: Topic; complaints: number; without: number; average: number },
): string {
  const { one, count } = numbersIn(said)
  return `Without the ${count(said.complaints)} complaints about ${blamed(said.topic)} your average would be about ${one(said.without)} instead of ${one(said.average)}.`
}

export function partText({ kind, topic, phrase, n }: BridgePart): string {
  switch (kind) {
    case 'complaints':
      return topic ? `Complaints about ${blamed(topic)}` : 'Complaints'
    case 'praise':
      return topic ? `Praise of ${praised(topic)}` : 'Praise'
    case 'theme':
      return `“${phrase ?? ''}”`
    case 'copied':
      return 'Reviews that look copied'
    case 'other_reviews':
      return 'Everything else'
    case 'edited':
      return n === 1 ? 'Edited review' : 'Edited reviews'
    case 'removed':
      return n === 1 ? 'Removed review' : 'Removed reviews'
    case 'returned':
      return n === 1 ? 'Review that came back' : 'Reviews that came back'
    default:
      return kind satisfies never
  }
}
