import { XIcon } from 'lucide-react'
import * as Dialog from 'radix-ui/dialog'
import type { ReactNode } from 'react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { OVERLAY_CLASSES, useReturnFocus } from '#app/components/ui/dialog.tsx'
import { BRAND_NAME } from '#app/lib/page-meta.ts'

export interface DrawerPanelProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export default function DrawerPanel({ isOpen, onOpenChange, children }: DrawerPanelProps) {
  const returnFocus = useReturnFocus()
  return (
    <Dialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className={OVERLAY_CLASSES} />
        <Dialog.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-y-0 left-0 z-50 flex w-72 max-w-[85vw] flex-col gap-4 overflow-y-auto border-r bg-card text-card-foreground shadow-lg data-[state=open]:animate-in data-[state=open]:slide-in-from-left data-[state=closed]:animate-out data-[state=closed]:slide-out-to-left"
        >
          <div className="flex items-center gap-3 p-5 pr-14 pb-0">
            <BrandMark />
            <Dialog.Title className="text-base font-semibold tracking-tight whitespace-nowrap">
              {BRAND_NAME}
            </Dialog.Title>
          </div>
          {children}
          <Dialog.Close
            aria-label="Close"
            className="absolute top-2 right-2 grid size-11 place-items-center rounded-lg text-muted-foreground hover:bg-accent"
          >
            <XIcon className="size-4" aria-hidden />
          </Dialog.Close>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
