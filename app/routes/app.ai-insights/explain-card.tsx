import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { FoldedCard } from '#app/components/ui/folded-card.tsx'
import type { ExplainFormProps } from './explain-form.client.tsx'

const ExplainForm = onDemand(() => import('./explain-form.client.tsx'))

/** Explains the change of the average between two periods; its form is loaded when it is opened. */
export function ExplainCard(props: ExplainFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FoldedCard title="Why did my rating change?" onToggle={setIsOpen}>
      {isOpen && <ExplainForm {...props} />}
    </FoldedCard>
  )
}
