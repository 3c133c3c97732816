import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { uuid } from './ids.ts'
import { ReviewKey } from './reviews.ts'
import { requiredString } from './text.ts'

export const MAX_RESPONSE_CHARS = 4_000
export const RESPONSE_NOT_FOUND = 'Response not found'

const ResponseKey = uuid(RESPONSE_NOT_FOUND)
const ResponseText = requiredString(MAX_RESPONSE_CHARS, 'Reply', 'Write a reply first.')

export const CreateResponseInput = v.object({ reviewId: ReviewKey, text: ResponseText })
export type CreateResponseInput = v.InferOutput<typeof CreateResponseInput>

export const UpdateResponseInput = v.object({ id: ResponseKey, text: ResponseText })
export type UpdateResponseInput = v.InferOutput<typeof UpdateResponseInput>

export const ResponseId = v.object({ id: ResponseKey })
export type ResponseId = v.InferOutput<typeof ResponseId>

export const ResponsesOfReview = v.object({ reviewId: ReviewKey })
export type ResponsesOfReview = v.InferOutput<typeof ResponsesOfReview>

export const ResponsesOfBusiness = v.object({ businessId: BusinessKey })
export type ResponsesOfBusiness = v.InferOutput<typeof ResponsesOfBusiness>
