import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CollectableRun } from '#worker/collection/claimed-run.ts'
import type { FetchAction } from '#worker/collection/decide.ts'
import { type Answer, interpret, type Outcome, rechecksFrom } from '#worker/collection/interpret.ts'
import { isRecheckDue } from '#worker/collection/scan.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { FAILURE_KINDS } from '#worker/rules/failures.ts'
import { SOURCES } from '#worker/sources/registry.ts'
import { SourceError, type SourcePage } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

describe('the due time of a full scan', () => {
  test.each([
    ['of a list that fits, by the button, just after the last one', 'manual', 5, 0, true],
    ['of a list that does not fit, by the button, within the week', 'manual', 6, 6.9, false],
    ['of a list that does not fit, by the button, after a week', 'manual', 6, 7, true],
    ['of a list that fits, by schedule, within the day', 'schedule', 5, 0.9, false],
    ['of a list that fits, by schedule, after a day', 'schedule', 5, 1, true],
    ['of a list that does not fit, by schedule, within the week', 'schedule', 5.1, 6.9, false],
    ['of a list that does not fit, by schedule, after a week', 'schedule', 5.1, 7, true],
    ['of a list of unknown length, by the button', 'manual', Number.NaN, 6.9, false],
  ] as const)('%s', (_, triggerType, pages, days, isDue) => {
    const run = { pagesPlanned: 5, triggerType, createdAt: NOW }
    const recheckedAt = NOW - days * DAY_MS
    expect(isRecheckDue(run, { recheckSince: null, recheckedAt }, pages)).toBe(isDue)
    // A list that was never scanned is due; with an open scan, only a manual run on a list that fits is.
    expect(isRecheckDue(run, { recheckSince: null, recheckedAt: null }, pages)).toBe(true)
    const goesOn = triggerType === 'manual' && pages <= 5
    expect(isRecheckDue(run, { recheckSince: NOW - 1, recheckedAt: null }, pages)).toBe(goesOn)
  })
})

const ONLY_PAGE: SourcePage = { reviews: [], nextCursor: null, total: null, warnings: [] }

interface Given {
  run?: object
  source?: object
  phase?: FetchAction['phase']
  cursor?: string | null
}

/** Manual run on a complete Google list, about to fetch its first page. */
function fetchAction({ run, source, phase = 'newest', cursor = null }: Given = {}): FetchAction {
  const held = {
    hasReviews: true,
    plan: 'pro',
    run: {
      page: 0,
      attempts: 0,
      retryAttempts: 3,
      restarts: 0,
      rateLimitMs: 1_000,
      warnings: [],
      rechecks: false,
      platform: 'google',
      source: 'google-public',
      triggerType: 'manual',
      ...run,
    },
    source: {
      backfillState: 'done',
      backfillCursor: null,
      recheckSince: null,
      recheckedAt: null,
      listPages: null,
      statedTotal: null,
      ...source,
    },
  } as unknown as CollectableRun
  const asked = SOURCES.find(({ name }) => name === held.run.source)
  return {
    kind: 'fetch',
    held,
    phase,
    cursor,
    placeId: 'x',
    asking: { source: asked } as FetchAction['asking'],
  }
}

function rechecksOnlyPage(given: Given = {}): boolean {
  const { held, phase } = fetchAction(given)
  return rechecksFrom(held, phase, ONLY_PAGE, null)
}

test('a list of one page is rechecked by reading that page', () => {
  expect(rechecksOnlyPage()).toBe(true)
})

test('no recheck starts before all older reviews are stored', () => {
  for (const backfillState of ['none', 'open'])
    expect(rechecksOnlyPage({ source: { backfillState } }), backfillState).toBe(false)
})

test('a rechecking run continues rechecking, and pages read during an open recheck are recorded', () => {
  expect(rechecksOnlyPage({ run: { rechecks: true, page: 3 } })).toBe(true)
  const open = fetchAction({
    source: { recheckSince: NOW },
    run: { page: 1 },
    phase: 'backfill',
    cursor: 'c',
  })
  expect(rechecksFrom(open.held, open.phase, ONLY_PAGE, null)).toBe(false)
  const page = { ...ONLY_PAGE, nextCursor: 'd' }
  expect(read(open, { page })).toMatchObject({ kind: 'page', rechecks: false, isRecorded: true })
})

test('a source that lists only some reviews never rechecks', () => {
  for (const { name, lists } of SOURCES)
    expect(rechecksOnlyPage({ run: { source: name } }), name).toBe(lists === 'all')
  expect(SOURCES.some(({ lists }) => lists === 'some')).toBe(true)
  expect(rechecksOnlyPage({ run: { source: 'no-longer-known' } })).toBe(false)
})

const MOMENT = { now: NOW, jitterMs: 0 }

function read(action: FetchAction, given: Partial<Extract<Answer, { kind: 'page' }>>): Outcome {
  return interpret(action, { kind: 'page', page: ONLY_PAGE, rechecks: false, seen: null, ...given }, MOMENT)
}

function failed(action: FetchAction, error: SourceError, uses: [] = []): Outcome {
  return interpret(action, { kind: 'fault', error, numbers: null, uses }, MOMENT)
}

describe('the outcome of an empty list', () => {
  test.each([
    ['where the platform states reviews', { source: { statedTotal: 12 } }, 'again'],
    ['where reviews were shown before', {}, 'again'],
    ['where the platform states none', { source: { statedTotal: 0 } }, 'page'],
    ['below the first page', { cursor: 'c', run: { page: 2 } }, 'again'],
    [
      'where the scan ended before',
      { cursor: 'c', source: { backfillCursor: 'c' }, run: { page: 2 } },
      'page',
    ],
    ['after as many tries as are allowed', { run: { attempts: 3 } }, 'close'],
  ] as const)('%s', (_, given, kind) => {
    expect(read(fetchAction(given), {}).kind).toBe(kind)
  })
})

test('a list that ends below 95 % of the stated total is requested again', () => {
  const action = fetchAction({ source: { statedTotal: 100 }, cursor: 'c', run: { page: 2 } })
  const review = { reviewId: 'r' } as SourcePage['reviews'][number]
  const page = { ...ONLY_PAGE, reviews: [review] }
  expect(read(action, { page, seen: 94 })).toMatchObject({ kind: 'again', change: { attempts: 1 } })
  expect(read(action, { page, seen: 95 }).kind).toBe('page')
  expect(read(action, { page, seen: null }).kind).toBe('page')
})

test('retries wait longer each time, and a requested wait of minutes ends the run', () => {
  const again = (attempts: number, retryAfterSeconds?: number) =>
    failed(
      fetchAction({ run: { attempts } }),
      new SourceError('rate_limited', 'Google asked us to slow down.', {
        ...(retryAfterSeconds && { retryAfterSeconds }),
      }),
    )
  expect(again(0)).toMatchObject({ kind: 'again', delayMs: 1_000 })
  expect(again(1)).toMatchObject({ kind: 'again', delayMs: 4_000 })
  expect(again(2)).toMatchObject({ kind: 'again', delayMs: 16_000 })
  expect(again(3).kind).toBe('close')
  expect(again(0, 20)).toMatchObject({ kind: 'again', delayMs: 20_000, waitMs: 20_000 })
  expect(again(0, 301)).toMatchObject({ kind: 'close', end: { notBefore: NOW + 301_000 } })
})

test('a list whose cursor expired is restarted once', () => {
  const error = new SourceError('cursor_expired', 'Google’s list changed while it was read.')
  const first = failed(fetchAction({ phase: 'backfill', cursor: 'c' }), error)
  expect(first).toMatchObject({ kind: 'again', change: { cursor: null, restarts: 1, phase: 'backfill' } })
  expect(failed(fetchAction({ run: { restarts: 1, attempts: 3 } }), error).kind).toBe('close')
})

test('a listing that has moved is followed once', () => {
  const movedTo = { id: 'new', url: 'https://maps.google.com/?cid=2' }
  const error = new SourceError('wrong_listing', 'This page has moved.', { movedTo })
  expect(failed(fetchAction(), error)).toMatchObject({ kind: 'at-place', place: movedTo })
  expect(failed(fetchAction({ run: { restarts: 1 } }), error).kind).toBe('close')
})

test('any fault ends the run or schedules a retry, and retries run out', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...FAILURE_KINDS),
      fc.nat(5),
      fc.nat(2),
      fc.option(fc.nat(4_000), { nil: undefined }),
      (kind, attempts, restarts, retryAfterSeconds) => {
        const error = new SourceError(kind as SourceError['kind'], 'x', {
          ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
        })
        const outcome = failed(fetchAction({ run: { attempts, restarts } }), error)
        if (outcome.kind === 'close') expect(outcome.end.status).toBe('failed')
        else {
          expect(outcome).toMatchObject({ kind: 'again' })
          const { delayMs, change, waitMs } = outcome as Extract<Outcome, { kind: 'again' }>
          expect(delayMs).toBeGreaterThanOrEqual(Math.max(1_000, waitMs))
          // Each retry uses up an attempt or a restart, so no run continues forever.
          expect((change.attempts ?? 0) > attempts || (change.restarts ?? 0) > restarts).toBe(true)
          expect(attempts < 3 || restarts < 1).toBe(true)
        }
      },
    ),
  )
})
