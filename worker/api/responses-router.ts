import { payDraft, returnDraft } from '../insights/drafts/reply-drafts.ts'
import { createResponse } from '../responses/create.ts'
import { findResponse, listResponses, responseStats } from '../responses/list.ts'
import { markAnswered } from '../responses/mark-answered.ts'
import { markPosted } from '../responses/mark-posted.ts'
import { removeResponse } from '../responses/remove.ts'
import {
  findSuggestion,
  returnSuggestion,
  suggestReply,
  withdrawSuggestion,
} from '../responses/suggestions.ts'
import { undoReply } from '../responses/undo.ts'
import { updateResponse } from '../responses/update.ts'
import { getPostLink, undoPostLink, usePostLink } from '../responses/use-post-link.ts'
import { reopenBacklog, reopenReviews, settleBacklog, settleReviews } from '../reviews/answered.ts'
import { LinkToken } from '../rules/auth.ts'
import {
  CreateResponseInput,
  ListResponsesInput,
  ReopenBacklogInput,
  ResponseId,
  ResponsesOfBusiness,
  ResponsesOfReview,
  ReturnSuggestionInput,
  ReviewsChosen,
  SettleBacklogInput,
  SuggestReplyInput,
  UpdateResponseInput,
} from '../rules/responses.ts'
import { allowedTo, anyone, failsWith, member, router, verb } from './init.ts'

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
  create: allowedTo('replies.post')
    .meta({ signedOut: 'User not authenticated' })
    .input(CreateResponseInput)
    .use(failsWith('Failed to create review response: {reason}'))
    .mutation(verb(createResponse)),
  update: allowedTo('replies.post')
    .input(UpdateResponseInput)
    .use(failsWith('Failed to update review response: {reason}'))
    .mutation(verb(updateResponse)),
  markPosted: allowedTo('replies.post')
    .input(ResponseId)
    .use(failsWith('Failed to update review response: {reason}'))
    .mutation(verb(markPosted)),
  undo: allowedTo('replies.post').input(ResponseId).mutation(verb(undoReply)),
  markAnswered: allowedTo('replies.post').input(ReviewsChosen).mutation(verb(markAnswered)),
  suggestion: member.input(ResponsesOfReview).query(verb(findSuggestion)),
  suggest: allowedTo('reviews.answer').input(SuggestReplyInput).mutation(verb(suggestReply)),
  withdrawSuggestion: allowedTo('reviews.answer').input(ResponsesOfReview).mutation(verb(withdrawSuggestion)),
  returnSuggestion: allowedTo('replies.post').input(ReturnSuggestionInput).mutation(verb(returnSuggestion)),
  settle: allowedTo('reviews.answer').input(ReviewsChosen).mutation(verb(settleReviews)),
  settleBacklog: allowedTo('reviews.answer').input(SettleBacklogInput).mutation(verb(settleBacklog)),
  reopenBacklog: allowedTo('reviews.answer').input(ReopenBacklogInput).mutation(verb(reopenBacklog)),
  reopen: allowedTo('reviews.answer').input(ReviewsChosen).mutation(verb(reopenReviews)),
  remove: allowedTo('replies.post')
    .input(ResponseId)
    .use(failsWith('Failed to delete review response: {reason}'))
    .mutation(verb(removeResponse)),
})

/** Links in alerts: anyone with a link can post its draft in a member's name. */
export const postLinksRouter = router({
  get: anyone.input(LinkToken).query(verb(getPostLink)),
  use: anyone
    .input(LinkToken)
    .mutation(({ ctx, input }) => usePostLink(ctx, input, { pay: payDraft, giveBack: returnDraft })),
  undo: anyone.input(LinkToken).mutation(verb(undoPostLink)),
})
