import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import type { ImportOptionsView } from '#worker/rules/imports.ts'

const PasteDialog = onDemand(() => import('./paste-dialog.client.tsx'))

/** Adds one review by hand. */
export function PasteCard({ options }: { options: ImportOptionsView }) {
  const [isOpen, setIsOpen] = useState(false)
  const isReady = useHydrated()
  return (
    <TitledCard
      id="by-hand"
      role="region"
      aria-label="By hand"
      title="By hand"
      description="Copy one review from its page and paste it here."
    >
      <Button variant="outline" disabled={!isReady} onClick={() => setIsOpen(true)}>
        Add a review by hand
      </Button>
      {isOpen && (
        <PasteDialog options={options} onClose={() => setIsOpen(false)} onFailure={() => setIsOpen(false)} />
      )}
    </TitledCard>
  )
}
