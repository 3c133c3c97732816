import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#app/components/ui/icon.tsx'

export interface EmptyStateProps {
  icon?: IconNode
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-xl border border-dashed px-6 py-12 text-center">
      {icon && <Icon of={icon} className="size-8 text-muted-foreground" strokeWidth={1.5} />}
      <p className="font-semibold tracking-tight">{title}</p>
      {children && <div className="max-w-prose text-sm text-balance text-muted-foreground">{children}</div>}
      {action}
    </div>
  )
}
