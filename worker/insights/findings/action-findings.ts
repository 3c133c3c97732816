import type { MarkedAction } from '../../rules/actions.ts'
import type { DaySpan } from '../../rules/analytics.ts'
import * as texts from '../../rules/finding-texts.ts'
import type { Finding, LocationlessFinding } from '../../rules/findings.ts'
import type { Topic } from '../../rules/review-features.ts'
import { type Change, effectOf, type Sample, shareSample, starSample, togetherOf } from '../actions/effect.ts'
import type { PostedFigures } from '../posted-figures.ts'
import { countOf } from '../ratings.ts'
import { dayBack, starsIn, YEAR_DAYS } from './counts.ts'
import { readButton, scored } from './ranked.ts'

/** A location's figures per day, back to the first day that the oldest action needs. */
export interface PlaceDays {
  id: string
  name: string
  days: readonly Pick<PostedFigures, 'day' | 'stars'>[]
  /** Complaints about the topics of actions, by UTC day. */
  complaints: readonly { topic: Topic; day: string; count: number }[]
}

export interface ActionsInput {
  /** UTC */
  today: string
  actions: readonly MarkedAction[]
  places: readonly PlaceDays[]
  /** Id of the only location to report on; all by default. */
  only?: string
}

/** Maximum number of days compared: from the action's day on, and before it. */
export const EFFECT_DAYS = 180
const BEFORE_DAYS = 180
/**
 * First day whose figures are needed to judge actions from `day` on. The days before an action are needed, and the same
 * days a year earlier.
 */
export function firstDayFor(day: string): string {
  return dayBack(day, BEFORE_DAYS + YEAR_DAYS)
}

/** Changes that an owner would notice: in stars, and as a share of the present complaints. */
const NOTICEABLE_STARS = 0.5
const NOTICEABLE_PART = 2 / 3
const MIN_NOTICEABLE_SHARE = 0.05
/** Minimum change expected without the action for the finding to mention it: one displayed digit of the rating. */
const LIKELY_STARS = 0.1
const MIN_LAST_YEAR = 5
/** The last days before an action, and the minimum number of reviews to judge them by. */
const LAST_DAYS = 30
const MIN_LAST = 5
/**
 * Minimum part of an effect that must have occurred since the last days before the action. If less has, most of the
 * change came before the action.
 */
const MIN_PART_SINCE = 1 / 3
/** Rank of a finding about an action. An effect that is certain ranks like a change in the rating. */
const WORTH = { certain: 0.5, open: 0.01 }

export function actionFindings(input: ActionsInput): Finding[] {
  const { today, actions, places, only } = input
  return actions
    .filter(({ day }) => day <= today)
    .flatMap((action) =>
      places
        .filter(({ id }) => (action.businessId ?? id) === id && (only ?? id) === id)
        .map((place) => ({ ...effectFinding(action, [place], input), businessId: place.id })),
    )
}

/**
 * Reports the change since an action that applies to all locations, over all of them together: each one may have too
 * few reviews for a result.
 *
 * @returns null if fewer than two locations have reviews since the action, or if one has reviews only since then
 */
export function togetherFinding(action: MarkedAction, input: ActionsInput): LocationlessFinding | null {
  const { today, places } = input
  if (action.businessId !== null || action.day > today) return null
  const spans = spansOf(action, null, input)
  const changes = places.map((place) => placeChange(place, action.topic, spans))
  if (changes.some(({ before, after }) => before.count === 0 && after.count > 0)) return null
  const known = places.filter((_, index) => (changes[index]?.after.count ?? 0) > 0)
  return known.length < 2 ? null : effectFinding(action, known, input)
}

function effectFinding(
  action: MarkedAction,
  places: readonly PlaceDays[],
  input: ActionsInput,
): LocationlessFinding {
  const { id, day, name, topic } = action
  const [only, ...further] = places
  const placeId = only && further.length === 0 ? only.id : null
  const spans = spansOf(action, placeId, input)
  const { after: since } = spans
  const own = changeIn(places, topic, spans)
  const yearAgo = { before: yearBefore(spans.before), after: yearBefore(since) }
  const lastYear = changeIn(places, topic, yearAgo, spans)
  const others = placeId === null ? [] : untouched(action, placeId, spans, input)
  const hasLastYear = Math.min(lastYear.before.count, lastYear.after.count) >= MIN_LAST_YEAR
  const share = own.before.average
  const noticeable = topic ? Math.max(MIN_NOTICEABLE_SHARE, share * NOTICEABLE_PART) : NOTICEABLE_STARS
  const effect = effectOf({
    own,
    others: others.map((other) => placeChange(other, topic, spans)),
    lastYear: hasLastYear ? lastYear : null,
    noticeable,
  })
  const all = own.after.count
  const part = Math.round(own.after.average * all)
  const likely = own.before.average + (effect?.without ?? 0)
  const said = {
    name:
      placeId === null
        ? texts.locationsTogether(places.length, input.places.length)
        : input.places.length > 1
          ? (only?.name ?? null)
          : null,
    action: name,
    day,
    after: all === 0 ? null : own.after.average,
    before: own.before.average,
    likely: Math.abs(likely - own.before.average) >= LIKELY_STARS ? likely : null,
    complaints: topic ? { topic, part, usual: Math.max(0, likely) * all } : null,
  }
  const isBetter = effect !== null && effect.effect > 0 !== (topic !== null)
  const isCertain = effect?.isCertain === true && !wasSoAlready(places, action, spans, effect.effect)
  const isOfTopic = topic !== null && part > 0
  const n = isOfTopic ? part : all
  const finding: Omit<LocationlessFinding, 'score'> = {
    kind: isCertain ? (isBetter ? 'action_worked' : 'action_harmed') : 'action_unclear',
    sentence: !effect
      ? texts.actionWithoutBefore(said)
      : !isCertain
        ? texts.actionUnclear({ ...said, needed: effect.needed })
        : isBetter
          ? texts.actionWorked(said)
          : texts.actionHarmed(said),
    n,
    reviews: {
      ...(placeId !== null && { businessId: placeId }),
      ...since,
      ...(isOfTopic ? { topic, opinion: 'negative' as const } : { visibility: 'public' as const }),
    },
    ...since,
    ...(topic && { topic }),
    actionId: id,
    ...(effect && { interval: { low: effect.low, high: effect.high } }),
    before: own.before.average,
    after: own.after.average,
    isGood: !isCertain || isBetter,
    button: readButton(n),
    method: effect
      ? texts.effectMethod({
          reviewsBefore: own.before.count,
          others: effect.others,
          hasLastYear,
          low: effect.low,
          high: effect.high,
          isShare: topic !== null,
          saysNeeded: !isCertain && Boolean(effect.needed),
          isTogether: placeId === null,
        })
      : 'It takes at least ten reviews from the half year before.',
    effect: isCertain ? WORTH.certain : WORTH.open,
  }
  return scored(finding, { p: isCertain ? 1e-4 : 1, days: 30 })
}

/**
 * True if most of the change had already happened in the last month before the action. A decline that made the owner
 * act isn't an effect of the action, and neither is a recovery that came before it.
 */
function wasSoAlready(
  places: readonly PlaceDays[],
  { day, topic }: MarkedAction,
  { before, after }: Spans,
  effect: number,
): boolean {
  const [, from = day] = [dayBack(day, LAST_DAYS), before.from].sort()
  const lately = { before: { from, to: before.to }, after }
  const { before: last, after: since } = changeIn(places, topic, lately, lately)
  return last.count >= MIN_LAST && (since.average - last.average) / effect < MIN_PART_SINCE
}

interface Spans {
  before: DaySpan
  after: DaySpan
}

/**
 * The periods before and since the action, at most half a year each, bounded by the previous and the next action with
 * the same purpose.
 *
 * @param placeId location whose own actions count too; null to count only actions for all locations
 */
function spansOf(
  { id, day, topic }: MarkedAction,
  placeId: string | null,
  { today, actions }: ActionsInput,
): Spans {
  const days = actions
    .filter((other) => other.id !== id && other.topic === topic)
    .filter(({ businessId }) => businessId === null || businessId === placeId)
    .map((other) => other.day)
    .sort()
  const next = days.find((other) => other > day)
  const former = days.findLast((other) => other < day)
  const [to = today] = [today, dayBack(day, 1 - EFFECT_DAYS), ...(next ? [dayBack(next, 1)] : [])].sort()
  const from = dayBack(day, BEFORE_DAYS)
  return {
    before: { from: former && former > from ? former : from, to: dayBack(day, 1) },
    after: { from: day, to },
  }
}

function yearBefore({ from, to }: DaySpan): DaySpan {
  return { from: dayBack(from, YEAR_DAYS), to: dayBack(to, YEAR_DAYS) }
}

function untouched(
  { businessId, topic }: MarkedAction,
  placeId: string,
  { before, after }: Spans,
  { actions, places }: ActionsInput,
): PlaceDays[] {
  if (businessId === null) return []
  const during = actions.filter(
    (other) => other.topic === topic && other.day >= before.from && other.day <= after.to,
  )
  return places.filter(
    ({ id }) =>
      id !== placeId && !during.some((other) => other.businessId === null || other.businessId === id),
  )
}

/** @param weighted each location's weight is its number of reviews in `weighted.after` */
function changeIn(
  places: readonly PlaceDays[],
  topic: Topic | null,
  spans: Spans,
  weighted: Spans = spans,
): Change {
  const changes = places.map((place) => placeChange(place, topic, spans))
  const [only] = changes
  if (only && changes.length === 1) return only
  const weights = places.map(({ days }) => countOf(starsIn(days, weighted.after)))
  return togetherOf(changes, weights)
}

function placeChange(place: PlaceDays, topic: Topic | null, { before, after }: Spans): Change {
  return { before: sampleIn(place, topic, before), after: sampleIn(place, topic, after) }
}

function sampleIn({ days, complaints }: PlaceDays, topic: Topic | null, span: DaySpan): Sample {
  const stars = starsIn(days, span)
  if (topic === null) return starSample(stars)
  const part = complaints
    .filter((one) => one.topic === topic && one.day >= span.from && one.day <= span.to)
    .reduce((sum, one) => sum + one.count, 0)
  // A review may be read just before it is counted, or the other way round.
  return shareSample({ part, all: Math.max(part, countOf(stars)) })
}
