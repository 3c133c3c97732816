import { useState, useTransition } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { SaveButton, type SaveMenuProps } from './save-button.tsx'

const SaveMenu = onDemand(() => import('./save-menu.client.tsx'))

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
