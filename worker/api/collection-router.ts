import {
  createPlatform,
  listOwnPlatforms,
  removePlatform,
  updatePlatform,
} from '../businesses/own-platforms.ts'
import { cancelRun } from '../collection/close.ts'
import { findPlace } from '../collection/find-place.ts'
import { previewReviews } from '../collection/preview.ts'
import { getRun, listRuns } from '../collection/queries.ts'
import { scrapeListing } from '../collection/scrape.ts'
import { startCollection } from '../collection/start.ts'
import { linkPlace, unlinkPlace } from '../connections/link.ts'
import { listConnections } from '../connections/list.ts'
import { listPlaces } from '../connections/places.ts'
import { removeConnection } from '../connections/remove.ts'
import { importOptions } from '../imports/import-options.ts'
import { finishImport, startImport } from '../imports/import-run.ts'
import { addHeldMail, discardHeldMail } from '../imports/mail/held-mails.ts'
import { removeMailAddress, renewMailAddress } from '../imports/mail-address.ts'
import { pasteReview } from '../imports/paste.ts'
import { pushReviews } from '../imports/push.ts'
import { importRows } from '../imports/store-step.ts'
import { readAnew } from '../insights/reading/readings.ts'
import { resumePosts } from '../responses/posting/mark-post.ts'
import { ListRunsInput, PreviewInput, RunId, ScrapeInput, StartCollectionInput } from '../rules/collection.ts'
import { ConnectionId, LinkPlaceInput, ListPlacesInput, UnlinkPlaceInput } from '../rules/connections.ts'
import { FindPlaceInput } from '../rules/found-place.ts'
import {
  FinishImportInput,
  HeldMailId,
  ImportRowsInput,
  ImportTarget,
  PasteReviewInput,
  PushReviewsInput,
  StartImportInput,
} from '../rules/imports.ts'
import { CreatePlatformInput, OwnPlatformId, UpdatePlatformInput } from '../rules/own-platforms.ts'
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

export const platformsRouter = router({
  list: member.query(({ ctx }) => listOwnPlatforms(ctx)),
  create: allowedTo('businesses.update').input(CreatePlatformInput).mutation(verb(createPlatform)),
  update: allowedTo('businesses.update').input(UpdatePlatformInput).mutation(verb(updatePlatform)),
  remove: allowedTo('businesses.update').input(OwnPlatformId).mutation(verb(removePlatform)),
})

export const importsRouter = router({
  options: member.input(ImportTarget).query(verb(importOptions)),
  startImport: allowedTo('reviews.import').input(StartImportInput).mutation(verb(startImport)),
  importRows: allowedTo('reviews.import').input(ImportRowsInput).mutation(verb(importRows)),
  finishImport: allowedTo('reviews.import').input(FinishImportInput).mutation(verb(finishImport)),
  paste: allowedTo('reviews.import').input(PasteReviewInput).mutation(verb(pasteReview)),
  push: allowedTo('reviews.import').input(PushReviewsInput).mutation(verb(pushReviews)),
  renewMailAddress: allowedTo('reviews.import').input(ImportTarget).mutation(verb(renewMailAddress)),
  addHeldMail: allowedTo('reviews.import').input(HeldMailId).mutation(verb(addHeldMail)),
  discardHeldMail: allowedTo('reviews.import').input(HeldMailId).mutation(verb(discardHeldMail)),
  removeMailAddress: allowedTo('reviews.import').input(ImportTarget).mutation(verb(removeMailAddress)),
})

/** Connecting isn't a procedure: the browser navigates to /connections/:provider. */
export const connectionsRouter = router({
  list: member.query(verb(listConnections)),
  locations: allowedTo('businesses.update').input(ListPlacesInput).query(verb(listPlaces)),
  link: allowedTo('businesses.update')
    .input(LinkPlaceInput)
    .mutation(({ ctx, input }) => linkPlace(ctx, input, { resumePosts, readAnew })),
  unlink: allowedTo('businesses.update').input(UnlinkPlaceInput).mutation(verb(unlinkPlace)),
  remove: allowedTo('businesses.update').input(ConnectionId).mutation(verb(removeConnection)),
})
