import { Ellipsis } from 'lucide'
import { forwardRef } from 'react'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import type { ListedBusiness } from './business-filters.tsx'

export interface BusinessMenuProps {
  business: ListedBusiness
  isActive: boolean
  setActive: (isActive: boolean) => void
  /** Asks for confirmation before the business is deleted. */
  onDelete: () => void
}

export const BusinessMenuButton = forwardRef<HTMLButtonElement, ButtonProps & { name: string }>(
  function BusinessMenuButton({ name, ...props }, ref) {
    return (
      <Button ref={ref} variant="outline" size="icon" aria-label={`More actions for ${name}`} {...props}>
        <Icon of={Ellipsis} />
      </Button>
    )
  },
)
