import { Form, Link, useSubmit } from '@remix-run/react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { cn } from '#app/lib/cn.ts'
import type { Ledger } from '#worker/rules/statistics.ts'
import type { BusinessChoice } from '#worker/rules/views.ts'

/** What the numbers are of. */
export interface Chosen {
  /** Null: all businesses. */
  businessId: string | null
  ledger: Ledger
}

/** The address of the dashboard with these numbers; what goes without saying is left out. */
export function dashboardAddress({ businessId, ledger }: Chosen): string {
  const params = new URLSearchParams({
    ...(businessId && { businessId }),
    ...(ledger === 'all' && { ledger }),
  })
  return params.size > 0 ? `/app?${params}` : '/app'
}

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

interface BusinessFilterProps {
  businesses: BusinessChoice[]
  chosen: Chosen
}

/** Shows the numbers of one business alone. */
export function BusinessFilter({ businesses, chosen: { businessId, ledger } }: BusinessFilterProps) {
  const submit = useSubmit()
  return (
    <Form action="/app?index" className="flex gap-2">
      {ledger === 'all' && <input type="hidden" name="ledger" value={ledger} />}
      <Field label="Business" hideLabel className="max-w-72">
        {(control) => (
          <Select
            {...control}
            key={businessId}
            name="businessId"
            defaultValue={businessId ?? ''}
            onChange={(event) => submit(event.currentTarget.form)}
          >
            <option value="">All businesses</option>
            {businesses.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <noscript>
        <Button type="submit" variant="outline">
          Show
        </Button>
      </noscript>
    </Form>
  )
}
