import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { HOUR_MS } from './durations.ts'

/** Targets to choose from, in hours after a review was posted. */
export const ANSWER_HOURS = [24, 48, 72, 168] as const

/** Older reviews are a backlog, not late: nobody expects a reply any more. */
export const DUE_BACK_DAYS = 30

/** A reminder comes this long before the target is missed: a quarter of it, at most half a day. */
export function leadMs(hours: number): number {
  return Math.min(12, hours / 4) * HOUR_MS
}

export const AnswerTargetOf = v.object({ businessId: BusinessKey })
export type AnswerTargetOf = v.InferOutput<typeof AnswerTargetOf>

/** `hours` is null for no target. */
export const SetAnswerTargetInput = v.object({
  businessId: BusinessKey,
  hours: v.nullable(v.picklist(ANSWER_HOURS, 'Choose 24, 48, 72 or 168 hours.')),
})
export type SetAnswerTargetInput = v.InferOutput<typeof SetAnswerTargetInput>

/** 'within 24 hours', 'within 3 days' */
export function targetText(hours: number): string {
  return hours <= 24 ? `within ${hours} hours` : `within ${hours / 24} days`
}

/** Reminder of reviews of a location that are about to be late. @param isMore if there are more than `count` */
export function dueReminder(name: string, count: number, isMore: boolean, hours: number): string {
  const reviews = `${isMore ? 'More than ' : ''}${count} ${count === 1 ? 'review' : 'reviews'} of ${name}`
  const lead = leadMs(hours) / HOUR_MS
  return `${reviews} ${count === 1 ? 'needs' : 'need'} an answer in the next ${lead} hours to keep your target (${targetText(hours)}).`
}
