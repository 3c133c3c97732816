import { exportArchive } from '../archives/export.ts'
import { restoreBusiness, restoreRows } from '../archives/import.ts'
import { RestoreBusinessInput, RestoreReviewsInput } from '../rules/archive-import.ts'
import { allowedTo, member, router, verb } from './init.ts'

export const archivesRouter = router({
  /** Pieces of a zip archive, for `/export/archive.zip`: as a plain answer over HTTP it is refused. */
  export: member.query(verb(exportArchive)),
  restoreBusiness: allowedTo('organization.export')
    .input(RestoreBusinessInput)
    .mutation(verb(restoreBusiness)),
  restoreReviews: allowedTo('organization.export').input(RestoreReviewsInput).mutation(verb(restoreRows)),
})
