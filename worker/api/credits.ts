import { creditBalance, creditLedger } from '../billing/credit-ledger.ts'
import { ListCreditsInput } from '../rules/credits.ts'
import { member, router, verb } from './init.ts'

export const creditsRouter = router({
  balance: member.query(verb(creditBalance)),
  ledger: member.input(ListCreditsInput).query(verb(creditLedger)),
})
