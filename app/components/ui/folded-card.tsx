import { ChevronDown } from 'lucide'
import type { ReactNode } from 'react'
import { Card } from './card.tsx'
import { Icon } from './icon.tsx'

interface FoldedCardProps {
  title: string
  children: ReactNode
  onToggle?: (isOpen: boolean) => void
}

/** Not printed. */
export function FoldedCard({ title, children, onToggle }: FoldedCardProps) {
  return (
    <Card className="px-5 text-sm print:hidden">
      <details className="group" onToggle={(event) => onToggle?.(event.currentTarget.open)}>
        <summary className="flex min-h-12 cursor-pointer items-center justify-between gap-4 font-medium [&::-webkit-details-marker]:hidden">
          {title}
          <Icon
            of={ChevronDown}
            className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="pb-4">{children}</div>
      </details>
    </Card>
  )
}
