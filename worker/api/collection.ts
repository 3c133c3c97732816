import { cancelRun } from '../collection/close.ts'
import { findPlace } from '../collection/find-place.ts'
import { previewReviews } from '../collection/preview.ts'
import { getRun, listRuns } from '../collection/queries.ts'
import { scrapeListing } from '../collection/scrape.ts'
import { startCollection } from '../collection/start.ts'
import { ListRunsInput, PreviewInput, RunId, ScrapeInput, StartCollectionInput } from '../rules/collection.ts'
import { FindPlaceInput } from '../rules/found-place.ts'
import { allowedTo, member, router, verb } from './init.ts'

export const collectionRouter = router({
  start: allowedTo('collection.start').input(StartCollectionInput).mutation(verb(startCollection)),
  scrape: allowedTo('collection.start').input(ScrapeInput).mutation(verb(scrapeListing)),
  preview: allowedTo('reviews.read').input(PreviewInput).query(verb(previewReviews)),
  findPlace: allowedTo('businesses.create').input(FindPlaceInput).mutation(verb(findPlace)),
  run: member.input(RunId).query(verb(getRun)),
  runs: member.input(ListRunsInput).query(verb(listRuns)),
  cancel: allowedTo('collection.start').input(RunId).mutation(verb(cancelRun)),
})
