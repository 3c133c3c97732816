import { useRevalidator } from '@remix-run/react'
import { lazy, Suspense, useState } from 'react'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import type { Enrollment } from '#worker/identity/factors/enroll.ts'
import type { FactorList, FactorView } from '#worker/identity/factors/list-factors.ts'
import { FactorOff } from './factor-off.tsx'
import { FactorOn } from './factor-on.tsx'
import { useConfirmed } from './use-confirmed.tsx'

const FactorDialog = lazy(() =>
  import('./factor-dialog.client.tsx').then((module) => ({ default: module.FactorDialog })),
)

/** What the dialog shows: a key to scan, or codes to keep. */
export type FactorStep =
  | { name: 'scan'; enrollment: Enrollment }
  | { name: 'codes'; codes: readonly string[] }

/**
 * Two-step sign-in on the Security screen: set it up, see how it stands, replace the app, make new recovery codes, turn
 * it off.
 *
 * @param factors what `api.auth.mfa.factors()` answers; the loader that read it is asked again after a change
 */
export function TwoStepCard({ factors }: { factors: FactorList }) {
  const verified = factors.items.find(({ status }) => status === 'verified')
  const { confirmed, dialog } = useConfirmed()
  const { revalidate } = useRevalidator()
  const [step, setStep] = useState<FactorStep | null>(null)
  const [busy, setBusy] = useState<'enroll' | 'renew' | 'remove' | null>(null)

  async function act(name: 'enroll' | 'renew' | 'remove', work: () => Promise<void>) {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      toast.error(errorText(error))
    } finally {
      setBusy(null)
    }
  }

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
      const answer = await confirmed(async () => {
        await api.auth.mfa.remove.mutate({ factorId: id })
        return true
      })
      if (answer) toast.success('Two-step sign-in is off.')
      revalidate()
    })

  async function verify(factorId: string, code: string) {
    const answer = await confirmed(() => api.auth.mfa.verify.mutate({ factorId, code }))
    if (answer) setStep({ name: 'codes', codes: answer.recoveryCodes })
  }

  function close() {
    setStep(null)
    revalidate()
  }

  return (
    <Card>
      <CardHeader>
        <CardTitle>Two-step sign-in</CardTitle>
        <CardDescription>A code from your phone, besides your password.</CardDescription>
      </CardHeader>
      <CardContent>
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
      </CardContent>
      {step && (
        <Suspense>
          <FactorDialog step={step} onCode={verify} onClose={close} />
        </Suspense>
      )}
      {dialog}
    </Card>
  )
}
