import { Button } from '#app/components/ui/button.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { mutate, useAction } from '#app/lib/mutate.ts'
import { type BillingView, isContested } from '#worker/rules/billing.ts'
import { whatStops } from '#worker/rules/plan-changes.ts'
import { PLAN_NAMES } from '#worker/rules/plans.ts'

interface EndingProps {
  billing: BillingView
  subscription: NonNullable<BillingView['subscription']>
}

export default function Ending({ billing, subscription }: EndingProps) {
  const { busy, act } = useAction()
  const { date } = useFormat()
  const { plan, endsAt, renewsAt } = subscription
  const name = PLAN_NAMES[plan]
  const cancel = (done: string) =>
    void act('cancel', async () => {
      await mutate(api.billing.cancel.mutate(), 'account-updated')
      toast.success(done)
    })
  if (isContested(subscription)) {
    return (
      <ConfirmButton
        trigger={{ variant: 'outline', pending: busy === 'cancel', children: 'End plan' }}
        title={`End ${name} now?`}
        text="It isn’t active, and it won’t be charged again. You can buy a plan again at any time. Nothing is deleted."
        action="End plan"
        cancel="Cancel"
        isDestructive
        onAction={() => cancel(`${name} has ended.`)}
      />
    )
  }
  if (endsAt) {
    return (
      <Button
        pending={busy === 'resume'}
        onClick={() =>
          void act('resume', async () => {
            await mutate(api.billing.resume.mutate(), 'account-updated')
            toast.success(`Your ${name} plan will continue.`)
          })
        }
      >
        Keep {name}
      </Button>
    )
  }
  const stops = whatStops(plan, 'free', billing)
  const until = renewsAt ? `You keep it until ${date(renewsAt)}. ` : ''
  return (
    <ConfirmButton
      trigger={{ variant: 'outline', pending: busy === 'cancel', children: 'Cancel plan' }}
      title={`Cancel ${name}?`}
      text={[`${until}After that:`, ...stops.map((stop) => `• ${stop}`), 'Nothing is deleted.'].join('\n')}
      action="Cancel plan"
      cancel={`Keep ${name}`}
      isDestructive
      onAction={() => cancel(`${name} is cancelled.`)}
    />
  )
}
