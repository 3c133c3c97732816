import { cancelRun } from '../collection/close.ts'
import { previewReviews } from '../collection/preview.ts'
import { getRun, listRuns } from '../collection/queries.ts'
import { scrapeListing } from '../collection/scrape.ts'
import { startCollection } from '../collection/start.ts'
import { ListRunsInput, PreviewInput, RunId, ScrapeInput, StartCollectionInput } from '../rules/collection.ts'
import { allowedTo, member, router } from './init.ts'

export const collectionRouter = router({
  start: allowedTo('collection.start')
    .input(StartCollectionInput)
    .mutation(({ ctx, input }) => startCollection(ctx, input)),
  scrape: allowedTo('collection.start')
    .input(ScrapeInput)
    .mutation(({ ctx, input }) => scrapeListing(ctx, input)),
  preview: allowedTo('reviews.read')
    .input(PreviewInput)
    .query(({ ctx, input }) => previewReviews(ctx, input)),
  run: member.input(RunId).query(({ ctx, input }) => getRun(ctx, input)),
  runs: member.input(ListRunsInput).query(({ ctx, input }) => listRuns(ctx, input)),
  cancel: allowedTo('collection.start')
    .input(RunId)
    .mutation(({ ctx, input }) => cancelRun(ctx, input)),
})
