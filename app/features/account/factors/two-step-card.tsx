import { ShieldPlusIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { useAction } from '#app/lib/use-action.ts'
import type { FactorList, FactorView } from '#worker/identity/factors/list-factors.ts'
import type { FactorStep } from './factor-dialog.client.tsx'
import { FactorOn } from './factor-on.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const FactorDialog = lazy(() => import('./factor-dialog.client.tsx'))

/**
 * Two-step sign-in on the Security screen: set it up, see its state, replace the app, make new recovery codes, turn
 * it off.
 *
 * @param factors what `api.auth.mfa.factors()` answers; its loader runs again after a change
 */
export function TwoStepCard({ factors }: { factors: FactorList }) {
  const verified = factors.items.find(({ status }) => status === 'verified')
  const { confirmed, dialog } = useConfirmed()
  const [step, setStep] = useState<FactorStep | null>(null)
  const { busy, act } = useAction<'enroll' | 'renew' | 'remove'>()

  const enroll = () =>
    act('enroll', async () => {
      const enrollment = await confirmed(() => api.auth.mfa.enroll.mutate())
      if (enrollment) setStep({ name: 'scan', enrollment })
    })

  const renew = () =>
    act('renew', async () => {
      const answer = await confirmed(() => api.auth.mfa.renewRecoveryCodes.mutate())
      if (answer) setStep({ name: 'codes', codes: answer.recoveryCodes })
    })

  const remove = ({ id }: FactorView) =>
    act('remove', async () => {
      const answer = await confirmed(() => api.auth.mfa.remove.mutate({ factorId: id }))
      if (answer !== null) toast.success('Two-step sign-in is off.')
      fireAppEvent('account-updated')
    })

  async function verify(factorId: string, code: string) {
    const answer = await confirmed(() => api.auth.mfa.verify.mutate({ factorId, code }))
    if (answer) setStep({ name: 'codes', codes: answer.recoveryCodes })
  }

  function close() {
    setStep(null)
    fireAppEvent('account-updated')
  }

  return (
    <TitledCard title="Two-step sign-in" description="A code from your phone, besides your password.">
      {verified ? (
        <FactorOn
          factor={verified}
          codesLeft={factors.recoveryCodesLeft ?? 0}
          busy={busy}
          onRenew={renew}
          onReplace={enroll}
          onRemove={() => remove(verified)}
        />
      ) : (
        <FactorOff isBusy={busy === 'enroll'} onSetUp={enroll} />
      )}
      {step && (
        <Suspense>
          <FactorDialog step={step} onCode={verify} onClose={close} />
        </Suspense>
      )}
      {dialog}
    </TitledCard>
  )
}

/** What two-step sign-in is good for, and the button that sets it up. */
function FactorOff({ isBusy, onSetUp }: { isBusy: boolean; onSetUp: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-sm">
        It is off: whoever knows your password gets in. With an authenticator app on your phone a stolen
        password is not enough. Setting it up takes two minutes.
      </p>
      <Button pending={isBusy} onClick={onSetUp}>
        <ShieldPlusIcon aria-hidden />
        Set up
      </Button>
    </div>
  )
}
