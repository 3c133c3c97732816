import { X } from 'lucide'
import * as DialogPrimitive from 'radix-ui/dialog'
import { type ComponentPropsWithoutRef, type HTMLAttributes, type ReactNode, useState } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'

export const Dialog = DialogPrimitive.Root

export const OVERLAY_CLASSES =
  'fixed inset-0 z-50 bg-overlay data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=closed]:animate-out data-[state=closed]:fade-out-0'

/**
 * Handler for `onCloseAutoFocus`. Focuses the element that opened the dialog, or the main area if that element is gone:
 * Radix does so only for its own triggers, which our dialogs lack. A focus that has already moved elsewhere, such as to
 * the heading of a new screen, stays there.
 */
export function useReturnFocus() {
  const [opener] = useState(() => (typeof document === 'undefined' ? null : document.activeElement))
  return (event: Event) => {
    event.preventDefault()
    if (document.activeElement !== document.body) return
    // A menu unmounts with its item, so use the menu's button.
    const menu = opener?.closest('[role="menu"]')
    const target = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : opener
    const isThere = target instanceof HTMLElement && target.isConnected && target !== document.body
    ;(isThere ? target : document.getElementById('main'))?.focus()
  }
}

export function DialogContent({
  className,
  children,
  ...props
}: ComponentPropsWithoutRef<typeof DialogPrimitive.Content>) {
  const returnFocus = useReturnFocus()
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className={OVERLAY_CLASSES} />
      <DialogPrimitive.Content
        className={cn(
          'fixed inset-0 z-50 flex flex-col gap-5 overflow-y-auto bg-card p-5 text-card-foreground shadow-lg sm:inset-auto sm:top-1/2 sm:left-1/2 sm:max-h-[90dvh] sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl sm:border sm:p-6 data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=open]:zoom-in-95 data-[state=closed]:animate-out data-[state=closed]:fade-out-0',
          className,
        )}
        onCloseAutoFocus={returnFocus}
        {...props}
      >
        {children}
        <DialogPrimitive.Close
          aria-label="Close"
          className="absolute top-2 right-2 grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-accent sm:top-3 sm:right-3 dense:size-9"
        >
          <Icon of={X} className="size-4" />
        </DialogPrimitive.Close>
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  )
}

export function DialogHeading({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 pr-10">
      <DialogPrimitive.Title className="text-lg font-semibold tracking-tight">{title}</DialogPrimitive.Title>
      <DialogPrimitive.Description className="text-sm text-muted-foreground">
        {children}
      </DialogPrimitive.Description>
    </div>
  )
}

export function DialogFooter({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div className={cn('flex flex-col-reverse gap-2 sm:flex-row sm:justify-end', className)} {...props} />
  )
}
