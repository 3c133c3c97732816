import { lazy, Suspense, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import type { TemplateMenuProps } from './template-menu.client.tsx'

const loadMenu = () => import('./template-menu.client.tsx')
const TemplateMenu = lazy(loadMenu)

/** Opens the list of reply templates. The list's code is loaded when it is first asked for. */
export function TemplateButton(props: Omit<TemplateMenuProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        data-templates
        onPointerDown={() => void loadMenu()}
        onClick={() => setOpen(true)}
      >
        Templates
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <TemplateMenu {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
