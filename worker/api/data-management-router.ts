import { exportArchive } from '../archives/export.ts'
import { restoreBusiness, restoreRows } from '../archives/import.ts'
import { restoreAsks } from '../asking/ask-log.ts'
import { getDeletion, keepAccount, requestDeletion } from '../erasure/request-deletion.ts'
import { restoreCompetitor } from '../insights/competitors/competitors.ts'
import { KeepAccountToken } from '../rules/account-deletion.ts'
import {
  RestoreAsksInput,
  RestoreBusinessInput,
  RestoreCompetitorInput,
  RestoreReviewsInput,
} from '../rules/archive-import.ts'
import { allowedTo, anyone, member, router, signedIn, verb, withFeature } from './init.ts'

/** Not open to access tokens. */
export const accountRouter = router({
  delete: signedIn.mutation(verb(requestDeletion)),
  deletion: anyone.input(KeepAccountToken).query(verb(getDeletion)),
  keep: anyone.input(KeepAccountToken).mutation(verb(keepAccount)),
})

export const archivesRouter = router({
  /** Streams a zip archive for `/export/archive.zip`; a direct call over HTTP is refused. */
  export: member.query(verb(exportArchive)),
  restoreBusiness: allowedTo('organization.export')
    .input(RestoreBusinessInput)
    .mutation(verb(restoreBusiness)),
  restoreAsks: allowedTo('organization.export').input(RestoreAsksInput).mutation(verb(restoreAsks)),
  restoreCompetitor: withFeature('hasCompetitorBenchmark', 'organization.export')
    .input(RestoreCompetitorInput)
    .mutation(verb(restoreCompetitor)),
  restoreReviews: allowedTo('organization.export').input(RestoreReviewsInput).mutation(verb(restoreRows)),
})
