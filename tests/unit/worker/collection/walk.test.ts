import { expect, test } from 'vitest'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { type Backfill, backfillAfter, nextStep, type Progress } from '#worker/collection/next-step.ts'

/**
 * Random lists under random runs: what a platform shows, what a run does by `nextStep` and `backfillAfter`, and what is
 * stored in the end. Fetching and saving are done here in a few lines, as worker/collection does them.
 */
const PAGE_COMES_TWICE = 0.02

interface World {
  random: Random
  /** The list, newest edit first. */
  list: { id: number; version: number }[]
  pageSize: number
  stored: Map<number, number>
  source: Backfill
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
    source: { backfillState: 'none', backfillCursor: null },
    lastPhase: null,
    quotaLeft: 0,
    nextId: count + 1,
  }
}

function addReview(world: World): void {
  world.list.unshift({ id: world.nextId, version: 1 })
  world.nextId += 1
}

/** An edited review moves to the top. */
function editReview(world: World): void {
  if (world.list.length === 0) return
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
): Progress {
  const { reviews, next } = pageAt(world, cursor)
  let over = 0
  for (const { id, version } of reviews) {
    if (world.stored.get(id) === version) continue
    if (!world.stored.has(id) && world.quotaLeft === 0) {
      over += 1
      continue
    }
    if (!world.stored.has(id)) world.quotaLeft -= 1
    world.stored.set(id, version)
    own.add(id)
  }
  return {
    ...run,
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

/** @returns the pages that were saved */
function collect(world: World, pagesPlanned: number, trouble: Trouble): number {
  const { random } = world
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
    run = save(world, run, step.phase, step.cursor, own)
    if (random.chance(trouble.changes)) random.chance(0.7) ? addReview(world) : editReview(world)
  }
  world.source = backfillAfter(run, world.source)
  world.lastPhase = run.phase
  return run.page
}

const WORLDS = 3_000

test('whatever happens between, every review ends up stored once and as it is now', () => {
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
      const pages = collect(world, pagesPlanned, trouble)
      expect(pages, `world ${number}`).toBeLessThanOrEqual(pagesPlanned)
    }

    // The list rests and the quota is large: as many runs as it takes to walk it once, and one more look at the top.
    world.quotaLeft = Number.MAX_SAFE_INTEGER
    const pages = Math.ceil(world.list.length / world.pageSize) + 1
    const runs = pagesPlanned === 1 ? 3 * pages + 8 : Math.ceil((1.5 * pages) / (pagesPlanned - 1)) + 8
    for (let run = 0; run < runs; run += 1) collect(world, pagesPlanned, NO_TROUBLE)
    const missing = world.list.filter(({ id, version }) => world.stored.get(id) !== version)
    expect(missing, `world ${number}`).toEqual([])
    expect(world.stored.size, `world ${number}`).toBe(world.list.length)
    expect(world.source, `world ${number}`).toEqual({ backfillState: 'done', backfillCursor: null })
    expect(collect(world, pagesPlanned, NO_TROUBLE), `world ${number}`).toBe(1)
  }
})
