import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { alarmSettings } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { ALARM_LEVEL_TEXTS, type AlarmLevel, type SetAlarmLevelInput } from '../../rules/alarms.ts'
import { type AlarmInsight, type Finding, notYet } from '../../rules/insights.ts'
import type { Topic } from '../../rules/review-features.ts'
import { volumeDistribution } from '../outlook/review-volume.ts'
import { addStars, countOf, type StarCounts } from '../ratings.ts'
import { atLeast, atMost, betaBinomialTail } from '../statistics/distributions.ts'
import { discoveries } from '../statistics/significance.ts'

export type ActiveLevel = Exclude<AlarmLevel, 'off'>

/**
 * Maximum probability, by chance alone, of a number of bad reviews that raises an alarm. In simulations, 0.0125 gave
 * places 0.3 to 1 false alarms a year; 0.015 gave a place with 1.2 reviews a day 1.1.
 */
const BAD_TAIL: Record<ActiveLevel, number> = { important: 0.005, all: 0.0125 }
const MIN_BAD_REVIEWS: Record<ActiveLevel, number> = { important: 3, all: 2 }
/** Kinds that aren't important by themselves: a burst of happy guests isn't urgent. */
const NOT_IMPORTANT: readonly string[] = ['many_reviews', 'few_reviews']
/**
 * Maximum probability, by chance alone, of a number of reviews that raises an alarm. In simulations with daily checks,
 * 0.01 raised more than one false alarm a year; 0.001 raised one in five to ten years.
 */
const VOLUME_TAIL = 0.001
/**
 * A burst has at least this many times the usual number of reviews; a silence has at most the usual number divided by
 * this. AI Insights uses a slightly lower factor (1.5): it compares slightly different days, and must not contradict an
 * alarm email by calling the number normal.
 */
const MIN_VOLUME_FACTOR = 5 / 3
const FALSE_DISCOVERIES = 0.1

export const RECENT_DAYS = 14
export const BASE_DAYS = 180
const MIN_BASE_REVIEWS = 10
/** Cooldown in days per alarm kind, skipped if the probability drops tenfold. */
export const SILENT_DAYS = 14
const WORSE_FACTOR = 10
/** Bad reviews and a burst that begin within 72 hours are reported as one alarm. */
const ATTACK_DAYS = 3
const ATTACK = 'possible_attack'
const ATTACK_SIGNS: readonly string[] = ['bad_reviews', 'many_reviews']

interface TopicCounts {
  all: number
  negative: number
}

export interface AlarmInput {
  /** Stars per day: 180 days, then the 14 recent ones. */
  days: readonly StarCounts[]
  /** False if reviews of the last days may be missing (`isUpToDate` in businesses/source-state.ts). */
  isUpToDate: boolean
  topics: readonly { topic: Topic; base: TopicCounts; recent: TopicCounts }[]
  level: ActiveLevel
  former: readonly { key: string; daysAgo: number; chance: number }[]
}

export interface Alarm extends AlarmInsight {
  /** Subject of the alarm; later alarms with the same key are silenced for a while. */
  key: string
}

/** Finds differences from the half year before, least likely first. */
export function alarmsOf({
  days,
  isUpToDate,
  topics,
  level,
  former,
}: AlarmInput): Finding<{ alarms: Alarm[] }> {
  const base = days.slice(0, -RECENT_DAYS)
  const recent = days.slice(-RECENT_DAYS)
  const baseCount = countOf(addStars(base))
  if (baseCount < MIN_BASE_REVIEWS) return notYet(MIN_BASE_REVIEWS - baseCount)
  const found = [
    ...badReviews(addStars(base), addStars(recent), level),
    ...volume(base, countOf(addStars(recent))).filter(({ kind }) => isUpToDate || kind !== 'few_reviews'),
    ...topicsTurnedBad(topics, level),
  ]
  const fresh = found.filter((alarm) => !isSilenced(alarm, former))
  const attack = possibleAttack(found, fresh, former)
  const single = attack ? [attack, ...fresh.filter(({ key }) => !ATTACK_SIGNS.includes(key))] : fresh
  const alarms = single.filter(
    (alarm) => !NOT_IMPORTANT.includes(alarm.kind) || (level === 'all' && isNoticeable(alarm)),
  )
  return { known: true, alarms: alarms.sort((a, b) => a.chance - b.chance) }
}

/**
 * Combines an alarm about bad reviews and one about a burst into an alarm of a possible attack, with the lower of their
 * probabilities; null unless both began recently.
 */
function possibleAttack(
  found: readonly Alarm[],
  fresh: readonly Alarm[],
  former: AlarmInput['former'],
): Alarm | null {
  const signs = found.filter(({ key }) => ATTACK_SIGNS.includes(key))
  const bad = signs.find(({ kind }) => kind === 'bad_reviews')
  const begins = (sign: Alarm) => fresh.includes(sign)
  const hasBegun = (sign: Alarm) =>
    begins(sign) || former.some(({ key, daysAgo }) => key === sign.key && daysAgo <= ATTACK_DAYS)
  const isBurst = signs.some(({ kind }) => kind === 'many_reviews')
  if (!bad || !isBurst || !signs.some(begins) || !signs.every(hasBegun)) return null
  return { ...bad, key: ATTACK, kind: ATTACK, chance: Math.min(...signs.map(({ chance }) => chance)) }
}

const badOf = (stars: StarCounts) => stars[0] + stars[1]

function badReviews(base: StarCounts, recent: StarCounts, level: ActiveLevel): Alarm[] {
  const part = badOf(recent)
  const all = countOf(recent)
  const [a, b] = [1 + badOf(base), 4 + countOf(base) - badOf(base)]
  const chance = betaBinomialTail({ least: part, count: all, a, b })
  if (part < MIN_BAD_REVIEWS[level] || chance >= BAD_TAIL[level]) return []
  return [
    {
      key: 'bad_reviews',
      kind: 'bad_reviews',
      topic: null,
      part,
      all,
      expected: (all * a) / (a + b),
      chance,
    },
  ]
}

/**
 * False for a small change of volume. At a busy place it may be significant, but it is no reason to interrupt anybody.
 */
function isNoticeable({ part, expected }: Alarm): boolean {
  return part >= expected * MIN_VOLUME_FACTOR || part * MIN_VOLUME_FACTOR <= expected
}

function volume(base: readonly StarCounts[], count: number): Alarm[] {
  // The half year isn't discounted, because it is the basis of the comparison.
  const expected = volumeDistribution(
    base.map((stars) => ({ count: countOf(stars), days: 1 })),
    RECENT_DAYS,
    1,
  )
  const mean = (expected.shape * RECENT_DAYS) / expected.rate
  const alarm = (kind: 'many_reviews' | 'few_reviews', chance: number): Alarm[] =>
    chance < VOLUME_TAIL
      ? [{ key: kind, kind, topic: null, part: count, all: count, expected: mean, chance }]
      : []
  return [
    ...alarm('many_reviews', atLeast(expected, count)),
    ...alarm('few_reviews', atMost(expected, count)),
  ]
}

function topicsTurnedBad(topics: AlarmInput['topics'], level: ActiveLevel): Alarm[] {
  const tests = topics
    .filter(({ base }) => base.all >= MIN_BASE_REVIEWS)
    .map(({ topic, base, recent }) => {
      const [a, b] = [1 + base.negative, 4 + base.all - base.negative]
      const p = betaBinomialTail({ least: recent.negative, count: recent.all, a, b })
      return { topic, recent, p, expected: (recent.all * a) / (a + b) }
    })
  return discoveries(tests, FALSE_DISCOVERIES)
    .filter(({ recent, p }) => recent.negative >= MIN_BAD_REVIEWS[level] && p < BAD_TAIL[level])
    .map(({ topic, recent, p, expected }) => ({
      key: `topic:${topic}`,
      kind: 'topic_turned_bad',
      topic,
      part: recent.negative,
      all: recent.all,
      expected,
      chance: p,
    }))
}

/** True if the alarm was raised recently and has not become much worse. */
export function isSilenced(
  { key, chance }: Pick<Alarm, 'key' | 'chance'>,
  former: AlarmInput['former'],
): boolean {
  return former.some(
    (earlier) =>
      (earlier.key === key || (earlier.key === ATTACK && ATTACK_SIGNS.includes(key))) &&
      earlier.daysAgo <= SILENT_DAYS &&
      chance * WORSE_FACTOR > earlier.chance,
  )
}

export function alarmLevelQuery({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  return db
    .select(columns(alarmSettings, 'level'))
    .from(alarmSettings)
    .where(eq(alarmSettings.organizationId, organizationId))
}

/** @param rows the organization's choice; absent if it couldn't be read */
export function alarmLevelIn(rows: readonly { level: AlarmLevel | null }[] | undefined): AlarmLevel {
  return rows?.[0]?.level ?? 'all'
}

/** Sets the level for the whole organization; the next check uses it. */
export async function setAlarmLevel(ctx: MemberContext, { level }: SetAlarmLevelInput): Promise<void> {
  const organizationId = ctx.organization.id
  await ctx.db.batch([
    ctx.db
      .insert(alarmSettings)
      .values({ organizationId, level })
      .onConflictDoUpdate({ target: alarmSettings.organizationId, set: { level } }),
    recordAction(ctx, {
      organizationId,
      action: 'alarms_changed',
      subject: ALARM_LEVEL_TEXTS[level].name.toLowerCase(),
    }),
  ])
}
