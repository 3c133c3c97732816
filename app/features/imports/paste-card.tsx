import { lazy, Suspense, useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { useHydrated } from '#app/lib/browser-state.ts'
import type { ImportOptionsView } from '#worker/rules/imports.ts'

const PasteDialog = lazy(() => import('./paste-dialog.client.tsx'))

/** One review, by hand. */
export function PasteCard({ options }: { options: ImportOptionsView }) {
  const [isOpen, setIsOpen] = useState(false)
  const isReady = useHydrated()
  return (
    <TitledCard
      role="region"
      aria-label="By hand"
      title="By hand"
      description="Copy one review from its page and paste it here."
    >
      <Button variant="outline" disabled={!isReady} onClick={() => setIsOpen(true)}>
        Add a review by hand
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PasteDialog options={options} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </TitledCard>
  )
}
