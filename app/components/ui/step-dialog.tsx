import type { ReactNode } from 'react'
import { Dialog, DialogContent, useReturnFocus } from './dialog.tsx'

interface StepDialogProps {
  step: string
  /** True if the content is shown only once, so that only its own button may close it. */
  mustStay: boolean
  onClose: () => void
  children: ReactNode
}

/** A sequence of steps, each in its own dialog, so that every step takes the focus and is read out. */
export function StepDialog({ step, mustStay, onClose, children }: StepDialogProps) {
  // Records where the first step was opened; later steps are opened from inside an earlier one.
  const returnFocus = useReturnFocus()
  return (
    <Dialog key={step} open onOpenChange={onClose}>
      <DialogContent
        onCloseAutoFocus={returnFocus}
        onEscapeKeyDown={(event) => mustStay && event.preventDefault()}
        // A credential dialog counts as outside this one.
        onInteractOutside={(event) => event.preventDefault()}
        className={mustStay ? '[&>[aria-label=Close]]:hidden' : undefined}
      >
        {children}
      </DialogContent>
    </Dialog>
  )
}
