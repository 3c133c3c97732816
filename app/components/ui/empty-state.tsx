import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

export interface EmptyStateProps {
  icon?: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}

/** What is missing, why, and one action. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-12 text-center">
      {Icon && <Icon className="size-8 text-muted-foreground" strokeWidth={1.5} aria-hidden />}
      <p className="font-semibold tracking-tight">{title}</p>
      {children && <div className="max-w-prose text-sm text-balance text-muted-foreground">{children}</div>}
      {action}
    </div>
  )
}
