import { Form, Link, useNavigate } from '@remix-run/react'
import { SlidersHorizontalIcon } from 'lucide-react'
import type { FormEvent } from 'react'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { Select } from '#app/components/ui/select.tsx'
import { cn } from '#app/lib/cn.ts'
import { PLATFORM_NAMES, PLATFORMS } from '#worker/rules/platforms.ts'
import type { BusinessChoice } from '#worker/rules/views.ts'
import {
  activeFilters,
  type FilterName,
  type Filters,
  filtersIn,
  isSavedView,
  listAddress,
  SAVED_VIEWS,
  viewFilters,
} from './filters.ts'

export interface FilterFormProps {
  filters: Filters
  errors: Partial<Record<FilterName, string>>
  businesses: BusinessChoice[]
}

const STARS = ['5', '4', '3', '2', '1']

/** All filters, kept in the address. A choice takes effect at once; without script through the button. */
export function FilterForm({ filters, errors, businesses }: FilterFormProps) {
  const navigate = useNavigate()
  const count = activeFilters(filters)

  function show(form: HTMLFormElement) {
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form)) typed.set(name, String(value))
    navigate(listAddress(filtersIn(typed)))
  }

  function choice(label: string, name: FilterName, options: (readonly [value: string, label: string])[]) {
    return (
      <Field label={label} error={errors[name]} className="min-w-0 content-start">
        {(control) => (
          <Select
            {...control}
            name={name}
            defaultValue={filters[name] ?? ''}
            onChange={(event) => event.currentTarget.form && show(event.currentTarget.form)}
          >
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Select>
        )}
      </Field>
    )
  }

  return (
    <Form
      action="/app/reviews"
      role="search"
      className="mb-5"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        show(event.currentTarget)
      }}
    >
      <div className="flex gap-2">
        <Field label="Search reviews" hideLabel error={errors.search} className="flex-1">
          {(control) => (
            <Input
              {...control}
              type="search"
              name="search"
              defaultValue={filters.search}
              placeholder="Text or name"
              data-search
            />
          )}
        </Field>
        <Button type="submit" variant="outline">
          Search
        </Button>
      </div>
      <details open={!isSavedView(filters)} className="mt-1">
        <summary className="flex w-fit cursor-pointer items-center gap-2 py-2.5 text-sm font-medium text-primary">
          <SlidersHorizontalIcon className="size-4" aria-hidden />
          Filters{count > 0 && ` (${count})`}
        </summary>
        <div className="mt-1 grid grid-cols-2 gap-3 rounded-xl border bg-card p-4 md:grid-cols-4">
          {businesses.length > 1 &&
            choice('Business', 'businessId', [
              ['', 'All'],
              ...businesses.map(({ id, name }) => [id, name] as const),
            ])}
          {choice('Platform', 'platform', [
            ['', 'All'],
            ...PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]] as const),
          ])}
          {choice('Mood', 'sentiment', [
            ['', 'All'],
            ['positive', 'Positive (4–5 stars)'],
            ['neutral', 'Neutral (3 stars)'],
            ['negative', 'Negative (1–2 stars)'],
          ])}
          {choice('Answer', 'status', [
            ['', 'All'],
            ['pending', 'Waiting'],
            ['responded', 'Answered'],
          ])}
          {choice('On the platform', 'visibility', [
            ['', 'All'],
            ['public', 'Shown now'],
            ['removed', 'No longer shown'],
          ])}
          {choice('Stars', 'rating', [['', 'All'], ...STARS.map((stars) => [stars, stars] as const)])}
          {choice('Order', 'sort', [
            ['', 'Newest first'],
            ['oldest', 'Oldest first'],
          ])}
          <Field label="Posted from" error={errors.from} className="min-w-0 content-start">
            {(control) => <Input {...control} type="date" name="from" defaultValue={filters.from} />}
          </Field>
          <Field label="Posted to" error={errors.to} className="min-w-0 content-start">
            {(control) => <Input {...control} type="date" name="to" defaultValue={filters.to} />}
          </Field>
          <div className="col-span-full flex gap-2">
            <Button type="submit" size="sm">
              Apply
            </Button>
            <LinkButton to="/app/reviews" size="sm" variant="ghost">
              Clear filters
            </LinkButton>
          </div>
        </div>
      </details>
    </Form>
  )
}

/** The list's saved views; the current one is marked. */
export function ViewTabs({ filters }: { filters: Filters }) {
  const current = listAddress(filters)
  return (
    <nav aria-label="Views" className="mb-4 flex gap-1 overflow-x-auto rounded-lg bg-muted p-1 sm:w-fit">
      {SAVED_VIEWS.map((view) => {
        const address = listAddress(viewFilters(view.filters, filters))
        const isCurrent = address === current
        return (
          <Link
            key={view.label}
            to={address}
            aria-current={isCurrent ? 'page' : undefined}
            className={cn(
              'flex h-11 flex-1 items-center justify-center rounded-md px-4 text-sm font-medium text-muted-foreground hover:text-foreground md:h-8',
              isCurrent && 'bg-card text-foreground shadow-xs',
            )}
          >
            {view.label}
          </Link>
        )
      })}
    </nav>
  )
}
