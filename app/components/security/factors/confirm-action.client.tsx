import {
  AlertDialog,
  AlertDialogAction,
  AlertDialogCancel,
  AlertDialogContent,
  AlertDialogDescription,
  AlertDialogFooter,
  AlertDialogHeader,
  AlertDialogTitle,
} from '#app/components/ui/alert-dialog.tsx'

export interface ConfirmActionProps {
  title: string
  text: string
  action: string
  isDestructive?: boolean
  onAction: () => void
  onClose: () => void
}

/** Asks whether something is really meant, open from its first moment on. */
export function ConfirmAction({
  title,
  text,
  action,
  isDestructive = false,
  onAction,
  onClose,
}: ConfirmActionProps) {
  return (
    <AlertDialog defaultOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      <AlertDialogContent>
        <AlertDialogHeader>
          <AlertDialogTitle>{title}</AlertDialogTitle>
          <AlertDialogDescription>{text}</AlertDialogDescription>
        </AlertDialogHeader>
        <AlertDialogFooter>
          <AlertDialogCancel>Keep as it is</AlertDialogCancel>
          <AlertDialogAction variant={isDestructive ? 'destructive' : 'default'} onClick={onAction}>
            {action}
          </AlertDialogAction>
        </AlertDialogFooter>
      </AlertDialogContent>
    </AlertDialog>
  )
}
