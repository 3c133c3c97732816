import { ChevronDown } from 'lucide'
import type { HTMLAttributes, ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'
import { Icon } from './icon.tsx'

type DivProps = HTMLAttributes<HTMLDivElement>

export function Card({ className, ...props }: DivProps) {
  return (
    <div
      className={cn(
        'break-inside-avoid rounded-xl border bg-card text-card-foreground shadow-xs print:shadow-none',
        className,
      )}
      {...props}
    />
  )
}

export interface TitledCardProps extends Omit<DivProps, 'title'> {
  title: string
  description: ReactNode
}

/** A card with a heading and a sentence below it; `className` lays out the content. */
export function TitledCard({ title, description, className, children, ...props }: TitledCardProps) {
  return (
    <Card {...props}>
      <div className="flex flex-col gap-1 p-5 pb-0">
        <h2 className="text-base font-semibold tracking-tight">{title}</h2>
        <p className="text-sm text-muted-foreground">{description}</p>
      </div>
      <div className={cn('p-5', className)}>{children}</div>
    </Card>
  )
}

interface FoldedCardProps {
  title: string
  children: ReactNode
  onToggle?: (isOpen: boolean) => void
}

/** A card that shows only its title until it is opened. Not printed. */
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
