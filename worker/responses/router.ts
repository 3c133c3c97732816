import { allowedTo, member, router } from '../api/init.ts'
import {
  CreateResponseInput,
  ResponseId,
  ResponsesOfBusiness,
  ResponsesOfReview,
  UpdateResponseInput,
} from '../rules/responses.ts'
import { createResponse } from './create.ts'
import { findResponse, listResponses } from './list.ts'
import { markPosted } from './mark-posted.ts'
import { removeResponse } from './remove.ts'
import { responseStats } from './stats.ts'
import { updateResponse } from './update.ts'

export const responsesRouter = router({
  forReview: member.input(ResponsesOfReview).query(({ ctx, input }) => findResponse(ctx, input)),
  forBusiness: member.input(ResponsesOfBusiness).query(({ ctx, input }) => listResponses(ctx, input)),
  stats: member.input(ResponsesOfBusiness).query(({ ctx, input }) => responseStats(ctx, input)),
  create: allowedTo('reviews.answer')
    .input(CreateResponseInput)
    .mutation(({ ctx, input }) => createResponse(ctx, input)),
  update: allowedTo('reviews.answer')
    .input(UpdateResponseInput)
    .mutation(({ ctx, input }) => updateResponse(ctx, input)),
  markPosted: allowedTo('reviews.answer')
    .input(ResponseId)
    .mutation(({ ctx, input }) => markPosted(ctx, input)),
  remove: allowedTo('reviews.answer')
    .input(ResponseId)
    .mutation(({ ctx, input }) => removeResponse(ctx, input)),
})
