import * as AlertDialog from 'radix-ui/alert-dialog'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogFooter, OVERLAY_CLASSES, useReturnFocus } from './dialog.tsx'

export interface ConfirmActionProps {
  title: string
  text: ReactNode
  action: string
  cancel?: string
  isDestructive?: boolean
  onAction: () => void
  onClose: () => void
}

/** Open from the start, because it is rendered when its button is pressed. */
export default function ConfirmAction({
  title,
  text,
  action,
  cancel = 'Cancel',
  isDestructive = false,
  onAction,
  onClose,
}: ConfirmActionProps) {
  const returnFocus = useReturnFocus()
  return (
    <AlertDialog.Root defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={OVERLAY_CLASSES} />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/2 left-1/2 z-50 grid w-[calc(100%-2rem)] max-w-md -translate-x-1/2 -translate-y-1/2 gap-5 rounded-xl border bg-card p-6 text-card-foreground shadow-lg data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95 data-[state=closed]:animate-out data-[state=closed]:fade-out-0"
        >
          <div className="flex flex-col gap-1.5">
            <AlertDialog.Title className="text-lg font-semibold tracking-tight wrap-anywhere">
              {title}
            </AlertDialog.Title>
            <AlertDialog.Description className="text-sm whitespace-pre-line text-muted-foreground">
              {text}
            </AlertDialog.Description>
          </div>
          <DialogFooter>
            <AlertDialog.Cancel asChild>
              <Button variant="outline">{cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button variant={isDestructive ? 'destructive' : 'default'} onClick={onAction}>
                {action}
              </Button>
            </AlertDialog.Action>
          </DialogFooter>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
