import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { PAGE_GONE, pageLimit, requiredString, uuid } from './fields.ts'
import { ReviewKey, ReviewKeys } from './reviews.ts'

export const MAX_RESPONSE_CHARS = 4_000
export const RESPONSE_NOT_FOUND = 'Response not found'

const ResponseKey = uuid(RESPONSE_NOT_FOUND)
const ResponseText = requiredString(MAX_RESPONSE_CHARS, 'Reply', 'Write a reply first.')

export const SuggestReplyInput = v.object({ reviewId: ReviewKey, text: ResponseText })
export type SuggestReplyInput = v.InferOutput<typeof SuggestReplyInput>

const Approval = { asSuggested: v.optional(v.boolean('Approved must be true or false.')) }

/** With `asSuggested`, the reply is refused unless this text is still the open suggestion for the review. */
export const CreateResponseInput = v.object({ ...SuggestReplyInput.entries, ...Approval })
export type CreateResponseInput = v.InferOutput<typeof CreateResponseInput>

/**
 * `insteadOf` is the text that was read: if it has changed, the edit is refused. Without it, the last edit wins.
 * `asSuggested` as in CreateResponseInput.
 */
export const UpdateResponseInput = v.object({
  id: ResponseKey,
  text: ResponseText,
  insteadOf: v.optional(ResponseText),
  ...Approval,
})
export type UpdateResponseInput = v.InferOutput<typeof UpdateResponseInput>

export const ResponseId = v.object({ id: ResponseKey })
export type ResponseId = v.InferOutput<typeof ResponseId>

export const MAX_HAND_BACK_CHARS = 500

/** `text` is the version that the caller read. Nothing is handed back if the suggestion has changed since. */
export const ReturnSuggestionInput = v.object({
  reviewId: ReviewKey,
  text: ResponseText,
  remark: requiredString(MAX_HAND_BACK_CHARS, 'Remark', 'Write what should change.'),
})
export type ReturnSuggestionInput = v.InferOutput<typeof ReturnSuggestionInput>

/** `returned`: handed back to its author with a remark, and not suggested again yet. */
export interface SuggestionView {
  reviewId: string
  text: string
  state: 'open' | 'returned'
  remark: string | null
  /** Author's name, or email if no name is set; null if that account is gone. */
  by: string | null
  isYours: boolean
  /** False if its author can no longer answer the review, so that nobody would see a remark. */
  canReturn: boolean
  updatedAt: string
}

export const ResponsesOfReview = v.object({ reviewId: ReviewKey })
export type ResponsesOfReview = v.InferOutput<typeof ResponsesOfReview>

export const ReviewsChosen = v.object({
  reviewIds: v.pipe(ReviewKeys, v.minLength(1, 'Choose a review first.')),
})
export type ReviewsChosen = v.InferOutput<typeof ReviewsChosen>

const NO_TIME = 'Choose a time.'
const Moment = v.pipe(v.number(NO_TIME), v.safeInteger(NO_TIME), v.minValue(0, NO_TIME))

/**
 * Covers reviews posted before a time, in one business or all. Each further call passes the `settledAt` that the first
 * call returned.
 */
export const SettleBacklogInput = v.object({
  businessId: v.optional(BusinessKey),
  before: v.pipe(
    v.string(NO_TIME),
    v.isoTimestamp(NO_TIME),
    v.transform((time) => Date.parse(time)),
  ),
  settledAt: v.optional(Moment),
})
export type SettleBacklogInput = v.InferOutput<typeof SettleBacklogInput>

export const ReopenBacklogInput = v.object({ settledAt: Moment })
export type ReopenBacklogInput = v.InferOutput<typeof ReopenBacklogInput>

export interface BacklogStep {
  /** Reviews settled or reopened by this call. */
  count: number
  /** False if another call is needed. */
  isDone: boolean
  /** Identifies the reviews settled together (milliseconds). */
  settledAt: number
}

export const ResponsesOfBusiness = v.object({ businessId: BusinessKey })
export type ResponsesOfBusiness = v.InferOutput<typeof ResponsesOfBusiness>

const MAX_PAGE_RESPONSES = 100

/** The cursor is '<milliseconds>.<review id>': the last response's time of writing, and its review's id. */
export const ListResponsesInput = v.object({
  businessId: BusinessKey,
  cursor: v.optional(
    v.pipe(
      v.string(PAGE_GONE),
      v.regex(/^\d{1,15}\.\d{1,10}$/, PAGE_GONE),
      v.transform((cursor) => {
        const [createdAt = 0, reviewId = 0] = cursor.split('.').map(Number)
        return { createdAt, reviewId }
      }),
    ),
  ),
  limit: pageLimit(MAX_PAGE_RESPONSES, 'responses'),
})
export type ListResponsesInput = v.InferOutput<typeof ListResponsesInput>

const POST_STATES = ['waiting', 'live', 'held', 'refused', 'failed'] as const
export type PostState = (typeof POST_STATES)[number]

/** Minutes that a reply waits in the outbox before it is posted. */
export const REPLY_DELAYS = [0, 1, 10] as const

export const UNDO_TOO_LATE = 'This reply is already on its way. You can still change or delete it.'

export interface PostingView {
  state: PostState
  /** A sentence for the owner; null if the reply is live. */
  reason: string | null
}

/** Google's limit, which counts bytes, not characters. */
export const MAX_REPLY_BYTES = 4_096

export function postedBytes(text: string): number {
  return new TextEncoder().encode(text).length
}

export const TOO_LONG_FOR_GOOGLE =
  'Google accepts replies of at most 4,096 bytes; letters with accents, other scripts and emoji count double or more. Please shorten it.'

export function postingText({ state, reason }: PostingView, platform: string): string {
  const because = reason ? `: ${reason}` : ''
  switch (state) {
    case 'waiting':
      return `Waiting for ${platform}${because}`
    case 'live':
      return `Live on ${platform}`
    case 'held':
      return `Held by ${platform}`
    case 'refused':
      return `Refused by ${platform}${because}`
    case 'failed':
      return `Not sent${because}`
  }
}

/** Text for a deleted reply that is still on its platform. */
export function removalText({ state, reason }: PostingView, platform: string): string {
  const because = reason ? `: ${reason}` : ''
  return state === 'waiting'
    ? `Being deleted on ${platform}${because}`
    : `Not deleted on ${platform}${because}`
}
