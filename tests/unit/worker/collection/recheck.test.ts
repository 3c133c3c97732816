import { describe, expect, test } from 'vitest'
import type { CollectableRun } from '#worker/collection/claimed-run.ts'
import { recheckOf } from '#worker/collection/recheck.ts'
import { isRecheckDue } from '#worker/collection/scan.ts'
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
    const recheckedAt = NOW - days * DAY_MS
    expect(isRecheckDue(run, { recheckSince: null, recheckedAt }, pages)).toBe(isDue)
    // One that was never walked is due, and one whose walk is open goes on with that.
    expect(isRecheckDue(run, { recheckSince: null, recheckedAt: null }, pages)).toBe(true)
    const goesOn = triggerType === 'manual' && pages <= 5
    expect(isRecheckDue(run, { recheckSince: NOW - 1, recheckedAt: null }, pages)).toBe(goesOn)
  })
})

/** The first page of a run by the button, over a list that has no second one. */
function recheckOfOnlyPage(given: { run?: object; source?: object; phase?: 'newest' | 'backfill' } = {}) {
  const claimed = {
    run: { page: 0, rechecks: false, source: 'google-public', triggerType: 'manual', ...given.run },
    source: {
      backfillState: 'done',
      recheckSince: null,
      recheckedAt: null,
      listPages: null,
      ...given.source,
    },
  } as unknown as CollectableRun
  const page: SourcePage = { reviews: [], nextCursor: null, total: null, warnings: [] }
  return recheckOf({} as BackgroundContext, claimed, { phase: given.phase ?? 'newest' }, page)
}

test('a list of one page is walked by looking at it', async () => {
  expect(await recheckOfOnlyPage()).toEqual({ rechecks: true, isRecorded: true })
})

test('before all older reviews are stored nothing can be missing', async () => {
  for (const backfillState of ['none', 'open']) {
    expect(await recheckOfOnlyPage({ source: { backfillState } })).toEqual({
      rechecks: false,
      isRecorded: false,
    })
  }
})

test('a run that walks keeps walking, and what is met while a walk is open is noted', async () => {
  const walking = { rechecks: true, page: 3 }
  expect(await recheckOfOnlyPage({ run: walking })).toEqual({ rechecks: true, isRecorded: true })
  const open = { recheckSince: NOW }
  expect(await recheckOfOnlyPage({ source: open, phase: 'backfill' })).toEqual({
    rechecks: false,
    isRecorded: true,
  })
  expect(await recheckOfOnlyPage({ source: open, run: { page: 1 } })).toEqual({
    rechecks: false,
    isRecorded: true,
  })
})

test('a source that lists some reviews only never rechecks: what it leaves out may be there', async () => {
  for (const { name, lists } of SOURCES) {
    const isScanned = lists === 'all'
    expect(await recheckOfOnlyPage({ run: { source: name } }), name).toEqual({
      rechecks: isScanned,
      isRecorded: isScanned,
    })
  }
  expect(SOURCES.some(({ lists }) => lists === 'some')).toBe(true)
  expect(await recheckOfOnlyPage({ run: { source: 'no-longer-known' } })).toEqual({
    rechecks: false,
    isRecorded: false,
  })
})
