import { expect, test } from 'vitest'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import {
  type Backfill,
  backfillAfter,
  endsWalk,
  nextStep,
  type Progress,
  walkSinceOf,
} from '#worker/collection/next-step.ts'
import { isWalkDue } from '#worker/collection/walk.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

/**
 * Random lists under random runs: what a platform shows, what a run does by `nextStep`, `isWalkDue` and
 * `backfillAfter`, and what is stored in the end. Fetching, saving and the end of a walk are done here in a few lines, as
 * worker/collection does them.
 */
const PAGE_COMES_TWICE = 0.02

interface Stored {
  version: number
  seenAt: number
  missedWalks: number
  isRemoved: boolean
}

interface World {
  random: Random
  /** The list, newest edit first. */
  list: { id: number; version: number }[]
  pageSize: number
  stored: Map<number, Stored>
  source: Backfill & { walkedAt: number | null }
  /** What the open walk has met, by the run that met it. */
  met: { seq: number; id: number }[]
  seq: number
  now: number
  /** Removing a review or editing it moves others up, past a walk that counts places. */
  movesUp: boolean
  lastPhase: Progress['phase'] | null
  quotaLeft: number
  nextId: number
}

function createWorld(seed: string): World {
  const random = randomFrom(seed)
  const count = random.pick([0, 1, 5, 30, 120, 300])
  return {
    random,
    list: Array.from({ length: count }, (_, index) => ({ id: count - index, version: 1 })),
    pageSize: random.int(1, 25),
    stored: new Map(),
    source: { backfillState: 'none', backfillCursor: null, walkSince: null, walkedAt: null },
    met: [],
    seq: 0,
    now: 0,
    movesUp: random.chance(0.7),
    lastPhase: null,
    quotaLeft: 0,
    nextId: count + 1,
  }
}

function addReview(world: World): void {
  world.list.unshift({ id: world.nextId, version: 1 })
  world.nextId += 1
}

/** Never so many that the list would pass for a shortened view of itself. */
function removeReview(world: World): void {
  if (world.list.length - 1 < countShown(world) / 2 || world.list.length === 0 || !world.movesUp) return
  world.list.splice(world.random.int(0, world.list.length - 1), 1)
}

function countShown(world: World): number {
  return [...world.stored.values()].filter(({ isRemoved }) => !isRemoved).length
}

/** An edited review moves to the top. */
function editReview(world: World): void {
  if (world.list.length === 0 || !world.movesUp) return
  const [edited] = world.list.splice(world.random.int(0, world.list.length - 1), 1)
  if (edited) world.list.unshift({ id: edited.id, version: edited.version + 1 })
}

/** Cursors are places counted from the top, as both platforms' are; `again` marks a page that comes a second time. */
function pageAt(world: World, cursor: string | null) {
  const [place = '0', again] = (cursor ?? '0').split(' ')
  const from = Number(place)
  const end = from + world.pageSize
  const comesTwice = again === undefined && world.random.chance(PAGE_COMES_TWICE)
  const next = comesTwice ? `${from} again` : end < world.list.length ? String(end) : null
  return { reviews: world.list.slice(from, end), next }
}

function save(
  world: World,
  run: Progress,
  phase: Progress['phase'],
  cursor: string | null,
  /** Reviews that this run has stored or changed. */
  own: Set<number>,
  isManual: boolean,
): Progress {
  const { reviews, next } = pageAt(world, cursor)
  const { source } = world
  const mayBegin = run.page === 0 && phase === 'newest' && source.backfillState === 'done'
  const trigger = { ...run, triggerType: isManual ? ('manual' as const) : ('schedule' as const) }
  const begins = mayBegin && (next === null || isWalkDue(trigger, source, countShown(world) / reviews.length))
  const walks = run.walks || begins
  if (walks || source.walkSince !== null) world.met.push(...reviews.map(({ id }) => ({ seq: world.seq, id })))
  let over = 0
  for (const { id, version } of reviews) {
    const known = world.stored.get(id)
    if (known?.version === version && !known.isRemoved) {
      known.missedWalks = 0
      continue
    }
    if (!known && world.quotaLeft === 0) {
      over += 1
      continue
    }
    if (!known) world.quotaLeft -= 1
    world.stored.set(id, {
      version,
      seenAt: known?.seenAt ?? run.createdAt,
      missedWalks: 0,
      isRemoved: false,
    })
    own.add(id)
  }
  return {
    ...run,
    walks,
    phase,
    pageCursor: cursor,
    cursor: next,
    endOfList: next === null || next === cursor,
    page: run.page + 1,
    lastPageFresh: reviews.filter(({ id }) => own.has(id)).length,
    reviewsOverQuota: run.reviewsOverQuota + over,
  }
}

interface Trouble {
  /** Chance that a step ends the run: a fault, a cancel. */
  ends: number
  /** Chance that the list forgot the place; a run begins anew once. */
  forgets: number
  /** Chance that a review is added or edited between two pages. */
  changes: number
}
const NO_TROUBLE: Trouble = { ends: 0, forgets: 0, changes: 0 }

function endWalk(world: World, run: Progress): void {
  const since = walkSinceOf(run, world.source)
  if (since === null) return
  const met = new Set(world.met.filter(({ seq }) => !run.walks || seq === world.seq).map(({ id }) => id))
  const expected = [...world.stored].filter(([, { isRemoved, seenAt }]) => !isRemoved && seenAt < since)
  world.met = []
  if (run.cursor !== null || met.size < expected.length / 2) return
  for (const [id, review] of expected) {
    if (met.has(id)) continue
    review.missedWalks += 1
    review.isRemoved = review.missedWalks >= 2
  }
}

/** @returns the pages that were saved */
function collect(world: World, pagesPlanned: number, trouble: Trouble, isManual = false): number {
  const { random } = world
  world.seq += 1
  const own = new Set<number>()
  let restarts = 0
  let run: Progress = {
    phase: 'newest',
    cursor: null,
    pageCursor: null,
    endOfList: false,
    page: 0,
    pagesPlanned,
    reviewsOverQuota: 0,
    lastPageFresh: null,
    walks: false,
    createdAt: world.now,
  }
  for (;;) {
    const step = nextStep(run, world.source, world.lastPhase)
    if (step.kind === 'finish' || random.chance(trouble.ends)) break
    if (step.cursor !== null && random.chance(trouble.forgets)) {
      restarts += 1
      if (restarts > 1) break
      run = { ...run, phase: 'backfill', cursor: null }
      continue
    }
    run = save(world, run, step.phase, step.cursor, own, isManual)
    if (random.chance(trouble.changes)) random.pick([addReview, addReview, editReview, removeReview])(world)
  }
  const isWalkOver = endsWalk(run, world.source)
  if (isWalkOver) endWalk(world, run)
  const walkedAt = isWalkOver ? world.now : world.source.walkedAt
  world.source = { ...backfillAfter(run, world.source), walkedAt }
  world.lastPhase = run.phase
  return run.page
}

const WORLDS = 1_000

test('whatever happens between, every review ends up as it is now: stored once, or no longer shown', () => {
  for (let number = 0; number < WORLDS; number += 1) {
    const world = createWorld(`walk ${number}`)
    const { random } = world
    const pagesPlanned = random.pick([1, 2, 5, 20])
    const trouble: Trouble = {
      ends: random.pick([0, 0.05, 0.3]),
      forgets: random.pick([0, 0, 0.1]),
      changes: random.pick([0, 0.1, 0.5]),
    }
    for (let runs = random.int(0, 12); runs > 0; runs -= 1) {
      if (random.chance(0.4)) world.quotaLeft = random.int(0, 60)
      for (let news = random.int(0, 2 * world.pageSize); news > 0; news -= 1) addReview(world)
      if (random.chance(0.3)) editReview(world)
      if (random.chance(0.3)) removeReview(world)
      const pages = collect(world, pagesPlanned, trouble, random.chance(0.3))
      expect(pages, `world ${number}`).toBeLessThanOrEqual(pagesPlanned)
      world.now += random.pick([HOUR_MS, DAY_MS, 8 * DAY_MS])
    }
    const removed = [...world.stored.values()].filter(({ isRemoved }) => isRemoved)
    if (!world.movesUp) expect(removed, `world ${number}`).toEqual([])

    // The list rests, the quota is large and walks are due: as many runs as it takes to walk it three times, and a look
    // at the top between.
    world.quotaLeft = Number.MAX_SAFE_INTEGER
    const pages = Math.ceil(world.list.length / world.pageSize) + 1
    const runs = pagesPlanned === 1 ? 3 * pages + 8 : Math.ceil((1.5 * pages) / (pagesPlanned - 1)) + 8
    for (let run = 0; run < 3 * runs; run += 1) {
      world.now += 8 * DAY_MS
      collect(world, pagesPlanned, NO_TROUBLE)
    }
    const shown = [...world.stored].filter(([, { isRemoved }]) => !isRemoved)
    const now = shown.map(([id, { version }]) => ({ id, version })).sort((a, b) => b.id - a.id)
    expect(now, `world ${number}`).toEqual(world.list.toSorted((a, b) => b.id - a.id))

    // Where a walk has just ended, a look at the top is enough.
    for (let run = 0; run < runs && world.source.walkSince !== null; run += 1) {
      collect(world, pagesPlanned, NO_TROUBLE)
    }
    expect(world.source, `world ${number}`).toMatchObject({ backfillState: 'done', backfillCursor: null })
    expect(collect(world, pagesPlanned, NO_TROUBLE), `world ${number}`).toBe(1)
    expect(world.met, `world ${number}`).toEqual([])
  }
})
