import { cancelRun } from '../collection/close.ts'
import { findPlace } from '../collection/find-place.ts'
import { previewReviews } from '../collection/preview.ts'
import { getRun, listRuns } from '../collection/queries.ts'
import { scrapeListing } from '../collection/scrape.ts'
import { startCollection } from '../collection/start.ts'
import { importOptions } from '../imports/import-options.ts'
import { finishImport, startImport } from '../imports/import-run.ts'
import { addHeldMail, discardHeldMail } from '../imports/mail/held-mails.ts'
import { removeMailAddress, renewMailAddress } from '../imports/mail-address.ts'
import { pasteReview } from '../imports/paste.ts'
import { pushReviews } from '../imports/push.ts'
import { importRows } from '../imports/store-step.ts'
import { ListRunsInput, PreviewInput, RunId, ScrapeInput, StartCollectionInput } from '../rules/collection.ts'
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
