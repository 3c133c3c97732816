import { lazy, Suspense, useState } from 'react'
import { BusinessMenuButton, type BusinessMenuProps } from './business-menu-button.tsx'

const loadMenu = () => import('./open-business-menu.client.tsx')
const OpenBusinessMenu = lazy(loadMenu)

/** All that can be done with a business. A plain button until it is pressed: then the menu's code is loaded. */
export function BusinessMenu(props: BusinessMenuProps) {
  const [isUsed, setIsUsed] = useState(false)
  const { name } = props.business
  if (!isUsed) {
    return (
      <BusinessMenuButton
        name={name}
        aria-haspopup="menu"
        aria-expanded={false}
        onPointerDown={() => void loadMenu()}
        onClick={() => setIsUsed(true)}
      />
    )
  }
  return (
    <Suspense fallback={<BusinessMenuButton name={name} aria-haspopup="menu" aria-busy />}>
      <OpenBusinessMenu {...props} />
    </Suspense>
  )
}
