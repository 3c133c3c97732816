import { cancelPlan, previewSwitch, resumePlan, switchPlan } from '../billing/change-plan.ts'
import { confirmCheckout, openCheckout } from '../billing/checkout.ts'
import { openPortal } from '../billing/customer.ts'
import { getBilling } from '../billing/get-billing.ts'
import { payLocally } from '../billing/local-payments.ts'
import { creditBalance, creditLedger } from '../credits/credits.ts'
import { CheckoutInput, ConfirmCheckoutInput, PayLocallyInput, SwitchPlanInput } from '../rules/billing.ts'
import { ListCreditsInput } from '../rules/credits.ts'
import { allowedTo, member, router, verb } from './init.ts'

const managing = allowedTo('organization.own')

/** Not open to access tokens. */
export const billingRouter = router({
  plan: member.query(verb(getBilling)),
  checkout: managing.input(CheckoutInput).mutation(verb(openCheckout)),
  confirm: managing.input(ConfirmCheckoutInput).mutation(verb(confirmCheckout)),
  payLocally: managing.input(PayLocallyInput).mutation(verb(payLocally)),
  previewSwitch: managing.input(SwitchPlanInput).query(verb(previewSwitch)),
  switchPlan: managing.input(SwitchPlanInput).mutation(verb(switchPlan)),
  cancel: managing.mutation(verb(cancelPlan)),
  resume: managing.mutation(verb(resumePlan)),
  portal: managing.mutation(verb(openPortal)),
})

export const creditsRouter = router({
  balance: member.query(verb(creditBalance)),
  ledger: member.input(ListCreditsInput).query(verb(creditLedger)),
})
