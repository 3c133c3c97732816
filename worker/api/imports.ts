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
import { allowedTo, member, router, verb } from './init.ts'

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
