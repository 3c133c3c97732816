import { getDraftStyle, saveDraftStyle } from '../insights/drafts/draft-styles.ts'
import { draftReviewReply } from '../insights/drafts/reply-drafts.ts'
import { DraftReplyInput, DraftStyleOf, SaveDraftStyleInput } from '../rules/drafts.ts'
import { router, verb, withFeature } from './init.ts'

export const insightsRouter = router({
  draft: withFeature('hasAIInsights', 'reviews.answer')
    .input(DraftReplyInput)
    .mutation(verb(draftReviewReply)),
  draftStyle: withFeature('hasAIInsights', 'reviews.answer').input(DraftStyleOf).query(verb(getDraftStyle)),
  saveDraftStyle: withFeature('hasAIInsights', 'businesses.update')
    .input(SaveDraftStyleInput)
    .mutation(verb(saveDraftStyle)),
})
