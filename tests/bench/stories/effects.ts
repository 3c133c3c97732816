import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { WORDS } from '#tests/word-lists.ts'
import {
  type ActionsInput,
  actionFindings,
  type PlaceDays,
  togetherFinding,
} from '#worker/insights/findings/action-findings.ts'
import { readReview } from '#worker/insights/reading/read-review.ts'
import type { MarkedAction } from '#worker/rules/actions.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import type { Finding, LocationlessFinding } from '#worker/rules/findings.ts'
import type { Topic } from '#worker/rules/review-features.ts'
import { textAbout, usualText } from './story-texts.ts'

/** Stars of 25 reviews: the average is 4.16. */
const USUAL = [1, 1, 2, 3, 3, ...Array<number>(7).fill(4), ...Array<number>(13).fill(5)]
const BAD = [1, 1, 2, 2, 3]
const meanOf = (ratings: readonly number[]) => ratings.reduce((sum, one) => sum + one, 0) / ratings.length
/** Change of the average per change of the share of bad reviews. */
const STARS_A_SHARE = meanOf(BAD) - meanOf(USUAL)

/** An effect in stars that an owner would notice. */
const NOTICEABLE_STARS = 0.4

const DAYS = 910
const MIN_A_MONTH = 3
const MAX_A_MONTH = 120
const TOPIC = 'waiting'

export type Measure = 'stars' | 'complaints' | 'texts'
/** Place of the action: the first location, or all of several. */
export type Where = 'one location' | 'all locations'

interface Planted {
  measure: Measure
  /** Change of the share of bad reviews since the action. */
  change: number
  age: number
}

/** Two and a half years of an organization with an action and other influences on its ratings. */
interface Simulated {
  planted: Planted
  input: ActionsInput
}

const TODAY = '2026-11-20'
const action = (age: number, topic: Topic | null, where: Where): MarkedAction => ({
  id: 'action',
  day: dayAgo(age),
  name: 'More staff',
  topic,
  businessId: where === 'one location' ? 'place 0' : null,
})

function dayAgo(days: number): string {
  return utcDay(Date.parse(TODAY) - days * DAY_MS)
}

function simulate(seed: string, measure: Measure, where: Where): Simulated {
  const random = randomFrom(seed)
  const age = random.int(10, 180)
  const base = 0.08 + 0.2 * random.next()
  const kind = random.next()
  // Half of all actions have no effect; most of the others help.
  const size = 0.05 + 0.2 * random.next()
  const change = kind < 0.5 ? 0 : kind < 0.85 ? -Math.min(size, base - 0.02) : size
  const season = { height: 0.04 * normal(random), phase: random.next() * 365 }
  const common = drift(random, 0.02)
  const isAtAll = where === 'all locations'
  const others = !isAtAll && random.chance(0.5) ? 0 : random.int(1, 3)
  const places = Array.from({ length: others + 1 }, (_, index) => {
    const perDay = (MIN_A_MONTH * (MAX_A_MONTH / MIN_A_MONTH) ** random.next()) / 30
    const alone = drift(random, 0.015)
    // Some locations have not been open, or read, for a year.
    const since = random.chance(0.3) ? random.int(age + 90, 400) : DAYS
    // At least the base, so that the planted change has the same size at each location.
    const usual = index === 0 ? base : isAtAll ? base + 0.1 * random.next() : 0.08 + 0.2 * random.next()
    const shareOn = (ago: number) => {
      const wave = season.height * Math.sin(((ago - season.phase) / 365) * 2 * Math.PI)
      const planted = (index === 0 || isAtAll) && ago <= age ? change : 0
      return Math.min(0.95, Math.max(0.005, usual + wave + common(ago) + alone(ago) + planted))
    }
    return placeOf(random, { id: `place ${index}`, perDay, since, shareOn, measure })
  })
  return {
    planted: { measure, change, age },
    input: { today: TODAY, actions: [action(age, measure === 'stars' ? null : TOPIC, where)], places },
  }
}

interface PlaceSeed {
  id: string
  perDay: number
  since: number
  shareOn: (ago: number) => number
  measure: Measure
}

function placeOf(random: Random, { id, perDay, since, shareOn, measure }: PlaceSeed): PlaceDays {
  const days: { day: string; stars: [number, number, number, number, number] }[] = []
  const complaints: { topic: Topic; day: string; count: number }[] = []
  for (let ago = since; ago >= 0; ago -= 1) {
    const count = poisson(random, perDay)
    if (count === 0) continue
    const day = dayAgo(ago)
    const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
    let blaming = 0
    for (let left = count; left > 0; left -= 1) {
      const isBad = random.chance(shareOn(ago))
      const rating = random.pick(isBad ? BAD : USUAL)
      stars[rating - 1] = (stars[rating - 1] ?? 0) + 1
      blaming += Number(measure === 'texts' ? isReadAsBlame(random, rating, isBad, day) : isBad)
    }
    days.push({ day, stars })
    if (blaming > 0) complaints.push({ topic: TOPIC, day, count: blaming })
  }
  return { id, name: id, days, complaints }
}

/** True if the reader finds that a text blames the waiting. */
function isReadAsBlame(random: Random, rating: number, isBad: boolean, day: string): boolean {
  const { text } = isBad
    ? textAbout(random, TOPIC, false)
    : usualText(random, rating, Number(day.slice(5, 7)) - 1)
  const { topics } = readReview(text, rating, 'restaurant', WORDS)
  return topics.some(({ topic, polarity }) => topic === TOPIC && polarity === 'negative')
}

/** A drifting level: one step per quarter, with straight lines in between. */
function drift(random: Random, step: number): (ago: number) => number {
  const levels = Array.from({ length: Math.ceil(DAYS / 90) + 2 }, () => step * normal(random))
  for (let index = 1; index < levels.length; index += 1)
    levels[index] = 0.7 * (levels[index - 1] ?? 0) + (levels[index] ?? 0)
  return (ago) => {
    const at = ago / 90
    const [low, high] = [levels[Math.floor(at)] ?? 0, levels[Math.floor(at) + 1] ?? 0]
    return low + (high - low) * (at % 1)
  }
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

function poisson(random: Random, mean: number): number {
  const limit = Math.exp(-mean)
  let product = random.next()
  let count = 0
  while (product > limit) {
    product *= random.next()
    count += 1
  }
  return count
}

interface JudgedEffect {
  planted: Planted
  truth: number
  finding: LocationlessFinding
  low: number
  high: number
  isAlone: boolean
}

function judgeEffect(seed: string, measure: Measure, where: Where): JudgedEffect | null {
  const { planted, input } = simulate(seed, measure, where)
  const [action] = input.actions
  const finding =
    where === 'one location' ? actionFindings(input)[0] : action && togetherFinding(action, input)
  if (!finding?.interval) return null
  return {
    planted,
    truth: planted.change * (measure === 'stars' ? STARS_A_SHARE : 1),
    finding,
    ...finding.interval,
    isAlone: input.places.length === 1,
  }
}

/** Simulates `count` actions, and compares their real effects with the reported ones. */
export function judgeEffects(count: number, prefix: string, measure: Measure, where: Where) {
  const judged = Array.from({ length: count }, (_, index) =>
    judgeEffect(`${prefix} ${measure} ${index}`, measure, where),
  ).filter((one) => one !== null)
  const covered = judged.filter(({ truth, low, high }) => truth >= low && truth <= high)
  const share = (some: readonly JudgedEffect[], all: readonly JudgedEffect[]) => some.length / all.length
  const coverageOf = (fits: (one: JudgedEffect) => boolean) =>
    share(covered.filter(fits), judged.filter(fits))
  const none = judged.filter(({ planted }) => planted.change === 0)
  const helped = judged.filter(({ planted }) => planted.change < 0)
  const noticeable = helped.filter(({ planted }) => planted.change * STARS_A_SHARE >= NOTICEABLE_STARS)
  const says = (kind: Finding['kind']) => (one: JudgedEffect) => one.finding.kind === kind
  return {
    judged: judged.length,
    none: none.length,
    helped: helped.length,
    coverage: share(covered, judged),
    coverageWithEffect: coverageOf(({ planted }) => planted.change !== 0),
    coverageWithout: coverageOf(({ planted }) => planted.change === 0),
    coverageAlone: coverageOf(({ isAlone }) => isAlone),
    coverageOfFew: coverageOf(({ finding }) => finding.n < 20),
    worked: share(helped.filter(says('action_worked')), helped),
    noticeable: noticeable.length,
    noticeablyWorked: share(noticeable.filter(says('action_worked')), noticeable),
    falselyWorked: share(none.filter(says('action_worked')), none),
    falselyHarmed: share(none.filter(says('action_harmed')), none),
  }
}

/** Share of actions without an effect that are ever reported to have worked, checked every ten days. */
export function everFalselyWorked(count: number, prefix: string): number {
  let ever = 0
  let none = 0
  for (let index = 0; none < count; index += 1) {
    const { planted, input } = simulate(`${prefix} ever ${index}`, 'stars', 'one location')
    if (planted.change !== 0 || planted.age < 170) continue
    none += 1
    const looks = Array.from({ length: 17 }, (_, look) => dayAgo(planted.age - 10 * (look + 1)))
    ever += Number(
      looks.some((today) => {
        const places = input.places.map((place) => ({
          ...place,
          days: place.days.filter(({ day }) => day <= today),
        }))
        return actionFindings({ ...input, today, places }).some(({ kind }) => kind === 'action_worked')
      }),
    )
  }
  return ever / none
}
