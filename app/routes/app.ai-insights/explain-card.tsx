import { useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Card } from '#app/components/ui/card.tsx'
import type { ExplainFormProps } from './explain-form.client.tsx'

const ExplainForm = onDemand(() => import('./explain-form.client.tsx'))

/** Explains the change of the average between two periods; its form is loaded when it is opened. */
export function ExplainCard(props: ExplainFormProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card className="px-5 py-2 text-sm print:hidden">
      <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center font-medium dense:min-h-8">
          Why did my rating change?
        </summary>
        {isOpen && <ExplainForm {...props} />}
      </details>
    </Card>
  )
}
