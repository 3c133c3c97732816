import { useState, useTransition } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { BusinessMenuButton, type BusinessMenuProps } from './business-menu-button.tsx'

const OpenBusinessMenu = onDemand(() => import('./open-business-menu.client.tsx'))

/** All actions for a business. A plain button until it is pressed: then the menu's code is loaded. */
export function BusinessMenu(props: BusinessMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const [isOpening, startOpening] = useTransition()
  const { name } = props.business
  if (!isUsed) {
    return (
      <BusinessMenuButton
        name={name}
        aria-haspopup="menu"
        aria-expanded={false}
        aria-busy={isOpening}
        onPointerDown={OpenBusinessMenu.preload}
        onClick={() => startOpening(() => setIsUsed(true))}
      />
    )
  }
  return (
    <OpenBusinessMenu
      {...props}
      fallback={<BusinessMenuButton name={name} aria-haspopup="menu" aria-busy />}
      onFailure={() => setIsUsed(false)}
    />
  )
}
