import { createResponse } from '../responses/create.ts'
import { findResponse, listResponses } from '../responses/list.ts'
import { markAnswered } from '../responses/mark-answered.ts'
import { markPosted } from '../responses/mark-posted.ts'
import { removeResponse } from '../responses/remove.ts'
import { responseStats } from '../responses/stats.ts'
import { updateResponse } from '../responses/update.ts'
import { reopenReviews } from '../reviews/answered.ts'
import {
  CreateResponseInput,
  ListResponsesInput,
  ResponseId,
  ResponsesOfBusiness,
  ResponsesOfReview,
  ReviewsChosen,
  UpdateResponseInput,
} from '../rules/responses.ts'
import { allowedTo, failsWith, member, router, verb } from './init.ts'

export const responsesRouter = router({
  forReview: member
    .input(ResponsesOfReview)
    .use(failsWith('Failed to fetch review response: {reason}'))
    .query(verb(findResponse)),
  forBusiness: member
    .input(ListResponsesInput)
    .use(failsWith('Failed to fetch business responses: {reason}'))
    .query(verb(listResponses)),
  stats: member
    .input(ResponsesOfBusiness)
    .use(failsWith('Failed to count reviews and responses: {reason}'))
    .query(verb(responseStats)),
  create: allowedTo('reviews.answer')
    .meta({ signedOut: 'User not authenticated' })
    .input(CreateResponseInput)
    .use(failsWith('Failed to create review response: {reason}'))
    .mutation(verb(createResponse)),
  update: allowedTo('reviews.answer')
    .input(UpdateResponseInput)
    .use(failsWith('Failed to update review response: {reason}'))
    .mutation(verb(updateResponse)),
  markPosted: allowedTo('reviews.answer')
    .input(ResponseId)
    .use(failsWith('Failed to update review response: {reason}'))
    .mutation(verb(markPosted)),
  markAnswered: allowedTo('reviews.answer').input(ReviewsChosen).mutation(verb(markAnswered)),
  reopen: allowedTo('reviews.answer').input(ReviewsChosen).mutation(verb(reopenReviews)),
  remove: allowedTo('reviews.answer')
    .input(ResponseId)
    .use(failsWith('Failed to delete review response: {reason}'))
    .mutation(verb(removeResponse)),
})
