import type { Topic } from '../../rules/review-features.ts'
import { ANY_TEXT } from '../../rules/review-features.ts'
import { countOf } from '../ratings.ts'
import { fisherTest, type Part } from '../statistics/significance.ts'
import { saysNothing } from '../text/empty-terms.ts'
import {
  type BusinessCounts,
  NEWEST_REVIEWS,
  type ReadReview,
  spansOf,
  starsIn,
  topicIn,
  WINDOWS,
  type Window,
  windowOf,
} from './counts.ts'

/** A topic or phrase that more or fewer guests write about than before. */
export interface Cause {
  kind: 'complaint_grew' | 'complaint_fell' | 'praise_grew' | 'new_theme'
  topic?: Topic
  /** The phrase as displayed, and the term that finds its reviews. */
  phrase?: string
  term?: string
  window: Window
  reviews: readonly ReadReview[]
  /** The cause's reviews as a part of all reviews of the window. */
  recent: Part
  base: Part
  /** Probability by chance alone, corrected for the number of comparisons. */
  p: number
  tested: number
}

/**
 * Maximum probability by chance alone of a reported cause. Calibrated by simulation (tests/bench/stories): at most one
 * in twenty places where nothing happens gets a finding.
 */
const CERTAIN = { topic: 0.016, theme: 0.004 }
/** Number of independent comparisons: four overlapping windows count as two. */
const LOOKS = 2
const MIN_MENTIONS = 3
const MIN_BASE_REVIEWS = 15
/** Minimum factor of a reported change: smaller changes can be real, but aren't useful. */
const MIN_FACTOR = 1.5
const FALL_FACTOR = 0.5
const FALL_FROM = 0.08
/**
 * A theme is new if its share of the earlier reviews was at most NEW_SHARE, and at most NEW_FACTOR of its share now.
 */
const NEW_SHARE = 0.02
const NEW_FACTOR = 0.2
/**
 * A theme is seasonal if its share in one of the same months last year was more than SEASON_NEW of its share now, or
 * not significantly different from it (probability of at least SEASON_NEW_P).
 */
const SEASON_NEW = 0.3
const SEASON_NEW_P = 0.005
const MAX_CAUSES = 4
/** A share counts as usual up to this multiple of the usual share. */
const USUAL_FACTOR = 1.3
const PAIRED = 0.8
const TYPICAL = 0.6

/**
 * Finds changes in what guests write about, most certain first. The reviews of each cause are left out of the next
 * search, so that side effects (the terms of a complaint, other dislikes of the same guests) aren't reported as well.
 *
 * @param aside reviews that are already explained
 */
export function causesOf(
  business: BusinessCounts,
  { today, aside }: { today: string; aside: ReadonlySet<number> },
): Cause[] {
  const found: Cause[] = []
  const explained = new Set(aside)
  const terms = frequentTerms(business)
  const looks = coveredWindows(business, today).map((window) => lookAt(business, terms, window))
  while (found.length < MAX_CAUSES) {
    const isNew = (one: Cause) => !found.some((other) => isSame(one, other))
    const topics = looks.flatMap((look) => topicCauses(look, explained)).filter(isNew)
    const themes = looks.flatMap((look) => themesIn(look, explained)).filter(isNew)
    const theme = surestOf(themes.filter(({ p }) => p < CERTAIN.theme))
    const topic = surestOf(topics.filter(({ p }) => p < CERTAIN.topic))
    const next =
      theme && (!topic || theme.p < topic.p)
        ? (topicOf(theme, topics) ?? theme)
        : topic && (themeOf(topic, themes) ?? topic)
    if (!next) break
    found.push(next)
    if (next.kind !== 'complaint_fell') for (const { id } of next.reviews) explained.add(id)
  }
  return found
}

function surestOf(causes: readonly Cause[]): Cause | undefined {
  return causes.toSorted((a, b) => a.p - b.p)[0]
}

/**
 * Finds the topic that includes a theme: nearly all reviews of the theme are about the topic, and the topic has
 * further reviews.
 */
function topicOf(theme: Cause, topics: readonly Cause[]): Cause | undefined {
  const ids = new Set(theme.reviews.map(({ id }) => id))
  return surestOf(
    topics.filter(({ p, kind, window, reviews, recent, base }) => {
      const common = reviews.filter(({ id }) => ids.has(id)).length
      const usual = (base.part / base.all) * recent.all
      return (
        kind !== 'complaint_fell' &&
        window.days === theme.window.days &&
        p < CERTAIN.topic &&
        common >= PAIRED * theme.reviews.length &&
        reviews.length - common > usual
      )
    }),
  )
}

/** The theme that explains a topic's increase: without its reviews, the topic is as common as usual. */
function themeOf(topic: Cause, themes: readonly Cause[]): Cause | undefined {
  const usual = (topic.base.part / topic.base.all) * topic.recent.all
  return surestOf(
    themes.filter(({ p, window, reviews }) => {
      const ids = new Set(reviews.map(({ id }) => id))
      return (
        p < CERTAIN.theme &&
        window.days === topic.window.days &&
        topic.reviews.filter(({ id }) => !ids.has(id)).length <= usual * USUAL_FACTOR
      )
    }),
  )
}

function isSame(one: Cause, other: Cause): boolean {
  return one.topic !== undefined && one.topic === other.topic
}

/** The windows whose reviews are all in `reviews`, which has at most `NEWEST_REVIEWS`. */
function coveredWindows({ reviews }: BusinessCounts, today: string): Window[] {
  const last = reviews.at(-1)?.day ?? today
  return WINDOWS.map((days) => windowOf(today, days)).filter(
    ({ from }) => reviews.length < NEWEST_REVIEWS || from > last,
  )
}

interface Look {
  window: Window
  reviews: readonly ReadReview[]
  /** All reviews of the window, including those without text. */
  all: number
  topics: readonly {
    topic: Topic
    polarity: 'negative' | 'positive'
    reviews: readonly ReadReview[]
    base: Part
    lastYear: Part
  }[]
  rare: readonly { term: string; ids: readonly number[]; base: Part }[]
  tested: number
  /**
   * Number of tested terms of one word (at least 1). Probabilities are corrected by this number, because the tests of
   * phrases depend on the tests of their terms.
   */
  single: number
}

function lookAt(business: BusinessCounts, terms: TermCounts, window: Window): Look {
  const reviews = business.reviews.filter(({ day }) => day >= window.from)
  return {
    window,
    reviews,
    all: countOf(starsIn(business.days, window)),
    topics: topicsIn(business, window, reviews),
    ...termsIn(terms, window, reviews),
  }
}

function topicsIn(business: BusinessCounts, window: Window, reviews: readonly ReadReview[]): Look['topics'] {
  const baseAll = countOf(starsIn(business.days, window.base))
  if (baseAll < MIN_BASE_REVIEWS) return []
  const spans = spansOf(window.days)
  const lastYearAll = countOf(starsIn(business.days, window.lastYear))
  const topics = new Set(business.topics.flatMap((span) => span.map(({ topic }) => topic)))
  return [...topics].flatMap((topic) => {
    const base = topicIn(business, topic, spans.base)
    const lastYear = topicIn(business, topic, spans.lastYear)
    return (['negative', 'positive'] as const).map((polarity) => ({
      topic,
      polarity,
      reviews: reviews.filter(({ topics }) =>
        topics.some((one) => one.topic === topic && one.polarity === polarity),
      ),
      base: { part: base[polarity], all: baseAll },
      lastYear: { part: lastYear[polarity], all: lastYearAll },
    }))
  })
}

function topicCauses(look: Look, explained: ReadonlySet<number>): Cause[] {
  const { window, topics } = look
  const isLeft = ({ id }: ReadReview) => !explained.has(id)
  const all = look.all - (look.reviews.length - look.reviews.filter(isLeft).length)
  if (all < MIN_MENTIONS) return []
  const tests = topics.map((one) => ({ ...one, recent: { part: one.reviews.filter(isLeft).length, all } }))
  // Only topics that can have changed count as comparisons.
  const looks =
    LOOKS *
    tests.filter(({ recent, base }) => recent.part >= MIN_MENTIONS || base.part / base.all >= FALL_FROM)
      .length
  return tests.flatMap(({ topic, polarity, reviews, recent, base, lastYear }): Cause[] => {
    const [now, before] = [recent.part / recent.all, base.part / base.all]
    const isBlame = polarity === 'negative'
    const grew = now >= before * MIN_FACTOR && recent.part >= MIN_MENTIONS
    const fell = isBlame && now <= before * FALL_FACTOR && before >= FALL_FROM
    if ((!grew && !fell) || isSeasonal(recent, base, lastYear)) return []
    const kind = fell ? 'complaint_fell' : isBlame ? 'complaint_grew' : 'praise_grew'
    const p = Math.min(1, fisherTest(recent, base) * looks)
    return [{ kind, topic, window, reviews, recent, base, p, tested: tests.length }]
  })
}

const MIN_REVIEWS_LAST_YEAR = 8
const SEASON_P = 0.05
/**
 * Minimum ratio of last year's difference from the usual share to the present difference, for a season to explain a
 * change.
 */
const SEASON_SHARE = 0.5

/**
 * True if a season explains the change: in the same period last year, the share was already off the usual in the same
 * direction, by at least half as much, and the recent share doesn't differ significantly from that one.
 */
function isSeasonal(recent: Part, base: Part, lastYear: Part): boolean {
  if (lastYear.all < MIN_REVIEWS_LAST_YEAR) return false
  const [now, usual, then] = [recent, base, lastYear].map(({ part, all }) => part / all) as [
    number,
    number,
    number,
  ]
  return (then - usual) / (now - usual) >= SEASON_SHARE && fisherTest(recent, lastYear) >= SEASON_P
}

/**
 * Terms that several of the newest reviews share, each with the ids of those reviews and its number of reviews per
 * month; `texts` counts all reviews with text per month.
 */
interface TermCounts {
  terms: { term: string; months: ReadonlyMap<string, number>; ids: readonly number[] }[]
  texts: ReadonlyMap<string, number>
}

/**
 * Terms that several of the newest reviews share, with their counts per month. The terms are counted in
 * `BusinessCounts.reviews` if that has all reviews. Otherwise the counts come from `BusinessCounts.terms`, which only
 * has the most frequent terms.
 */
function frequentTerms({ reviews, terms }: BusinessCounts): TermCounts {
  const counts = new Map<string, number>()
  for (const { terms } of reviews) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const isFrequent = (term: string) => term === ANY_TEXT || (counts.get(term) ?? 0) >= MIN_MENTIONS
  const months = new Map<string, Map<string, number>>()
  const add = (term: string, month: string, count: number) => {
    let known = months.get(term)
    if (!known) {
      known = new Map()
      months.set(term, known)
    }
    known.set(month, (known.get(month) ?? 0) + count)
  }
  const ids = new Map<string, number[]>()
  const isWhole = reviews.length < NEWEST_REVIEWS
  for (const { id, day, terms } of reviews) {
    const month = day.slice(0, 7)
    for (const term of terms) {
      if (!isFrequent(term)) continue
      const own = ids.get(term)
      if (own) own.push(id)
      else ids.set(term, [id])
      if (isWhole) add(term, month, 1)
    }
  }
  if (!isWhole) {
    for (const { term, month, reviews: count } of terms) if (isFrequent(term)) add(term, month, count)
  }
  return {
    terms: [...ids].flatMap(([term, own]) => {
      const byMonth = months.get(term)
      return byMonth && IS_WORD.test(term) && !saysNothing(term) ? [{ term, months: byMonth, ids: own }] : []
    }),
    texts: months.get(ANY_TEXT) ?? new Map(),
  }
}

const IS_WORD = /^\p{L}/u

function yearBack(month: string): string {
  return `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`
}

/** The terms of a window that hardly anybody used in the year before it, nor at the same time last year. */
function termsIn(
  { terms, texts }: TermCounts,
  window: Window,
  reviews: readonly ReadReview[],
): Pick<Look, 'rare' | 'tested' | 'single'> {
  // Terms are counted per month; only months entirely before the window are compared.
  const [first, last] = [window.base.from.slice(0, 7), window.from.slice(0, 7)]
  const season = [yearBack(last), yearBack(window.to.slice(0, 7))] as const
  const sumBefore = (months: ReadonlyMap<string, number>) => {
    let sum = 0
    for (const [month, count] of months) if (month >= first && month < last) sum += count
    return sum
  }
  const all = sumBefore(texts)
  if (all < MIN_BASE_REVIEWS) return { rare: [], tested: 0, single: 0 }
  const inWindow = new Set(reviews.map(({ id }) => id))
  const tested = terms
    .map(({ term, months, ids }) => ({ term, months, ids: ids.filter((id) => inWindow.has(id)) }))
    .filter(({ ids }) => ids.length >= MIN_MENTIONS)
  const rare = tested.flatMap(({ term, months, ids }) => {
    const recent = { part: ids.length, all: reviews.length }
    const base = { part: sumBefore(months), all }
    const [now, before] = [recent.part / recent.all, base.part / base.all]
    if (before > NEW_SHARE || before > now * NEW_FACTOR) return []
    for (const [month, part] of months) {
      if (month < season[0] || month > season[1]) continue
      const lastYear = { part, all: Math.max(part, texts.get(month) ?? 0) }
      if (part / lastYear.all > now * SEASON_NEW || fisherTest(recent, lastYear) >= SEASON_NEW_P) return []
    }
    return [{ term, ids, base }]
  })
  const single = Math.max(1, tested.filter(({ term }) => !term.includes(' ')).length)
  return { rare, tested: tested.length, single }
}

function themesIn({ window, reviews, rare, tested, single }: Look, explained: ReadonlySet<number>): Cause[] {
  const all = reviews.filter(({ id }) => !explained.has(id)).length
  const fresh = rare.flatMap(({ term, ids, base }) => {
    const part = ids.filter((id) => !explained.has(id)).length
    return part >= MIN_MENTIONS ? [{ term, ids, base, p: fisherTest({ part, all }, base) }] : []
  })
  const sizeOf = ({ ids }: { ids: readonly number[] }) => ids.length
  const [surest] = fresh.toSorted((a, b) => a.p - b.p || sizeOf(b) - sizeOf(a))
  if (!surest || surest.p * single * LOOKS >= 1) return []
  // Terms that nearly always occur together are one theme: found by its most common term, named by its most common
  // phrase.
  const own = new Set(surest.ids)
  const family = fresh.filter(({ term, ids }) => {
    const common = ids.filter((id) => own.has(id)).length
    const sharesWord = term.split(' ').some((word) => surest.term.split(' ').includes(word))
    return sharesWord && common >= PAIRED * Math.min(ids.length, own.size)
  })
  const [widest = surest] = family.toSorted((a, b) => sizeOf(b) - sizeOf(a))
  const wordsIn = ({ term }: { term: string }) => term.split(' ').length
  const [label = widest] = family
    .filter((one) => sizeOf(one) >= TYPICAL * sizeOf(widest) && wordsIn(one) > 1)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a) || wordsIn(b) - wordsIn(a))
  const ids = new Set(widest.ids)
  return [
    {
      kind: 'new_theme',
      phrase: label.term,
      term: widest.term,
      window,
      reviews: reviews.filter(({ id }) => ids.has(id)),
      recent: { part: ids.size, all: reviews.length },
      base: widest.base,
      p: Math.min(1, surest.p * single * LOOKS),
      tested,
    },
  ]
}
