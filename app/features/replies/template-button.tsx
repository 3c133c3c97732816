import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import type { TemplateMenuProps } from './template-menu.client.tsx'

const TemplateMenu = onDemand(() => import('./template-menu.client.tsx'))

export function TemplateButton(props: Omit<TemplateMenuProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        data-templates
        onPointerDown={TemplateMenu.preload}
        onClick={() => setOpen(true)}
      >
        Templates
      </Button>
      {isOpen && <TemplateMenu {...props} onClose={() => setOpen(false)} onFailure={() => setOpen(false)} />}
    </>
  )
}
