import { describe, expect, test } from 'vitest'
import {
  type Backfill,
  backfillAfter,
  endsWalk,
  nextStep,
  type Progress,
  type Step,
} from '#worker/collection/next-step.ts'
import { QUOTA_WARNING } from '#worker/rules/plans.ts'

const NEVER: Backfill = { backfillState: 'none', backfillCursor: null, walkSince: null }
const OPEN: Backfill = { backfillState: 'open', backfillCursor: 'deep', walkSince: null }
const DONE: Backfill = { backfillState: 'done', backfillCursor: null, walkSince: null }
/** All is stored, and a walk that looks whether it is still shown has come to 'deep'. */
const CHECKED: Backfill = { backfillState: 'done', backfillCursor: 'deep', walkSince: 900 }

function open(backfillCursor: string | null): Backfill {
  return { backfillState: 'open', backfillCursor, walkSince: null }
}

/** A run of five pages that has saved its third one, and found something new on it. */
const WALKING: Progress = {
  phase: 'newest',
  cursor: 'next',
  pageCursor: 'this',
  endOfList: false,
  page: 3,
  pagesPlanned: 5,
  reviewsOverQuota: 0,
  lastPageFresh: 4,
  walks: false,
  createdAt: 1_000,
}
const AT_START: Progress = { ...WALKING, cursor: null, pageCursor: null, page: 0, lastPageFresh: null }

const FINISH: Step = { kind: 'finish', warning: null }
const fetch = (phase: 'newest' | 'backfill', cursor: string | null): Step => ({
  kind: 'fetch',
  phase,
  cursor,
})

interface Case {
  name: string
  run: Progress
  source: Backfill
  lastPhase?: 'newest' | 'backfill' | null
  step: Step
  /** What the source says if the run ends here. */
  after: Backfill
  /** Whether a walk over the whole list ends with it. */
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
    lastPhase: 'newest',
    step: fetch('newest', null),
    after: OPEN,
  },
  {
    name: 'a run that began anew starts where its row says',
    run: { ...AT_START, phase: 'backfill' },
    source: OPEN,
    step: fetch('backfill', null),
    after: OPEN,
  },
  {
    name: 'the first run walks on, however much it knows',
    run: { ...WALKING, lastPageFresh: 0 },
    source: NEVER,
    step: fetch('newest', 'next'),
    after: open('next'),
  },
  {
    name: 'something new on the page: the walk from the top goes on',
    run: WALKING,
    source: DONE,
    step: fetch('newest', 'next'),
    after: open('next'),
  },
  {
    name: 'nothing new on the page, all known below: done',
    run: { ...WALKING, lastPageFresh: 0 },
    source: DONE,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'nothing new on the page, more to fetch below: there',
    run: { ...WALKING, lastPageFresh: 0 },
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'an open backfill without a place begins at the top',
    run: { ...WALKING, lastPageFresh: 0 },
    source: open(null),
    step: fetch('backfill', null),
    after: open(null),
  },
  {
    name: 'the backfill passes through known pages',
    run: { ...WALKING, phase: 'backfill', lastPageFresh: 0 },
    source: OPEN,
    step: fetch('backfill', 'next'),
    after: open('next'),
  },
  {
    name: 'the planned pages are used up: the next run goes on here',
    run: { ...WALKING, page: 5 },
    source: OPEN,
    step: FINISH,
    after: open('next'),
  },
  {
    name: 'used up by the last look at what is new: the backfill stays where it was',
    run: { ...WALKING, page: 5, lastPageFresh: 0 },
    source: OPEN,
    step: FINISH,
    after: OPEN,
  },
  {
    name: 'the list ended on the first run: all is stored',
    run: { ...WALKING, cursor: null, endOfList: true },
    source: NEVER,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'the list ended in the backfill: all is stored',
    run: { ...WALKING, phase: 'backfill', cursor: null, endOfList: true },
    source: OPEN,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'the list ended above what is missing: it is walked once more from the top',
    run: { ...WALKING, cursor: null, endOfList: true },
    source: OPEN,
    step: FINISH,
    after: open(null),
    ends: false,
  },
  {
    name: 'a known list ended where all was stored: nothing changes',
    run: { ...WALKING, cursor: null, endOfList: true, lastPageFresh: 0 },
    source: DONE,
    step: FINISH,
    after: DONE,
  },
  {
    name: 'a known list ended although more is missing: it is looked for where it should be',
    run: { ...WALKING, cursor: null, endOfList: true, lastPageFresh: 0 },
    source: OPEN,
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'beyond the quota among what is new: this page has to be read again',
    run: { ...WALKING, reviewsOverQuota: 2 },
    source: DONE,
    step: { kind: 'finish', warning: QUOTA_WARNING },
    after: open('this'),
  },
  {
    name: 'beyond the quota with nothing stored of the page',
    run: { ...WALKING, reviewsOverQuota: 20, lastPageFresh: 0 },
    source: OPEN,
    step: { kind: 'finish', warning: QUOTA_WARNING },
    after: open('this'),
  },
  {
    name: 'beyond the quota on the last page of the list',
    run: { ...WALKING, phase: 'backfill', cursor: null, endOfList: true, reviewsOverQuota: 1 },
    source: OPEN,
    step: { kind: 'finish', warning: QUOTA_WARNING },
    after: open('this'),
  },
  {
    name: 'a run of one page after one for what is new: it is for what is old',
    run: { ...AT_START, pagesPlanned: 1 },
    source: OPEN,
    lastPhase: 'newest',
    step: fetch('backfill', 'deep'),
    after: OPEN,
  },
  {
    name: 'a run of one page after one for what is old: it is for what is new',
    run: { ...AT_START, pagesPlanned: 1 },
    source: OPEN,
    lastPhase: 'backfill',
    step: fetch('newest', null),
    after: OPEN,
  },
  {
    name: 'a run of one page with nothing old missing',
    run: { ...AT_START, pagesPlanned: 1 },
    source: DONE,
    lastPhase: 'newest',
    step: fetch('newest', null),
    after: DONE,
  },
  {
    name: 'a run of one page that began anew',
    run: { ...AT_START, pagesPlanned: 1, phase: 'backfill' },
    source: OPEN,
    lastPhase: 'newest',
    step: fetch('backfill', null),
    after: OPEN,
  },
  {
    name: 'a run that walks goes on past what is known',
    run: { ...WALKING, walks: true, lastPageFresh: 0 },
    source: DONE,
    step: fetch('newest', 'next'),
    after: { backfillState: 'done', backfillCursor: 'next', walkSince: 1_000 },
  },
  {
    name: 'a run that walks found only new reviews so far: what lies below may be missing',
    run: { ...WALKING, walks: true, page: 5 },
    source: DONE,
    step: FINISH,
    after: { backfillState: 'open', backfillCursor: 'next', walkSince: 1_000 },
  },
  {
    name: 'a run that walked to the end',
    run: { ...WALKING, walks: true, cursor: null, endOfList: true, lastPageFresh: 0 },
    source: DONE,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'a run that walks where a walk is open begins another one',
    run: { ...WALKING, walks: true, lastPageFresh: 0 },
    source: CHECKED,
    step: fetch('newest', 'next'),
    after: { backfillState: 'done', backfillCursor: 'next', walkSince: 1_000 },
  },
  {
    name: 'nothing new: on to the walk that is open',
    run: { ...WALKING, lastPageFresh: 0 },
    source: CHECKED,
    step: fetch('backfill', 'deep'),
    after: CHECKED,
  },
  {
    name: 'the walk that is open goes on through what is known',
    run: { ...WALKING, phase: 'backfill', lastPageFresh: 0 },
    source: CHECKED,
    step: fetch('backfill', 'next'),
    after: { ...CHECKED, backfillCursor: 'next' },
  },
  {
    name: 'the walk that was open has come to the end',
    run: { ...WALKING, phase: 'backfill', cursor: null, endOfList: true, lastPageFresh: 0 },
    source: CHECKED,
    step: FINISH,
    after: DONE,
    ends: true,
  },
  {
    name: 'too much new to catch up: the open walk goes on above it',
    run: { ...WALKING, page: 5 },
    source: CHECKED,
    step: FINISH,
    after: { backfillState: 'open', backfillCursor: 'next', walkSince: 900 },
  },
  {
    name: 'beyond the quota during a walk: it goes on with this page',
    run: { ...WALKING, walks: true, reviewsOverQuota: 2 },
    source: DONE,
    step: { kind: 'finish', warning: QUOTA_WARNING },
    after: { backfillState: 'open', backfillCursor: 'this', walkSince: 1_000 },
  },
  {
    name: 'a run of one page after one for what is new: it goes on with the walk',
    run: { ...AT_START, pagesPlanned: 1 },
    source: CHECKED,
    lastPhase: 'newest',
    step: fetch('backfill', 'deep'),
    after: CHECKED,
  },
  {
    name: 'a run of one page after one that went on with the walk: it is for what is new',
    run: { ...AT_START, pagesPlanned: 1 },
    source: CHECKED,
    lastPhase: 'backfill',
    step: fetch('newest', null),
    after: CHECKED,
  },
]

describe('a run', () => {
  test.each(cases)('$name', ({ run, source, lastPhase = null, step, after, ends }) => {
    expect(nextStep(run, source, lastPhase)).toEqual(step)
    expect(backfillAfter(run, source)).toEqual(after)
    if (ends !== undefined) expect(endsWalk(run, source)).toBe(ends)
    // Whoever forgets where an open walk stands has to be at its end.
    if (after.walkSince === null && source.walkSince !== null) expect(endsWalk(run, source)).toBe(true)
  })
})
