import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { FoldedCard } from '#app/components/ui/folded-card.tsx'
import type { ExplainFormProps } from './explain-form.client.tsx'

const ExplainForm = onDemand(() => import('./explain-form.client.tsx'))

/** The form is loaded when the card is opened. */
export function ExplainCard(props: ExplainFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <FoldedCard title="Why did my rating change?" onToggle={setIsOpen}>
      {isOpen && <ExplainForm {...props} />}
    </FoldedCard>
  )
}
