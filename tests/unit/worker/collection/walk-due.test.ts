import { describe, expect, test } from 'vitest'
import type { CollectableRun } from '#worker/collection/claimed-run.ts'
import { isWalkDue, noteOf } from '#worker/collection/walk.ts'
import type { BackgroundContext } from '#worker/context.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { SOURCES } from '#worker/sources/registry.ts'
import type { SourcePage } from '#worker/sources/source.ts'

const NOW = Date.UTC(2026, 5, 15, 12)

describe('a walk over the whole list', () => {
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
    const walkedAt = NOW - days * DAY_MS
    expect(isWalkDue(run, { walkSince: null, walkedAt }, pages)).toBe(isDue)
    // One that was never walked is due, and one whose walk is open goes on with that.
    expect(isWalkDue(run, { walkSince: null, walkedAt: null }, pages)).toBe(true)
    const goesOn = triggerType === 'manual' && pages <= 5
    expect(isWalkDue(run, { walkSince: NOW - 1, walkedAt: null }, pages)).toBe(goesOn)
  })
})

/** The first page of a run by the button, over a list that has no second one. */
function noteOfOnlyPage(given: { run?: object; source?: object; phase?: 'newest' | 'backfill' } = {}) {
  const claimed = {
    run: { page: 0, walks: false, source: 'google-public', triggerType: 'manual', ...given.run },
    source: { backfillState: 'done', walkSince: null, walkedAt: null, listPages: null, ...given.source },
  } as unknown as CollectableRun
  const page: SourcePage = { reviews: [], nextCursor: null, total: null, warnings: [] }
  return noteOf({} as BackgroundContext, claimed, { phase: given.phase ?? 'newest' }, page)
}

test('a list of one page is walked by looking at it', async () => {
  expect(await noteOfOnlyPage()).toEqual({ walks: true, isNoted: true })
})

test('before all older reviews are stored nothing can be missing', async () => {
  for (const backfillState of ['none', 'open']) {
    expect(await noteOfOnlyPage({ source: { backfillState } })).toEqual({ walks: false, isNoted: false })
  }
})

test('a run that walks keeps walking, and what is met while a walk is open is noted', async () => {
  const walking = { walks: true, page: 3 }
  expect(await noteOfOnlyPage({ run: walking })).toEqual({ walks: true, isNoted: true })
  const open = { walkSince: NOW }
  expect(await noteOfOnlyPage({ source: open, phase: 'backfill' })).toEqual({ walks: false, isNoted: true })
  expect(await noteOfOnlyPage({ source: open, run: { page: 1 } })).toEqual({ walks: false, isNoted: true })
})

test('a source that lists some reviews only never walks: what it leaves out may be there', async () => {
  for (const { name, lists } of SOURCES) {
    const isWalked = lists === 'all'
    expect(await noteOfOnlyPage({ run: { source: name } }), name).toEqual({
      walks: isWalked,
      isNoted: isWalked,
    })
  }
  expect(SOURCES.some(({ lists }) => lists === 'some')).toBe(true)
  expect(await noteOfOnlyPage({ run: { source: 'no-longer-known' } })).toEqual({
    walks: false,
    isNoted: false,
  })
})
