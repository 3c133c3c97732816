import { Dialog, DialogContent } from '#app/components/ui/dialog.tsx'
import type { Enrollment } from '#worker/identity/factors/enroll.ts'
import { RecoveryCodesStep } from './recovery-codes-step.tsx'
import { ScanStep } from './scan-step.tsx'

/** What the dialog shows: a key to scan, or codes to keep. */
export type FactorStep =
  | { name: 'scan'; enrollment: Enrollment }
  | { name: 'codes'; codes: readonly string[] }

export interface FactorDialogProps {
  step: FactorStep
  onCode: (factorId: string, code: string) => Promise<void>
  onClose: () => void
}

/** People may cancel the set-up. Once codes are made, they must save them first. */
export default function FactorDialog({ step, onCode, onClose }: FactorDialogProps) {
  const mustStay = step.name === 'codes'
  const stay = (event: Event) => {
    if (mustStay) event.preventDefault()
  }
  return (
    // A step is a dialog of its own, so that it takes the focus and is read out.
    <Dialog key={step.name} open onOpenChange={onClose}>
      <DialogContent
        onEscapeKeyDown={stay}
        // A dialog that asks for a credential is outside of this one.
        onInteractOutside={(event) => event.preventDefault()}
        className={mustStay ? '[&>[aria-label=Close]]:hidden' : undefined}
      >
        {step.name === 'scan' ? (
          <ScanStep enrollment={step.enrollment} onCode={(code) => onCode(step.enrollment.factorId, code)} />
        ) : (
          <RecoveryCodesStep codes={step.codes} onSaved={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}
