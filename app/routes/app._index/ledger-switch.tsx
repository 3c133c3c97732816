import { Link } from '@remix-run/react'
import { cn } from '#app/lib/cn.ts'
import { type Chosen, dashboardAddress } from './chosen.ts'

const CHOICES = [
  { ledger: 'public', label: 'Public now' },
  { ledger: 'all', label: 'All we ever saw' },
] as const

/** Whether the numbers are of what customers can see now, or also of what a platform no longer shows. */
export function LedgerSwitch({ chosen }: { chosen: Chosen }) {
  return (
    <nav aria-label="Which reviews count" className="flex gap-1 rounded-lg bg-muted p-1">
      {CHOICES.map(({ ledger, label }) => (
        <Link
          key={ledger}
          to={dashboardAddress({ ...chosen, ledger })}
          preventScrollReset
          aria-current={ledger === chosen.ledger ? 'true' : undefined}
          className={cn(
            'flex h-11 items-center rounded-md px-3 text-sm font-medium text-muted-foreground hover:text-foreground md:h-8',
            ledger === chosen.ledger && 'bg-card text-foreground shadow-xs',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
