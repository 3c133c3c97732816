import type { ReactNode } from 'react'
import { BrandMark } from '#app/components/brand-mark.tsx'
import { Sheet, SheetContent, SheetHeader, SheetTitle } from '#app/components/ui/sheet.tsx'
import { BRAND_NAME } from '#app/lib/brand.ts'

export interface DrawerPanelProps {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  children: ReactNode
}

export function DrawerPanel({ isOpen, onOpenChange, children }: DrawerPanelProps) {
  return (
    <Sheet open={isOpen} onOpenChange={onOpenChange}>
      <SheetContent side="left" aria-describedby={undefined}>
        <SheetHeader className="flex-row items-center gap-3 pb-0">
          <BrandMark />
          <SheetTitle className="text-base whitespace-nowrap">{BRAND_NAME}</SheetTitle>
        </SheetHeader>
        {children}
      </SheetContent>
    </Sheet>
  )
}
