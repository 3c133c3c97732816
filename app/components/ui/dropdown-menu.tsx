import { Check } from 'lucide'
import * as MenuPrimitive from 'radix-ui/dropdown-menu'
import { type ComponentPropsWithoutRef, startTransition, useState } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'
import { cn } from '#app/lib/cn.ts'

/** Not modal: a modal menu hides the page around it from screen readers but leaves its controls focusable. */
export function DropdownMenu({ defaultOpen = false, onOpenChange, ...props }: DropdownMenuProps) {
  const [isOpen, setOpen] = useState(defaultOpen)
  function change(open: boolean) {
    // A transition, because a menu may have many items and the button should respond at once.
    if (open) startTransition(() => setOpen(true))
    else setOpen(false)
    onOpenChange?.(open)
  }
  return <MenuPrimitive.Root modal={false} open={isOpen} onOpenChange={change} {...props} />
}

type DropdownMenuProps = Omit<ComponentPropsWithoutRef<typeof MenuPrimitive.Root>, 'open'>

export const DropdownMenuTrigger = MenuPrimitive.Trigger
export const DropdownMenuRadioGroup = MenuPrimitive.RadioGroup

const ITEM_CLASSES =
  'relative flex min-h-11 cursor-default items-center gap-2 rounded-md px-2 text-sm select-none data-highlighted:bg-accent data-highlighted:text-accent-foreground data-disabled:pointer-events-none data-disabled:opacity-50 dense:min-h-9 [&_svg]:size-4 [&_svg]:shrink-0'

export function DropdownMenuContent({
  className,
  ...props
}: ComponentPropsWithoutRef<typeof MenuPrimitive.Content>) {
  return (
    <MenuPrimitive.Portal>
      <MenuPrimitive.Content
        // With `loop`, items added later above the focused one can be reached too.
        loop
        sideOffset={6}
        align="end"
        collisionPadding={8}
        className={cn(
          'z-50 min-w-48 rounded-lg border bg-popover p-1 text-popover-foreground shadow-md data-[state=open]:animate-in data-[state=open]:fade-in-0 data-[state=closed]:animate-out data-[state=closed]:fade-out-0',
          className,
        )}
        {...props}
      />
    </MenuPrimitive.Portal>
  )
}

export type DropdownMenuItemProps = ComponentPropsWithoutRef<typeof MenuPrimitive.Item>

export function DropdownMenuItem({ className, ...props }: DropdownMenuItemProps) {
  return <MenuPrimitive.Item className={cn(ITEM_CLASSES, className)} {...props} />
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentPropsWithoutRef<typeof MenuPrimitive.RadioItem>) {
  return (
    <MenuPrimitive.RadioItem className={cn(ITEM_CLASSES, 'pr-8', className)} {...props}>
      {children}
      <MenuPrimitive.ItemIndicator className="absolute right-2">
        <Icon of={Check} />
      </MenuPrimitive.ItemIndicator>
    </MenuPrimitive.RadioItem>
  )
}

export function DropdownMenuLabel({
  className,
  ...props
}: ComponentPropsWithoutRef<typeof MenuPrimitive.Label>) {
  return (
    <MenuPrimitive.Label className={cn('px-2 py-1.5 text-xs text-muted-foreground', className)} {...props} />
  )
}

export function DropdownMenuSeparator({
  className,
  ...props
}: ComponentPropsWithoutRef<typeof MenuPrimitive.Separator>) {
  return <MenuPrimitive.Separator className={cn('-mx-1 my-1 h-px bg-border', className)} {...props} />
}
