import { describe, expect, test } from 'vitest'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { volume } from '#tests/volume.ts'
import {
  endsScan,
  isRecheckDue,
  nextStep,
  type Phase,
  type Progress,
  phaseColumns,
  recheckSinceOf,
  type ScanColumns,
  scanAfter,
} from '#worker/collection/scan.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { planLimits } from '#worker/rules/plans.ts'

/**
 * Random lists and random runs: `nextStep`, `isRecheckDue` and `scanAfter` decide what a run does; fetching,
 * saving and ending a scan are modelled here in a few lines, the way worker/collection does them.
 */
const PAGE_COMES_TWICE = 0.02

interface Shown {
  id: number
  version: number
  /** Increases with every change of the list; the list is sorted by it, newest first. */
  changedAs: number
}

interface Stored {
  version: number
  seenAt: number
  editedAt: number | null
  missedScans: number
  isRemoved: boolean
}

interface World {
  random: Random
  /** Newest edit first. */
  list: Shown[]
  pageSize: number
  /** Meaning of a cursor: an offset from the top, or the reviews below a given one. */
  cursors: 'places' | 'reviews'
  stored: Map<number, Stored>
  source: ScanColumns & { recheckedAt: number | null }
  /** Reviews seen by the open scan, with the run that saw them. */
  met: { seq: number; id: number }[]
  seq: number
  now: number
  /** Removing or editing a review shifts others up, past a scan that counts positions. */
  movesUp: boolean
  quotaLeft: number
  changes: number
}

function createWorld(seed: string): World {
  const random = randomFrom(seed)
  const count = random.pick([0, 1, 5, 30, 120, 300])
  return {
    random,
    list: Array.from({ length: count }, (_, index) => ({
      id: count - index,
      version: 1,
      changedAs: count - index,
    })),
    pageSize: random.int(1, 25),
    cursors: random.pick(['places', 'places', 'reviews'] as const),
    stored: new Map(),
    source: {
      backfillState: 'none',
      backfillCursor: null,
      recheckSince: null,
      gapSince: null,
      gapCursor: null,
      recheckedAt: null,
    },
    met: [],
    seq: 0,
    now: 0,
    movesUp: random.chance(0.7),
    quotaLeft: 0,
    changes: count,
  }
}

function addReview(world: World): void {
  world.changes += 1
  world.list.unshift({ id: world.changes, version: 1, changedAs: world.changes })
}

/** Removes too few for the list to look like a limited view of itself. */
function removeReview(world: World): void {
  if (world.list.length - 1 < countShown(world) / 2 || world.list.length === 0 || !world.movesUp) return
  world.list.splice(world.random.int(0, world.list.length - 1), 1)
}

function countShown(world: World): number {
  return [...world.stored.values()].filter(({ isRemoved }) => !isRemoved).length
}

/** Moves the edited review to the top. */
function editReview(world: World): void {
  if (world.list.length === 0 || !world.movesUp) return
  const [edited] = world.list.splice(world.random.int(0, world.list.length - 1), 1)
  world.changes += 1
  if (edited) world.list.unshift({ ...edited, version: edited.version + 1, changedAs: world.changes })
}

/** `again` marks a page that is delivered a second time. */
function pageAt(world: World, cursor: string | null) {
  const { list, pageSize } = world
  const [place, again] = (cursor ?? '').split(' ')
  const from = place ? indexOf(world, Number(place)) : 0
  const end = from + pageSize
  const reviews = list.slice(from, end)
  const comesTwice = again === undefined && world.random.chance(PAGE_COMES_TWICE)
  const after = world.cursors === 'places' ? end : (reviews.at(-1)?.changedAs ?? 0)
  const next = comesTwice ? `${place} again` : end < list.length ? String(after) : null
  return { reviews, next }
}

function indexOf({ list, cursors }: World, place: number): number {
  if (cursors === 'places') return place
  const index = list.findIndex(({ changedAs }) => changedAs < place)
  return index === -1 ? list.length : index
}

interface RunOfWorld extends Progress {
  /** Reviews stored or changed by this run. */
  own: Set<number>
  isManual: boolean
}

function save(world: World, run: RunOfWorld, phase: Phase, cursor: string | null): RunOfWorld {
  const { reviews, next } = pageAt(world, cursor)
  const { source } = world
  const mayBegin =
    run.page === 0 && phase === 'newest' && source.backfillState === 'done' && source.gapSince === null
  const trigger = { ...run, triggerType: run.isManual ? ('manual' as const) : ('schedule' as const) }
  const begins =
    mayBegin && (next === null || isRecheckDue(trigger, source, countShown(world) / reviews.length))
  const rechecks = run.rechecks || begins
  if (rechecks || source.recheckSince !== null)
    world.met.push(...reviews.map(({ id }) => ({ seq: world.seq, id })))
  let over = 0
  for (const { id, version } of reviews) {
    const known = world.stored.get(id)
    if (known?.version === version && !known.isRemoved) {
      known.missedScans = 0
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
      editedAt: known ? world.now : null,
      missedScans: 0,
      isRemoved: false,
    })
    run.own.add(id)
  }
  const since = phase === 'gap' ? source.gapSince : null
  const fresh = reviews.map(({ id }) => {
    const known = world.stored.get(id)
    if (since === null) return run.own.has(id)
    return known !== undefined && (known.seenAt >= since || (known.editedAt ?? 0) >= since)
  })
  const last = reviews.at(-1)
  return {
    ...run,
    ...phaseColumns(phase),
    rechecks,
    pageCursor: cursor,
    cursor: next,
    endOfList: next === null || next === cursor,
    page: run.page + 1,
    lastPageFresh: fresh.filter(Boolean).length,
    endsKnown: last !== undefined && world.stored.has(last.id) && !fresh.at(-1),
    topKnown: run.page === 0 ? !fresh.some(Boolean) : run.topKnown,
    reviewsOverQuota: run.reviewsOverQuota + over,
  }
}

interface Trouble {
  /** Chance that a step ends the run, as a fault or a cancellation would. */
  ends: number
  /** Chance that the cursor has expired; a run restarts once. */
  forgets: number
  /** Chance of a change to the list between two pages. */
  changes: number
}
const NO_TROUBLE: Trouble = { ends: 0, forgets: 0, changes: 0 }

function endScan(world: World, run: Progress): void {
  const since = recheckSinceOf(run, world.source)
  if (since === null) return
  const met = new Set(world.met.filter(({ seq }) => !run.rechecks || seq === world.seq).map(({ id }) => id))
  const expected = [...world.stored].filter(([, { isRemoved, seenAt }]) => !isRemoved && seenAt < since)
  world.met = []
  if (run.cursor !== null || met.size < expected.length / 2) return
  for (const [id, review] of expected) {
    if (met.has(id)) continue
    review.missedScans += 1
    review.isRemoved = review.missedScans >= 2
  }
}

/** @returns the number of pages saved, and how many of them count towards the plan's pages */
function collect(world: World, pagesPlanned: number, trouble: Trouble, isManual = false) {
  const { random } = world
  world.seq += 1
  const isFull = world.quotaLeft === 0
  const before = new Map([...world.stored].map(([id, { version }]) => [id, version]))
  let top: Shown[] = []
  let restarts = 0
  let run: RunOfWorld = {
    phase: 'newest',
    inGap: false,
    cursor: null,
    pageCursor: null,
    endOfList: false,
    page: 0,
    pagesPlanned,
    reviewsOverQuota: 0,
    historyOverQuota: 0,
    lastPageFresh: null,
    endsKnown: false,
    topKnown: false,
    rechecks: false,
    createdAt: world.now,
    own: new Set(),
    isManual,
  }
  for (;;) {
    const step = nextStep(run, world.source)
    if (step.kind === 'finish' || random.chance(trouble.ends)) break
    if (step.cursor !== null && random.chance(trouble.forgets)) {
      restarts += 1
      if (restarts > 1) break
      run = {
        ...run,
        ...phaseColumns(step.phase),
        cursor: null,
        endOfList: false,
        lastPageFresh: null,
        endsKnown: false,
      }
      continue
    }
    if (run.page === 0) {
      if (step.phase !== 'newest' || step.cursor !== null) throw new Error('A run begins at the top.')
      top = world.list.slice(0, world.pageSize)
    }
    run = save(world, run, step.phase, step.cursor)
    if (random.chance(trouble.changes)) random.pick([addReview, addReview, editReview, removeReview])(world)
  }
  if (run.page > 0 && !isFull) {
    // The review may have changed again since.
    for (const { id, version } of top.slice(0, 1)) {
      const stored = world.stored.get(id)?.version ?? 0
      if (stored < version) throw new Error('The newest review was not seen.')
    }
  }
  const isQuiet = run.page > 0 && top.every(({ id, version }) => before.get(id) === version)
  const isScanOver = endsScan(run, world.source)
  if (isScanOver) endScan(world, run)
  const recheckedAt = isScanOver ? world.now : world.source.recheckedAt
  const former = world.source
  world.source = { ...scanAfter(run, former), recheckedAt }
  if (former.backfillState === 'open' && run.phase === 'newest') {
    expect(world.source, 'new reviews leave the backfill where it is').toMatchObject({
      backfillState: 'open',
      backfillCursor: former.backfillCursor,
    })
  }
  return { pages: run.page, counted: run.page - (isQuiet && !run.rechecks ? 1 : 0), isQuiet, run }
}

function reviewsShown(world: World) {
  const shown = [...world.stored].filter(([, { isRemoved }]) => !isRemoved)
  return shown.map(([id, { version }]) => ({ id, version })).sort((a, b) => b.id - a.id)
}

function expectWholeList(world: World, name: string): void {
  const list = world.list.map(({ id, version }) => ({ id, version })).sort((a, b) => b.id - a.id)
  expect(reviewsShown(world), name).toEqual(list)
}

/** Number of runs that surely reads every page `times` times, whatever else the runs do. */
function enoughRuns(world: World, pagesPlanned: number, times: number): number {
  const pages = Math.ceil(world.list.length / world.pageSize) + 2
  return Math.ceil((times * 1.2 * pages) / pagesPlanned) + 4 * times
}

/** Simulates some runs with faults, and changes to the list between them. */
function story(world: World, pagesPlanned: number, name: string): void {
  const { random } = world
  const trouble: Trouble = {
    ends: random.pick([0, 0.05, 0.3]),
    forgets: random.pick([0, 0, 0.1]),
    changes: random.pick([0, 0.1, 0.5]),
  }
  const fewNews = random.chance(0.5)
  for (let runs = random.int(0, 12); runs > 0; runs -= 1) {
    if (random.chance(0.4)) world.quotaLeft = random.int(0, 60)
    for (let news = random.int(0, fewNews ? 1 : 2 * world.pageSize); news > 0; news -= 1) addReview(world)
    if (random.chance(0.3)) editReview(world)
    if (random.chance(0.3)) removeReview(world)
    const { pages, counted } = collect(world, pagesPlanned, trouble, random.chance(0.3))
    expect(counted, name).toBeLessThanOrEqual(pagesPlanned)
    expect(pages, name).toBeLessThanOrEqual(pagesPlanned + 1)
    world.now += random.pick([HOUR_MS, DAY_MS, 8 * DAY_MS])
  }
}

const WORLDS = volume(250, 1_000)
const WORLDS_PER_PLAN = volume(25, 100)
const PLANS = ['free', 'starter', 'pro', 'professional', 'ai_insights', 'enterprise'] as const

test('after any changes, every review is stored once in its current version, or as removed', () => {
  for (let number = 0; number < WORLDS; number += 1) {
    const world = createWorld(`walk ${number}`)
    const name = `world ${number}`
    const pagesPlanned = world.random.int(1, planLimits(world.random.pick(PLANS)).scrapePages)
    story(world, pagesPlanned, name)
    const removed = [...world.stored.values()].filter(({ isRemoved }) => isRemoved)
    if (!world.movesUp) expect(removed, name).toEqual([])

    // Let the list rest, with a large quota and scans due: the rest of the list, then three full scans.
    world.quotaLeft = Number.MAX_SAFE_INTEGER
    for (let runs = enoughRuns(world, pagesPlanned, 5); runs > 0; runs -= 1) {
      world.now += 8 * DAY_MS
      collect(world, pagesPlanned, NO_TROUBLE)
    }
    expectWholeList(world, name)

    // Right after a complete scan, one page is enough.
    for (
      let runs = enoughRuns(world, pagesPlanned, 1);
      runs > 0 && world.source.recheckSince !== null;
      runs -= 1
    ) {
      collect(world, pagesPlanned, NO_TROUBLE)
    }
    expect(world.source, name).toMatchObject({ backfillState: 'done', backfillCursor: null, gapSince: null })
    expect(collect(world, pagesPlanned, NO_TROUBLE).pages, name).toBe(1)
    expect(world.met, name).toEqual([])
  }
})

describe.each(PLANS)('on %s, with any number of pages per run,', (plan) => {
  test('enough runs without changes store everything the quota allows', () => {
    for (let number = 0; number < WORLDS_PER_PLAN; number += 1) {
      const world = createWorld(`rest ${plan} ${number}`)
      // Offset-based scans miss reviews that move up until the next scan, so nothing moves here.
      world.movesUp = world.cursors === 'reviews'
      const name = `${plan} ${number}`
      const pagesPlanned = world.random.int(1, planLimits(plan).scrapePages)
      story(world, pagesPlanned, name)
      world.quotaLeft = world.random.pick([0, 1, 10, 100, 1_000])
      for (let runs = enoughRuns(world, pagesPlanned, 3); runs > 0; runs -= 1) {
        world.now += HOUR_MS
        collect(world, pagesPlanned, NO_TROUBLE)
      }
      const missing = world.list.filter(({ id }) => !world.stored.has(id))
      if (world.quotaLeft > 0) expect(missing, name).toEqual([])
    }
  })

  test('a run that finds nothing new continues with what is missing', () => {
    for (let number = 0; number < WORLDS_PER_PLAN; number += 1) {
      const world = createWorld(`quiet ${plan} ${number}`)
      const name = `${plan} ${number}`
      const pagesPlanned = world.random.int(1, planLimits(plan).scrapePages)
      world.movesUp = false
      world.quotaLeft = Number.MAX_SAFE_INTEGER
      if (world.pageSize === 1) continue
      collect(world, pagesPlanned, NO_TROUBLE)
      // A review arrives before every second run and shifts all others down by one.
      const rounds = Math.ceil((1.2 * world.list.length) / (world.pageSize * pagesPlanned - 1)) + 2
      for (let round = 0; round < 2 * rounds; round += 1) {
        world.now += HOUR_MS
        if (round % 2 === 0) addReview(world)
        const { isQuiet, counted, pages } = collect(world, pagesPlanned, NO_TROUBLE)
        expect(isQuiet, name).toBe(round % 2 === 1)
        if (world.source.backfillState === 'open' && isQuiet) {
          expect({ counted, pages }, name).toEqual({ counted: pagesPlanned, pages: pagesPlanned + 1 })
        }
      }
      expectWholeList(world, name)
    }
  })
})
