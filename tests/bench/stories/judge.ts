import type { Subject } from '#scripts/local/demo/texts.ts'
import { differenceOf, hasOvertaken } from '#worker/insights/findings/changes.ts'
import { type FindingsInput, findings } from '#worker/insights/findings/findings.ts'
import { addStars, type StarCounts } from '#worker/insights/ratings.ts'
import { baseForm } from '#worker/insights/reading/read-review.ts'
import { atLeast, atMost } from '#worker/insights/statistics/distributions.ts'
import { fisherTest } from '#worker/insights/statistics/significance.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { Finding } from '#worker/rules/findings.ts'
import { countStory } from './count-story.ts'
import { EVENTS, type EventKind, type Story, type StoryReview, storyOf } from './story.ts'

/** An event is strong if a test that knows the truth gets a p-value below this. */
const STRONG = 0.001
const YEAR_MS = 365 * DAY_MS

interface Judged {
  kind: EventKind
  isStrong: boolean
  isTold: boolean
  bridgesHold: boolean
}

/** Plants, reads and counts a story, and compares its findings with the truth. */
function judgeStory(seed: string, kind: EventKind): Judged {
  const story = storyOf(seed, kind)
  const input = countStory(story)
  const all = findings(input)
  const [first] = all
  return {
    kind,
    isStrong: isStrong(story, input),
    isTold: kind === 'none' ? all.every((one) => one.kind === 'nothing_unusual') : isTold(story, first),
    bridgesHold: all.every(bridgeHolds),
  }
}

/** Yields `count` stories, each kind in turn, with seeds that begin with the prefix. */
function* stories(count: number, prefix: string): Generator<{ seed: string; kind: EventKind }> {
  for (let index = 0; index < count; index += 1) {
    const kind = EVENTS[index % EVENTS.length] ?? 'none'
    yield { seed: `${prefix} ${index}`, kind }
  }
}

function bridgeHolds({ bridge }: Finding): boolean {
  if (!bridge) return true
  const cents = bridge.parts.reduce((sum, { stars }) => sum + Math.round(stars * 100), 0)
  return cents === Math.round((bridge.after - bridge.before) * 100)
}

const ACCEPTED: Record<EventKind, readonly string[]> = {
  none: [],
  rating_fell: ['rating_fell'],
  complaint_grew: ['complaint_grew', 'rating_fell'],
  praise_grew: ['praise_grew', 'rating_rose'],
  new_theme: ['new_theme'],
  location_apart: ['location_apart'],
  platform_apart: ['platform_apart'],
  volume: ['many_reviews', 'few_reviews'],
  copied_texts: ['copied_texts'],
  replies: ['replies_stopped', 'replies_slowed'],
  competitor: ['competitor_overtook'],
}

/** True if the first finding names the kind, the topic or phrase, the platform and the location. */
function isTold({ planted, locationId }: Story, first: Finding | undefined): boolean {
  if (!first || first.businessId !== locationId || !ACCEPTED[planted.kind].includes(first.kind)) return false
  if (planted.subject) return first.topic === planted.subject
  if (planted.theme) {
    // Phrases are reported in the singular.
    const [one, other] = [singular(planted.theme), first.phrase ?? '']
    return other !== '' && (one.includes(other) || other.includes(one))
  }
  // Either of two platforms may be reported as the odd one.
  if (planted.kind === 'volume') return first.kind === (planted.isMore ? 'many_reviews' : 'few_reviews')
  return true
}

function singular(phrase: string): string {
  return phrase
    .split(' ')
    .map((word) => baseForm(word, 'en'))
    .join(' ')
}

/** True if somebody who knows the event and its start would call it certain. */
function isStrong({ planted, locations, locationId, now }: Story, input: FindingsInput): boolean {
  const { kind, since, subject, theme } = planted
  const own = (locations.find(({ id }) => id === locationId)?.reviews ?? []).filter(
    ({ at }) => at >= now - YEAR_MS,
  )
  const [before, after] = [own.filter(({ at }) => at < since), own.filter(({ at }) => at >= since)]
  const fisher = (has: (review: StoryReview) => boolean) =>
    fisherTest(
      { part: after.filter(has).length, all: after.length },
      { part: before.filter(has).length, all: before.length },
    )
  if (kind === 'none') return true
  if (before.length < 15) return false
  switch (kind) {
    case 'rating_fell':
      return after.length >= 5 && differenceOf(starsOf(after), starsOf(before)).p < STRONG
    case 'complaint_grew':
    case 'praise_grew':
      return fisher(says(subject, kind === 'praise_grew')) < STRONG
    case 'new_theme':
      return fisher((review) => review.theme === theme) < STRONG
    case 'location_apart': {
      const half = (reviews: readonly StoryReview[]) =>
        starsOf(reviews.filter(({ at }) => at >= now - YEAR_MS / 2))
      const rest = locations.filter(({ id }) => id !== locationId).flatMap(({ reviews }) => reviews)
      return differenceOf(half(own), half(rest)).p < STRONG
    }
    case 'platform_apart': {
      const half = own.filter(({ at }) => at >= now - YEAR_MS / 2)
      const isOn = ({ platform }: StoryReview) => platform === planted.platform
      const [one, other] = [half.filter(isOn), half.filter((review) => !isOn(review))]
      return Math.min(one.length, other.length) >= 10 && differenceOf(starsOf(one), starsOf(other)).p < STRONG
    }
    case 'volume': {
      const days = (now - since) / DAY_MS
      const distribution = { shape: 1 + before.length, rate: 365 - days, days }
      return (planted.isMore ? atLeast : atMost)(distribution, after.length) < STRONG
    }
    case 'replies': {
      // Only reviews old enough to be answered count.
      const old = after.filter(({ at }) => at < now - 7 * DAY_MS)
      const inTime = ({ answeredAfter }: StoryReview) =>
        answeredAfter !== null && answeredAfter <= usualHours(before)
      const ripe = old.filter(({ at }) => at < now - usualHours(before) * 3_600_000)
      return (
        fisherTest(
          { part: ripe.filter(inTime).length, all: ripe.length },
          { part: before.filter(inTime).length, all: before.length },
        ) < STRONG
      )
    }
    case 'copied_texts':
      return true
    case 'competitor':
      return input.businesses[0]?.rivals.some(hasOvertaken) ?? false
    default:
      return kind satisfies never
  }
}

/** Hours within which four of five replies came. */
function usualHours(reviews: readonly StoryReview[]): number {
  const hours = reviews.flatMap(({ answeredAfter }) => answeredAfter ?? []).sort((a, b) => a - b)
  return hours[Math.floor(hours.length * 0.8)] ?? 48
}

function says(subject: Subject | undefined, isGood: boolean) {
  return ({ said }: StoryReview) => said.some((one) => one.subject === subject && one.isGood === isGood)
}

function starsOf(reviews: readonly { rating: number }[]): StarCounts {
  return addStars(
    reviews.map(({ rating }) => {
      const stars: [number, number, number, number, number] = [0, 0, 0, 0, 0]
      stars[Math.floor(rating) - 1] = 1
      return stars
    }),
  )
}

interface KindCounts {
  all: number
  strong: number
  told: number
}

/** The share of `count` stories without an event in which nothing is told. */
export function shareOfQuiet(count: number, prefix: string): number {
  const judged = Array.from({ length: count }, (_, index) => judgeStory(`${prefix} ${index}`, 'none'))
  return judged.filter(({ isTold }) => isTold).length / count
}

/** Judges `count` stories, each kind in turn. */
export function judgeStories(count: number, prefix: string) {
  const judged = [...stories(count, prefix)].map(({ seed, kind }) => judgeStory(seed, kind))
  const byKind = new Map<EventKind, KindCounts>()
  for (const { kind, isStrong, isTold } of judged) {
    const counts = byKind.get(kind) ?? { all: 0, strong: 0, told: 0 }
    counts.all += 1
    counts.strong += Number(isStrong)
    counts.told += Number(isStrong && isTold)
    byKind.set(kind, counts)
  }
  const events = judged.filter(({ kind, isStrong }) => kind !== 'none' && isStrong)
  const none = judged.filter(({ kind }) => kind === 'none')
  return {
    byKind,
    strong: events.length,
    told: events.filter(({ isTold }) => isTold).length,
    nothing: none.length,
    quiet: none.filter(({ isTold }) => isTold).length,
    all: judged.length,
    bridges: judged.filter(({ bridgesHold }) => bridgesHold).length,
  }
}
