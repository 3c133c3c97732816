import type { HTMLAttributes, ReactNode } from 'react'
import { cn } from '#app/lib/cn.ts'

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

/** `className` applies to the content, not to the card. */
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
