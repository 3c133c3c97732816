import { claimOperation } from '../operation/operator-link.ts'
import { sendOperatorTest } from '../operation/send-test.ts'
import { tryKeys } from '../operation/try-keys.ts'
import { ClaimInput } from '../rules/operation.ts'
import { operatorScreen } from '../screens/operator.ts'
import { member, operator, router, verb } from './init.ts'

export const operatorRouter = router({
  claim: member.input(ClaimInput).mutation(verb(claimOperation)),
  screen: operator.query(verb(operatorScreen)),
  tryKeys: operator.mutation(verb(tryKeys)),
  sendTest: operator.mutation(verb(sendOperatorTest)),
})
