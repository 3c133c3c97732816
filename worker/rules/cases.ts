import * as v from 'valibot'
import { DAY_MS } from './durations.ts'
import { cleanString, decimalId } from './fields.ts'
import type { Platform } from './platforms.ts'

/** States in the order in which a case passes through them; the last three are final. */
export const CASE_STATES = ['open', 'reported', 'appealed', 'removed', 'kept', 'dropped'] as const
export type CaseState = (typeof CASE_STATES)[number]
export type WaitingState = Extract<CaseState, 'open' | 'reported' | 'appealed'>

/**
 * Reasons offered by each platform's own form; the keys are ours. The texts are from public pages, some of them older;
 * Facebook's are from memory. Read the forms again before relying on a wording.
 */
export const CASE_RULES: Record<Platform, Record<string, string>> = {
  google: {
    spam: 'Spam or fake: from a bot, a fake account or with advertising',
    conflict: 'Conflict of interest: from a competitor or somebody affiliated',
    off_topic: 'Off topic: not about an experience with this business',
    profanity: 'Profanity: swearing, sexual or graphic content',
    harassment: 'Bullying or harassment: attacks a specific person',
    hate: 'Discrimination or hate speech',
    personal: 'Personal information, such as an address or a phone number',
  },
  yelp: {
    conflict: 'Conflict of interest: a competitor, a former employee or somebody affiliated',
    not_own: 'Not the reviewer’s own consumer experience',
    other_business: 'About a different business',
    plagiarized: 'Copied from another source',
    hate: 'Hate speech, lewd commentary or threats',
    personal: 'Private information about employees or customers',
  },
  facebook: {
    spam: 'Spam',
    off_topic: 'Not about this page',
    harassment: 'Bullying or harassment',
    hate: 'Hate speech',
    false: 'Fake or misleading',
  },
  tripadvisor: {
    suspicious: 'Suspicious or fraudulent',
    blackmail: 'Blackmail: a threat came before it',
    off_topic: 'Not relevant or not first-hand',
    other_business: 'Posted on the wrong listing',
    hate: 'Hateful, threatening or not family-friendly',
    personal: 'Private information',
  },
}

export const ATTACK_RULES: Record<Platform, string> = {
  google: 'spam',
  yelp: 'not_own',
  facebook: 'false',
  tripadvisor: 'suspicious',
}

export const CASE_FORMS: Record<Platform, string> = {
  google: 'https://support.google.com/business/workflow/9945796',
  yelp: 'https://biz.yelp.com/',
  facebook: 'https://www.facebook.com/pages/',
  tripadvisor: 'https://www.tripadvisor.com/Owners',
}

/** Hints for finding the form on the page of `CASE_FORMS`. */
export const CASE_FORM_HINTS: Record<Platform, string> = {
  google: 'Confirm the account of your Business Profile, choose the business, and report the review.',
  yelp: 'Open Reviews, find the review, and choose Report review from its menu.',
  facebook: 'Open the reviews of your page, and choose Report from the review’s menu.',
  tripadvisor: 'In the Management Center, open Reviews and choose Report a review.',
}

export const MAX_REASON_CHARS = 500
const ReviewKey = decimalId('This review no longer exists.')

export const OpenCaseInput = v.object({
  reviewId: ReviewKey,
  rule: v.pipe(
    v.string('Choose a rule.'),
    v.minLength(1, 'Choose a rule.'),
    v.maxLength(40, 'Choose a rule.'),
  ),
  reason: v.optional(cleanString(MAX_REASON_CHARS, 'Reason'), ''),
})
export type OpenCaseInput = v.InferOutput<typeof OpenCaseInput>

/**
 * The states in which each step is possible. `removed` isn't a step: it is set when the platform no longer shows the
 * review.
 */
export const CASE_STEPS = {
  reported: ['open'],
  appealed: ['reported'],
  kept: ['reported', 'appealed'],
  dropped: ['open'],
} as const satisfies Partial<Record<CaseState, readonly WaitingState[]>>
export type CaseStep = keyof typeof CASE_STEPS

export const MoveCaseInput = v.object({
  reviewId: ReviewKey,
  step: v.picklist(Object.keys(CASE_STEPS) as CaseStep[], 'Unknown step.'),
})
export type MoveCaseInput = v.InferOutput<typeof MoveCaseInput>

export const CasesInput = v.optional(v.object({ reviewId: v.optional(ReviewKey) }), {})
export type CasesInput = v.InferOutput<typeof CasesInput>

/** Reminders by state, in days after the case entered the state. The case is closed after `END_DAYS`. */
const REMINDER_DAYS: Record<WaitingState, readonly number[]> = {
  open: [3, 10],
  reported: [5, 14],
  appealed: [7, 14],
}
const END_DAYS = 30

export function isWaiting(state: CaseState): state is WaitingState {
  return Object.hasOwn(REMINDER_DAYS, state)
}

/** Time at which a case entered its state, in milliseconds. */
export function caseSince(times: {
  state: CaseState
  openedAt: number
  reportedAt: number | null
  appealedAt: number | null
}): number {
  const { state, openedAt, reportedAt, appealedAt } = times
  return (state === 'appealed' ? appealedAt : state === 'reported' ? reportedAt : openedAt) ?? openedAt
}

/**
 * Time of the next reminder, or of closing the case if it has had its last reminder.
 *
 * @param since time at which the case entered its state
 * @param reminders number of reminders sent in this state
 */
export function caseDueAt(state: WaitingState, since: number, reminders: number): number {
  return since + (REMINDER_DAYS[state][reminders] ?? END_DAYS) * DAY_MS
}

export function isCaseOver(state: WaitingState, reminders: number): boolean {
  return reminders >= REMINDER_DAYS[state].length
}

/** Final state of a case without an outcome: nobody reported it, or the platform kept the review. */
export function endOf(state: WaitingState): CaseState {
  return state === 'open' ? 'dropped' : 'kept'
}

/**
 * A reply to use until the platform has decided. It neither confirms nor denies that the author was a customer: clinics
 * must not confirm it in public, and a wrong denial would be a public accusation.
 */
export const HOLDING_REPLY =
  'Thank you for your feedback. We take it seriously and are looking into it. Please contact us directly, so that we can talk about what happened.'

export interface CaseView {
  reviewId: string
  businessName: string
  platform: Platform
  rule: string
  reason: string
  state: CaseState
  isAttack: boolean
  authorName: string
  rating: number
  text: string
  /** ISO 8601 in UTC, as are all times. */
  postedAt: string
  openedAt: string
  reportedAt: string | null
  appealedAt: string | null
  closedAt: string | null
  /** True if the platform shows the review again after removing it. */
  isBack: boolean
  /** True if the review is older than the plan's history, so that only its case can be opened. */
  isOlder: boolean
  /** Text to paste into the platform's form. */
  report: string
}

export interface CaseSubject {
  reviewId: string
  businessName: string
  platform: Platform
  authorName: string
  rating: number
  text: string
}

export interface CaseOutcome {
  platform: Platform
  rule: string
  /** Reported cases that have ended. */
  reported: number
  removed: number
  /** Average days from the report to the removal; null if none was removed. */
  days: number | null
}

export interface CasesView {
  /** Cases that haven't ended, oldest first, then ended ones, newest first. */
  cases: CaseView[]
  outcomes: CaseOutcome[]
  /** Null if no review was chosen, or if it already has a case. */
  subject: CaseSubject | null
  mayEdit: boolean
  historyDays: number
}
