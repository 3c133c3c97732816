import { finishImport } from '../imports/finish-import.ts'
import { importOptions } from '../imports/import-options.ts'
import { importRows } from '../imports/import-rows.ts'
import { addHeldMail } from '../imports/mail/add-held-mail.ts'
import { discardHeldMail } from '../imports/mail/held-mails.ts'
import { removeMailAddress, renewMailAddress } from '../imports/mail-address.ts'
import { pasteReview } from '../imports/paste.ts'
import { pushReviews } from '../imports/push.ts'
import { startImport } from '../imports/start-import.ts'
import {
  FinishImportInput,
  HeldMailId,
  ImportRowsInput,
  ImportTarget,
  PasteReviewInput,
  PushReviewsInput,
  StartImportInput,
} from '../rules/imports.ts'
import { allowedTo, member, router } from './init.ts'

export const importsRouter = router({
  options: member.input(ImportTarget).query(({ ctx, input }) => importOptions(ctx, input)),
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
    .input(ImportTarget)
    .mutation(({ ctx, input }) => renewMailAddress(ctx, input)),
  addHeldMail: allowedTo('reviews.import')
    .input(HeldMailId)
    .mutation(({ ctx, input }) => addHeldMail(ctx, input)),
  discardHeldMail: allowedTo('reviews.import')
    .input(HeldMailId)
    .mutation(({ ctx, input }) => discardHeldMail(ctx, input)),
  removeMailAddress: allowedTo('reviews.import')
    .input(ImportTarget)
    .mutation(({ ctx, input }) => removeMailAddress(ctx, input)),
})
