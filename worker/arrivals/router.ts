import { allowedTo, member, router } from '../api/init.ts'
import {
  ArrivalBusiness,
  FinishImportInput,
  HeldMailId,
  ImportRowsInput,
  PasteReviewInput,
  PushReviewsInput,
  StartImportInput,
} from '../rules/arrivals.ts'
import { finishImport } from './finish-import.ts'
import { importRows } from './import-rows.ts'
import { addHeldMail } from './mail/add-held-mail.ts'
import { discardHeldMail } from './mail/discard-held-mail.ts'
import { removeMailAddress, renewMailAddress } from './mail-address.ts'
import { pasteReview } from './paste.ts'
import { pushReviews } from './push.ts'
import { startImport } from './start-import.ts'
import { waysIn } from './ways-in.ts'

export const arrivalsRouter = router({
  waysIn: member.input(ArrivalBusiness).query(({ ctx, input }) => waysIn(ctx, input)),
  startImport: allowedTo('reviews.import')
    .input(StartImportInput)
    .mutation(({ ctx, input }) => startImport(ctx, input)),
  importRows: allowedTo('reviews.import')
    .input(ImportRowsInput)
    .mutation(({ ctx, input }) => importRows(ctx, input)),
  finishImport: allowedTo('reviews.import')
    .input(FinishImportInput)
    .mutation(({ ctx, input }) => finishImport(ctx, input)),
  paste: allowedTo('reviews.import')
    .input(PasteReviewInput)
    .mutation(({ ctx, input }) => pasteReview(ctx, input)),
  push: allowedTo('reviews.import')
    .input(PushReviewsInput)
    .mutation(({ ctx, input }) => pushReviews(ctx, input)),
  renewMailAddress: allowedTo('reviews.import')
    .input(ArrivalBusiness)
    .mutation(({ ctx, input }) => renewMailAddress(ctx, input)),
  addHeldMail: allowedTo('reviews.import')
    .input(HeldMailId)
    .mutation(({ ctx, input }) => addHeldMail(ctx, input)),
  discardHeldMail: allowedTo('reviews.import')
    .input(HeldMailId)
    .mutation(({ ctx, input }) => discardHeldMail(ctx, input)),
  removeMailAddress: allowedTo('reviews.import')
    .input(ArrivalBusiness)
    .mutation(({ ctx, input }) => removeMailAddress(ctx, input)),
})
