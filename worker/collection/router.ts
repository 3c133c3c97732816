import { allowedTo, member, router } from '../api/init.ts'
import { ListRunsInput, RunId, StartCollectionInput } from '../rules/collection.ts'
import { cancelRun } from './cancel.ts'
import { getRun, listRuns } from './find-runs.ts'
import { startCollection } from './start.ts'

export const collectionRouter = router({
  start: allowedTo('collection.start')
    .input(StartCollectionInput)
    .mutation(({ ctx, input }) => startCollection(ctx, input)),
  run: member.input(RunId).query(({ ctx, input }) => getRun(ctx, input)),
  runs: member.input(ListRunsInput).query(({ ctx, input }) => listRuns(ctx, input)),
  cancel: allowedTo('collection.start')
    .input(RunId)
    .mutation(({ ctx, input }) => cancelRun(ctx, input)),
})
