import { describe, expect, test } from 'vitest'
import {
  endsScan,
  nextStep,
  type Phase,
  type Progress,
  type ScanColumns,
  type Step,
  scanAfter,
} from '#worker/collection/scan.ts'
import { QUOTA_WARNING } from '#worker/rules/plans.ts'

const NEVER: ScanColumns = {
  backfillState: 'none',
  backfillCursor: null,
  recheckSince: null,
  gapSince: null,
  gapCursor: null,
}
const DONE: ScanColumns = { ...NEVER, backfillState: 'done' }
const OPEN: ScanColumns = open('deep')
/** Everything is stored; an open recheck has reached 'deep'. */
const CHECKED: ScanColumns = checked('deep')

function open(backfillCursor: string | null): ScanColumns {
  return { ...NEVER, backfillState: 'open', backfillCursor }
}

function checked(backfillCursor: string | null, recheckSince = 900): ScanColumns {
  return { ...DONE, backfillCursor, recheckSince }
}

/** A run left a gap among the new reviews. */
function withGap(source: ScanColumns, gapCursor: string | null, gapSince = 1_000): ScanColumns {
  return { ...source, gapSince, gapCursor }
}

/** A run of five pages that has saved its third page and found new reviews on it. */
const READING: Progress = {
  phase: 'newest',
  inGap: false,
  cursor: 'next',
  pageCursor: 'this',
  endOfList: false,
  page: 3,
  pagesPlanned: 5,
  reviewsOverQuota: 0,
  historyOverQuota: 0,
  lastPageFresh: 4,
  endsKnown: false,
  topKnown: false,
  rechecks: false,
  createdAt: 1_000,
}
const AT_START: Progress = { ...READING, cursor: null, pageCursor: null, page: 0, lastPageFresh: null }
/** Nothing new on its last page. */
const CAUGHT_UP: Progress = { ...READING, lastPageFresh: 0, endsKnown: true }
/** A run of one page that found nothing new at the top. */
const QUIET: Progress = { ...CAUGHT_UP, page: 1, pagesPlanned: 1, topKnown: true, pageCursor: null }
const IN_GAP: Progress = { ...READING, inGap: true }
const AT_END = { cursor: null, endOfList: true }

const FINISH: Step = { kind: 'finish', warning: null }
const OVER: Step = { kind: 'finish', warning: QUOTA_WARNING }
const fetch = (phase: Phase, cursor: string | null): Step => ({ kind: 'fetch', phase, cursor })

interface Case {
  name: string
  run: Progress
  source: ScanColumns
  step: Step
  /** Scan columns of the source if the run ends here. */
  after: ScanColumns
  /** True if a scan of the whole list ends with this run. */
  ends?: boolean
}

const cases: Case[] = [
  {
    name: 'the first run begins at the top',
    run: AT_START,
    source: NEVER,
    step: fetch('newest', null),
    after: NEVER,
  },
  {
    name: 'a later run begins at the top too',
    run: AT_START,
    source: OPEN,
    step: fetch('newest', null),
    after: OPEN,
  },
  {
    name: 'a run of one page begins at the top too',
    run: { ...AT_START, pagesPlanned: 1 },
    source: OPEN,
    step: fetch('newest', null),
    after: OPEN,
  },
  {
    name: 'a run begins at the top, whatever gap was left',
    run: AT_START,
    source: withGap(OPEN, 'above', 500),
    step: fetch('newest', null),
    after: withGap(OPEN, 'above', 500),
  },
  {
    name: 'a run begins at the top where a walk is open',
    run: AT_START,
    source: CHECKED,
    step: fetch('newest', null),
    after: CHECKED,
  },
  {
    name: 'a run that begins anew starts at the top',
    run: { ...READING, cursor: null, lastPageFresh: null },
    source: DONE,
    step: fetch('newest', null),
    after: withGap(DONE, null),
  },
  {
    name: 'a run that begins the backfill anew starts where its row says',
    run: { ...READING, phase: 'backfill', cursor: null, lastPageFresh: null },
    source: OPEN,
    step: fetch('backfill', null),
    after: open(null),
  },
  {
    name: 'the first run walks on, however much it knows',
    run: CAUGHT_UP,
    source: NEVER,
    step: fetch('newest', 'next'),
    after: open('next'),
  },
  {
    name: 'something new on the page: the look at the top goes on',
    run: READING,
    source: DONE,
    step: fetch('newest', 'next'),
    after: withGap(DONE, 'next'),
  },
  {
    name: 'something new on the page above known ones: the look at the top goes on',
    run: { ...READING, endsKnown: true },
    source: DONE,
    step: fetch('newest', 'next'),
    after: DONE,
  },
  {
    name: 'nothing new on the page, all known below: done',
    run: CAUGHT_UP,
    source: DONE,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'nothing new on the page, more to fetch below: there',
    run: CAUGHT_UP,
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'nothing new on the page, a gap below: there first',
    run: CAUGHT_UP,
    source: withGap(OPEN, 'above', 500),
    step: fetch('gap', 'above'),
    after: withGap(OPEN, 'above', 500),
  },
  {
    name: 'a gap without a place begins at the top',
    run: CAUGHT_UP,
    source: withGap(DONE, null, 500),
    step: fetch('gap', null),
    after: withGap(DONE, null, 500),
  },
  {
    name: 'an open backfill without a place begins at the top',
    run: CAUGHT_UP,
    source: open(null),
    step: fetch('backfill', null),
    after: open(null),
  },
  {
    name: 'the gap is read on while it shows what was not known before it',
    run: IN_GAP,
    source: withGap(OPEN, 'above', 500),
    step: fetch('gap', 'next'),
    after: withGap(OPEN, 'next', 500),
  },
  {
    name: 'the gap is closed: on to the backfill',
    run: { ...IN_GAP, lastPageFresh: 0 },
    source: withGap(OPEN, 'above', 500),
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'the gap is closed, and nothing else is open',
    run: { ...IN_GAP, lastPageFresh: 0 },
    source: withGap(DONE, 'above', 500),
    step: FINISH,
    after: DONE,
  },
  {
    name: 'the gap ended with the list: older reviews are looked for where they should be',
    run: { ...IN_GAP, ...AT_END },
    source: withGap(OPEN, 'above', 500),
    step: fetch('backfill', 'deep'),
    after: OPEN,
    ends: false,
  },
  {
    name: 'the planned pages are used up in the gap: the next run goes on there',
    run: { ...IN_GAP, page: 5 },
    source: withGap(OPEN, 'above', 500),
    step: FINISH,
    after: withGap(OPEN, 'next', 500),
  },
  {
    name: 'used up in the gap, above known reviews: it is closed',
    run: { ...IN_GAP, page: 5, endsKnown: true },
    source: withGap(OPEN, 'above', 500),
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'the backfill passes through known pages',
    run: { ...CAUGHT_UP, phase: 'backfill' },
    source: OPEN,
    step: fetch('backfill', 'next'),
    after: open('next'),
  },
  {
    name: 'the backfill goes on below a gap that was closed',
    run: { ...READING, phase: 'backfill' },
    source: withGap(OPEN, 'above', 500),
    step: fetch('backfill', 'next'),
    after: open('next'),
  },
  {
    name: 'the planned pages are used up by what is new: the backfill stays where it was',
    run: { ...READING, page: 5 },
    source: OPEN,
    step: FINISH,
    after: withGap(OPEN, 'next'),
  },
  {
    name: 'used up by what is new above known reviews: nothing is left between',
    run: { ...READING, page: 5, endsKnown: true },
    source: OPEN,
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'used up by what is new, where a gap was left before: it begins further up',
    run: { ...READING, page: 5 },
    source: withGap(OPEN, 'above', 500),
    step: FINISH,
    after: withGap(OPEN, 'next', 500),
  },
  {
    name: 'used up by the last look at what is new: the backfill stays where it was',
    run: { ...CAUGHT_UP, page: 5 },
    source: OPEN,
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'a run of one page that found something new',
    run: { ...READING, page: 1, pagesPlanned: 1 },
    source: OPEN,
    step: FINISH,
    after: withGap(OPEN, 'next'),
  },
  {
    name: 'a run of one page that found something new above known reviews',
    run: { ...READING, page: 1, pagesPlanned: 1, endsKnown: true },
    source: OPEN,
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'a run of one page that found nothing new: on to what is old',
    run: QUIET,
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'a run of one page that found nothing new and has read one that is old',
    run: { ...QUIET, phase: 'backfill', page: 2 },
    source: OPEN,
    step: FINISH,
    after: open('next'),
  },
  {
    name: 'a run of one page that found nothing new and has read one of the gap',
    run: { ...QUIET, inGap: true, page: 2 },
    source: withGap(OPEN, 'above', 500),
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'a run of one page that found nothing new: on with the walk',
    run: QUIET,
    source: CHECKED,
    step: fetch('backfill', 'deep'),
    after: CHECKED,
  },
  {
    name: 'a run of one page with nothing old missing',
    run: QUIET,
    source: DONE,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'a run of five pages whose first one showed nothing new has five more',
    run: { ...CAUGHT_UP, phase: 'backfill', page: 5, topKnown: true },
    source: OPEN,
    step: fetch('backfill', 'next'),
    after: open('next'),
  },
  {
    name: 'six pages of a run of five',
    run: { ...CAUGHT_UP, phase: 'backfill', page: 6, topKnown: true },
    source: OPEN,
    step: FINISH,
    after: open('next'),
  },
  {
    name: 'the list ended on the first run: all is stored',
    run: { ...READING, ...AT_END },
    source: NEVER,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'the list ended in the backfill: all is stored',
    run: { ...READING, ...AT_END, phase: 'backfill' },
    source: OPEN,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'the list ended above what is missing: it is looked for where it should be',
    run: { ...READING, ...AT_END },
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
    ends: false,
  },
  {
    name: 'the list ended above a gap: it is looked for where it should be',
    run: { ...READING, ...AT_END },
    source: withGap(DONE, 'above', 500),
    step: fetch('gap', 'above'),
    after: withGap(DONE, 'above', 500),
    ends: false,
  },
  {
    name: 'a known list ended where all was stored: nothing changes',
    run: { ...CAUGHT_UP, ...AT_END },
    source: DONE,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'a known list ended although more is missing: it is looked for where it should be',
    run: { ...CAUGHT_UP, ...AT_END },
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'beyond the quota among what is new: this page has to be read again',
    run: { ...READING, reviewsOverQuota: 2 },
    source: DONE,
    step: OVER,
    after: withGap(DONE, 'this'),
  },
  {
    name: 'beyond the quota on the first run',
    run: { ...READING, reviewsOverQuota: 2 },
    source: NEVER,
    step: OVER,
    after: open('this'),
  },
  {
    name: 'beyond the quota at the top, known reviews below',
    run: { ...READING, page: 1, pageCursor: null, endsKnown: true, reviewsOverQuota: 2 },
    source: OPEN,
    step: OVER,
    after: withGap(OPEN, null),
  },
  {
    name: 'beyond the quota with nothing stored of the page',
    run: { ...READING, reviewsOverQuota: 20, lastPageFresh: 0 },
    source: OPEN,
    step: OVER,
    after: withGap(OPEN, 'this'),
  },
  {
    name: 'beyond the quota in the gap',
    run: { ...IN_GAP, reviewsOverQuota: 2 },
    source: withGap(OPEN, 'above', 500),
    step: OVER,
    after: withGap(OPEN, 'this', 500),
  },
  {
    name: 'beyond the quota on the last page of the list',
    run: { ...READING, ...AT_END, phase: 'backfill', reviewsOverQuota: 1 },
    source: OPEN,
    step: OVER,
    after: open('this'),
    ends: false,
  },
  {
    name: 'a run that walks goes on past what is known',
    run: { ...CAUGHT_UP, rechecks: true },
    source: DONE,
    step: fetch('newest', 'next'),
    after: checked('next', 1_000),
  },
  {
    name: 'a run that walks has its planned pages, the first one among them',
    run: { ...CAUGHT_UP, rechecks: true, page: 5, topKnown: true },
    source: DONE,
    step: FINISH,
    after: checked('next', 1_000),
  },
  {
    name: 'a run that walks found only new reviews so far: the walk brings what lies below',
    run: { ...READING, rechecks: true, page: 5 },
    source: DONE,
    step: FINISH,
    after: checked('next', 1_000),
  },
  {
    name: 'a run that walked to the end',
    run: { ...CAUGHT_UP, ...AT_END, rechecks: true },
    source: DONE,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'a run that walks where a walk is open begins another one',
    run: { ...CAUGHT_UP, rechecks: true },
    source: CHECKED,
    step: fetch('newest', 'next'),
    after: checked('next', 1_000),
  },
  {
    name: 'nothing new: on to the walk that is open',
    run: CAUGHT_UP,
    source: CHECKED,
    step: fetch('backfill', 'deep'),
    after: CHECKED,
  },
  {
    name: 'the walk that is open goes on through what is known',
    run: { ...CAUGHT_UP, phase: 'backfill' },
    source: CHECKED,
    step: fetch('backfill', 'next'),
    after: checked('next'),
  },
  {
    name: 'the walk that was open has come to the end',
    run: { ...CAUGHT_UP, ...AT_END, phase: 'backfill' },
    source: CHECKED,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'too much new to catch up: the open walk waits',
    run: { ...READING, page: 5 },
    source: CHECKED,
    step: FINISH,
    after: withGap(CHECKED, 'next'),
  },
  {
    name: 'beyond the quota during a walk: it goes on with this page',
    run: { ...READING, rechecks: true, reviewsOverQuota: 2 },
    source: DONE,
    step: OVER,
    after: checked('this', 1_000),
  },
]

describe('a run', () => {
  test.each(cases)('$name', ({ run, source, step, after, ends }) => {
    expect(nextStep(run, source)).toEqual(step)
    expect(scanAfter(run, source)).toEqual(after)
    if (ends !== undefined) expect(endsScan(run, source)).toBe(ends)
    // An open scan may only be dropped at its end.
    if (after.recheckSince === null && source.recheckSince !== null) expect(endsScan(run, source)).toBe(true)
  })
})
