import { ShieldCheck, ShieldPlus } from 'lucide'
import { type ReactNode, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { ConfirmButton } from '#app/components/ui/confirm-button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import { mutate, useAction } from '#app/lib/mutate.ts'
import type { FactorList, FactorView } from '#worker/identity/factors/factors.ts'
import { RECOVERY_CODES } from '#worker/rules/mfa.ts'
import type { FactorStep } from './factor-dialog.client.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const FactorDialog = onDemand(() => import('./factor-dialog.client.tsx'))

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
      const removal = () => mutate(api.auth.mfa.remove.mutate({ factorId: id }), 'account-updated')
      if ((await confirmed(removal)) !== null) toast.success('Two-step sign-in is off.')
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
    <TitledCard title="Two-step sign-in" description="A code from your phone, in addition to your password.">
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
      {step && <FactorDialog step={step} onCode={verify} onClose={close} />}
      {dialog}
    </TitledCard>
  )
}

function FactorOff({ isBusy, onSetUp }: { isBusy: boolean; onSetUp: () => void }) {
  return (
    <div className="grid justify-items-start gap-4">
      <p className="max-w-prose text-sm">
        Add a code from your phone when you sign in: then a stolen password is not enough. It takes two
        minutes.
      </p>
      <Button pending={isBusy} onClick={onSetUp}>
        <Icon of={ShieldPlus} />
        Set up
      </Button>
    </div>
  )
}

const FEW_CODES = 3

interface FactorOnProps {
  factor: FactorView
  codesLeft: number
  busy: 'enroll' | 'renew' | 'remove' | null
  onRenew: () => void
  onReplace: () => void
  onRemove: () => void
}

function FactorOn({ factor, codesLeft, busy, onRenew, onReplace, onRemove }: FactorOnProps) {
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 text-sm sm:grid-cols-3">
        <Fact name="Authenticator app">
          <Badge variant="positive">
            <Icon of={ShieldCheck} />
            On
          </Badge>
        </Fact>
        <Fact name="Last used">
          <RelativeTime date={factor.lastUsedAt ?? factor.createdAt} />
        </Fact>
        <Fact name="Recovery codes">
          {codesLeft} of {RECOVERY_CODES} left
        </Fact>
      </dl>
      {codesLeft <= FEW_CODES && (
        <Alert variant="warning">
          {codesLeft === 0
            ? 'You have no recovery codes left. Without your phone, you couldn’t sign in. Create new ones.'
            : 'Your recovery codes are running low. Create new ones.'}
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <ConfirmButton
          trigger={{ variant: 'outline', pending: busy === 'renew', children: 'New recovery codes' }}
          title="Create new recovery codes?"
          text="Your current codes will stop working immediately."
          action="Create new codes"
          cancel="Cancel"
          onAction={onRenew}
        />
        <Button variant="outline" pending={busy === 'enroll'} onClick={onReplace}>
          Use another app
        </Button>
        <ConfirmButton
          trigger={{ variant: 'ghost', pending: busy === 'remove', children: 'Turn off' }}
          title="Turn two-step sign-in off?"
          text="Your password alone will sign you in, your recovery codes stop working, and you are logged out everywhere else."
          action="Turn off"
          cancel="Cancel"
          isDestructive
          onAction={onRemove}
        />
      </div>
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid content-start gap-1">
      <dt className="text-muted-foreground">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
