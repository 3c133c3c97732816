import type { ReactNode } from 'react'
import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from './alert-dialog.tsx'

export interface ConfirmActionProps {
  title: string
  text: ReactNode
  action: string
  /** The way out of it. */
  cancel?: string
  isDestructive?: boolean
  onAction: () => void
  onClose: () => void
}

/** Asks whether something is really meant, open from its first moment on. */
export function ConfirmAction({
  title,
  text,
  action,
  cancel = 'Keep it',
  isDestructive = false,
  onAction,
  onClose,
}: ConfirmActionProps) {
  return (
    <AlertDialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle className="wrap-anywhere">{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>{cancel}</AlertDialogCancel>
          <AlertDialogAction variant={isDestructive ? 'destructive' : 'default'} onClick={onAction}>
            {action}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
