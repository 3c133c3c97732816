import { getDeletion, keepAccount } from '../erasure/keep-account.ts'
import { requestDeletion } from '../erasure/request-deletion.ts'
import { KeepAccountToken } from '../rules/account-deletion.ts'
import { anyone, router, signedIn, verb } from './init.ts'

/** The caller's whole account: none of it is open to access tokens. */
export const accountRouter = router({
  delete: signedIn.mutation(verb(requestDeletion)),
  deletion: anyone.input(KeepAccountToken).query(verb(getDeletion)),
  keep: anyone.input(KeepAccountToken).mutation(verb(keepAccount)),
})
