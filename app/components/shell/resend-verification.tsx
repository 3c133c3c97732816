import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { PaidPlan } from '#worker/rules/billing.ts'

/** The link in the email continues to the checkout of `plan`, if given. */
export function ResendVerification({ plan }: { plan?: PaidPlan }) {
  const { busy, act } = useAction()
  const send = () =>
    act('send', async () => {
      await mutate(api.auth.resendVerification.mutate({ planToPay: plan }), 'account-updated')
      toast.success('A new link is on its way. It works for 24 hours and replaces the earlier one.')
    })
  return (
    <Button variant="outline" size="sm" className="justify-self-start" pending={busy !== null} onClick={send}>
      Send the link again
    </Button>
  )
}
