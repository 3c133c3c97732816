import { Download } from 'lucide'
import { forwardRef, type RefObject } from 'react'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'

export interface SaveMenuProps {
  title: string
  csv: () => Promise<Blob>
  picture: RefObject<HTMLDivElement>
}

export const SaveButton = forwardRef<HTMLButtonElement, ButtonProps & { title: string }>(function SaveButton(
  { title, ...props },
  ref,
) {
  return (
    <Button
      ref={ref}
      variant="ghost"
      className="h-11 px-2.5 dense:h-11"
      aria-label={`Save: ${title}`}
      {...props}
    >
      <Icon of={Download} />
      Save
    </Button>
  )
})
