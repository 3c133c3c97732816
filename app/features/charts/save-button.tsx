import { Download } from 'lucide'
import { forwardRef, useState, useTransition } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button, type ButtonProps } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import type { SaveMenuProps } from './save-menu.client.tsx'

const SaveMenu = onDemand(() => import('./save-menu.client.tsx'))

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

/** Saves a chart as numbers or picture. A plain button until it is pressed: then the menu's code is loaded. */
export function SaveChart<Row>(props: SaveMenuProps<Row>) {
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const { title } = props
  if (!isUsed) {
    return (
      <SaveButton
        title={title}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={isOpening}
        onPointerDown={SaveMenu.preload}
        onClick={() => startOpening(() => setIsUsed(true))}
      />
    )
  }
  return (
    <SaveMenu
      // The menu asks the table for text alone, whatever its rows are.
      {...(props as unknown as SaveMenuProps<unknown>)}
      fallback={<SaveButton title={title} aria-haspopup="menu" aria-busy />}
      onFailure={() => setIsUsed(false)}
    />
  )
}
