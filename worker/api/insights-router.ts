import { listActions } from '../insights/actions/list-actions.ts'
import { changeAction, markAction, removeAction } from '../insights/actions/marked-actions.ts'
import { setAlarmLevel } from '../insights/alarms/alarms.ts'
import { exportEvidence } from '../insights/alarms/evidence.ts'
import { benchmark } from '../insights/competitors/benchmark.ts'
import { addCompetitor, recordTotals, removeCompetitor } from '../insights/competitors/competitors.ts'
import { correctReview, getReading } from '../insights/corrections/correct.ts'
import { getDraftStyle, saveDraftStyle } from '../insights/drafts/draft-styles.ts'
import { draftReviewReply } from '../insights/drafts/reply-drafts.ts'
import { saveModelAgreement } from '../insights/drafts/rewrite/agreement.ts'
import { explainRating } from '../insights/findings/explain-rating.ts'
import { listFindings } from '../insights/findings/list-findings.ts'
import { insightsOverview } from '../insights/overview/overview.ts'
import { ActionId, ChangeActionInput, MarkActionInput } from '../rules/actions.ts'
import { EvidenceInput, SetAlarmLevelInput } from '../rules/alarms.ts'
import { AddCompetitorInput, BenchmarkInput, CompetitorId, RecordTotalsInput } from '../rules/competitors.ts'
import { CorrectReviewInput, ReadingOf } from '../rules/corrections.ts'
import { DraftReplyInput, DraftStyleOf, SaveDraftStyleInput } from '../rules/drafts.ts'
import { ExplainRatingInput, InsightsInput } from '../rules/insights.ts'
import { SaveModelAgreementInput } from '../rules/language-model.ts'
import { allowedTo, router, verb, withFeature } from './init.ts'

export const insightsRouter = router({
  overview: withFeature('hasAIInsights').input(InsightsInput).query(verb(insightsOverview)),
  findings: withFeature('hasAIInsights').input(InsightsInput).query(verb(listFindings)),
  explainRating: withFeature('hasAIInsights').input(ExplainRatingInput).query(verb(explainRating)),
  setAlarmLevel: withFeature('hasAIInsights', 'organization.update')
    .input(SetAlarmLevelInput)
    .mutation(verb(setAlarmLevel)),
  /** Streams a CSV file for `/export/evidence.csv`; a direct call over HTTP is refused. */
  exportEvidence: withFeature('hasAIInsights').input(EvidenceInput).query(verb(exportEvidence)),
  reading: withFeature('hasAIInsights').input(ReadingOf).query(verb(getReading)),
  correct: withFeature('hasAIInsights', 'reviews.answer')
    .input(CorrectReviewInput)
    .mutation(verb(correctReview)),
  draft: withFeature('hasAIInsights', 'reviews.answer')
    .input(DraftReplyInput)
    .mutation(verb(draftReviewReply)),
  draftStyle: withFeature('hasAIInsights', 'reviews.answer').input(DraftStyleOf).query(verb(getDraftStyle)),
  saveDraftStyle: withFeature('hasAIInsights', 'businesses.update')
    .input(SaveDraftStyleInput)
    .mutation(verb(saveDraftStyle)),
  /** Not limited to a plan, so that it can be switched off after a downgrade. */
  saveModelAgreement: allowedTo('organization.own')
    .input(SaveModelAgreementInput)
    .mutation(verb(saveModelAgreement)),
})

const actionsEditor = withFeature('hasAIInsights', 'businesses.update')

export const actionsRouter = router({
  list: withFeature('hasAIInsights').query(verb(listActions)),
  mark: actionsEditor.input(MarkActionInput).mutation(verb(markAction)),
  change: actionsEditor.input(ChangeActionInput).mutation(verb(changeAction)),
  remove: actionsEditor.input(ActionId).mutation(verb(removeAction)),
})

const benchmarkReader = withFeature('hasCompetitorBenchmark')
const benchmarkEditor = withFeature('hasCompetitorBenchmark', 'businesses.update')

export const competitorsRouter = router({
  benchmark: benchmarkReader.input(BenchmarkInput).query(verb(benchmark)),
  add: benchmarkEditor.input(AddCompetitorInput).mutation(verb(addCompetitor)),
  recordTotals: benchmarkEditor.input(RecordTotalsInput).mutation(verb(recordTotals)),
  remove: benchmarkEditor.input(CompetitorId).mutation(verb(removeCompetitor)),
})
