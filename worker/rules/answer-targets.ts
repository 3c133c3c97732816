import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { grouped } from './counted.ts'
import { HOUR_MS } from './durations.ts'

/** Targets to choose from, in hours after a review was posted. */
export const ANSWER_HOURS = [24, 48, 72, 168] as const

/**
 * Age in days after which an unanswered review is backlog instead of overdue, because nobody expects a reply any more.
 */
export const DUE_BACK_DAYS = 30

/** Time between a reminder and the deadline, in milliseconds: a quarter of the target, at most half a day. */
export function leadMs(hours: number): number {
  return Math.min(12, hours / 4) * HOUR_MS
}

export const AnswerTargetOf = v.object({ businessId: BusinessKey })
export type AnswerTargetOf = v.InferOutput<typeof AnswerTargetOf>

export const SetAnswerTargetInput = v.object({
  businessId: BusinessKey,
  hours: v.nullable(v.picklist(ANSWER_HOURS, 'Choose 24, 48, 72 or 168 hours.')),
})
export type SetAnswerTargetInput = v.InferOutput<typeof SetAnswerTargetInput>

/** 'within 24 hours', 'within 3 days' */
export function targetText(hours: number): string {
  return hours <= 24 ? `within ${hours} hours` : `within ${hours / 24} days`
}

/** @param isMore true if there are more than `count` */
export function dueReminder(name: string, count: number, isMore: boolean, hours: number): string {
  const reviews = `${isMore ? 'More than ' : ''}${count} ${count === 1 ? 'review' : 'reviews'} of ${name}`
  const lead = leadMs(hours) / HOUR_MS
  return `${reviews} ${count === 1 ? 'needs' : 'need'} an answer in the next ${lead} hours to keep your target (${targetText(hours)}).`
}

/** Counts of the last 30 days: reviews answered within the targets of their locations, and reviews that weren't. */
export interface AnsweredInTime {
  /** The common target of these locations, in hours; null if their targets differ. */
  hours: number | null
  /**
   * Number of reviews answered within the target; null if there are too many due reviews to count exactly. `count` also
   * includes reviews answered later and overdue ones.
   */
  answered: number | null
  count: number
  /** Counted up to `MAX_OVERDUE` + 1. */
  overdue: number
}

export const MAX_OVERDUE = 1_000

export function overdueAddress(businessId: string | null): string {
  return `/app/reviews?${new URLSearchParams({ due: 'overdue', ...(businessId && { businessId }) })}`
}

/** '14 of 20 reviews from the last 30 days were answered in time (24 hours). 3 are overdue.' */
export function answeredInTimeText({ hours, answered, count, overdue }: AnsweredInTime): string {
  const late =
    overdue > MAX_OVERDUE
      ? `More than ${grouped(MAX_OVERDUE)} reviews are overdue.`
      : `${overdue === 0 ? 'None' : grouped(overdue)} ${overdue > 1 ? 'are' : 'is'} overdue.`
  if (answered === null) return late
  const target = hours === null ? 'each location’s own target' : targetText(hours).replace('within ', '')
  const reviews = `${grouped(count)} ${count === 1 ? 'review' : 'reviews'}`
  return `${grouped(answered)} of ${reviews} from the last ${DUE_BACK_DAYS} days ${answered === 1 ? 'was' : 'were'} answered in time (${target}). ${late}`
}
