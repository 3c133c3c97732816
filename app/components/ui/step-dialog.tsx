import type { ReactNode } from 'react'
import { Dialog, DialogContent, useReturnFocus } from './dialog.tsx'

interface StepDialogProps {
  step: string
  /** What is shown now is shown only once: it can't be left but by its own button. */
  mustStay: boolean
  onClose: () => void
  children: ReactNode
}

/** Steps one after the other. Each is a dialog of its own, so that it takes the focus and is read out. */
export function StepDialog({ step, mustStay, onClose, children }: StepDialogProps) {
  // Where the first was opened: what opens the others is inside of one.
  const returnFocus = useReturnFocus()
  return (
    <Dialog key={step} open onOpenChange={onClose}>
      <DialogContent
        onCloseAutoFocus={returnFocus}
        onEscapeKeyDown={(event) => mustStay && event.preventDefault()}
        // A dialog that asks for a credential is outside of this one.
        onInteractOutside={(event) => event.preventDefault()}
        className={mustStay ? '[&>[aria-label=Close]]:hidden' : undefined}
      >
        {children}
      </DialogContent>
    </Dialog>
  )
}
