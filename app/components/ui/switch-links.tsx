import { Link } from '@remix-run/react'
import { cn } from '#app/lib/cn.ts'

interface SwitchLinksProps {
  label: string
  items: readonly { to: string; label: string; isCurrent: boolean }[]
}

export function SwitchLinks({ label, items }: SwitchLinksProps) {
  return (
    <nav aria-label={label} className="flex gap-1 rounded-lg bg-muted p-1">
      {items.map((item) => (
        <Link
          key={item.to}
          to={item.to}
          preventScrollReset
          aria-current={item.isCurrent ? 'true' : undefined}
          className={cn(
            'flex h-11 items-center rounded-md px-3 text-sm font-medium text-muted-foreground hover:text-foreground dense:h-8',
            item.isCurrent && 'bg-raised text-foreground shadow-xs',
          )}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  )
}
