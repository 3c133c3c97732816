import { Form, useNavigate } from '@remix-run/react'
import { SlidersHorizontal } from 'lucide'
import { type FormEvent, Fragment, startTransition, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import {
  FILTER_DAYS,
  type FilterSubjects,
  type FormFilter,
  FURTHER_FILTERS,
  filterChoices,
  formFilters,
} from './filter-choices.ts'
import {
  activeFilters,
  FILTER_NAMES,
  type FilterName,
  type Filters,
  filtersIn,
  listAddress,
} from './filters.ts'
import type { Inbox } from './inbox-data.server.ts'

export interface FilterFormProps extends FilterSubjects {
  filters: Filters
  errors: Partial<Record<FilterName, string>>
  /** Number of matching reviews, as a text. */
  found: string | null
  texts: Inbox['filterTexts']
  /** True if there is somebody to assign reviews to. */
  isTeam: boolean
}

/** Choices apply at once; without script, a button applies all of them. */
export function FilterForm(props: FilterFormProps) {
  const { filters, errors, found, texts, isTeam, ...subjects } = props
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, filters)
  const count = activeFilters(filters)
  const names = formFilters(subjects, isTeam)
  const details = useRef<HTMLDetailsElement>(null)
  // Folded fields aren't in the document: browsers also lay out hidden fields to look for ones to fill in, which takes
  // a third as long as the list itself.
  const [isUnfolded, setUnfolded] = useState(() => names.some((name) => errors[name]))
  // People may have unfolded the fields before hydration.
  useEffect(() => {
    if (details.current?.open) setUnfolded(true)
  }, [])

  function show(form: HTMLFormElement) {
    const typed = new URLSearchParams()
    for (const [name, value] of new FormData(form)) typed.set(name, String(value))
    navigate(listAddress(filtersIn(typed)), { state: { keepsFocus: true } })
  }

  const fields = (
    <FilterFields filters={filters} errors={errors} subjects={subjects} names={names} onChange={show} />
  )
  const shown: readonly FilterName[] = isUnfolded ? names : []

  return (
    <Form
      ref={form}
      action="/app/reviews"
      role="search"
      className="relative mb-3"
      onSubmit={(event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        show(event.currentTarget)
      }}
    >
      <div className="flex gap-2 lg:max-w-md">
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
      <details
        ref={details}
        open={isUnfolded}
        onToggle={({ currentTarget }) => startTransition(() => setUnfolded(currentTarget.open))}
        className="filter-details"
      >
        <summary className="flex min-h-11 cursor-pointer print:hidden items-center gap-2 text-sm dense:min-h-9">
          <span className="flex items-center gap-2 font-medium text-primary">
            <Icon of={SlidersHorizontal} className="size-4" />
            Filters{count > 0 && ` (${count})`}
          </span>
        </summary>
        {isUnfolded ? fields : <noscript>{fields}</noscript>}
      </details>
      {texts.length > 0 && <FiltersInUse texts={texts} shown={shown} />}
      {/* Hidden fields come after those in noscript: of two fields with the same name, the first one counts. */}
      {FILTER_NAMES.filter((name) => name !== 'search' && !shown.includes(name)).map(
        (name) => filters[name] && <input key={name} type="hidden" name={name} value={filters[name]} />,
      )}
      <p
        role="status"
        className="absolute top-12 right-0 flex h-11 items-center text-sm text-muted-foreground dense:h-9 dense:max-lg:top-10 lg:top-0 print:static"
      >
        {found}
      </p>
    </Form>
  )
}

/** Says on paper and above a list which filters hold; unfolded fields say it for themselves. */
function FiltersInUse({ texts, shown }: Pick<FilterFormProps, 'texts'> & { shown: readonly FilterName[] }) {
  return (
    <div className="mt-1 flex flex-wrap items-center gap-x-4 text-sm text-muted-foreground print:text-base">
      <ul aria-label="Filters" className="flex flex-wrap gap-x-4">
        {texts.map(({ name, label, text }) => (
          <li key={name} className={cn('wrap-anywhere', shown.includes(name) && 'hidden print:list-item')}>
            {label}: <span className="text-foreground">{text}</span>
          </li>
        ))}
      </ul>
      <LinkButton
        to="/app/reviews"
        state={{ keepsFocus: true }}
        size="sm"
        variant="ghost"
        className="print:hidden"
      >
        Clear filters
      </LinkButton>
    </div>
  )
}

interface FilterFieldsProps extends Pick<FilterFormProps, 'filters' | 'errors'> {
  subjects: FilterSubjects
  names: readonly FormFilter[]
  onChange: (form: HTMLFormElement) => void
}

function FilterFields({ filters, errors, subjects, names, onChange }: FilterFieldsProps) {
  const choices = filterChoices(subjects, filters)

  function choice(name: keyof typeof choices) {
    const { label, options } = choices[name]
    return (
      <Field label={label} error={errors[name]} className="min-w-0 content-start">
        {(control) => (
          <Select
            {...control}
            name={name}
            defaultValue={filters[name] ?? ''}
            onChange={(event) => event.currentTarget.form && onChange(event.currentTarget.form)}
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

  function day(name: keyof typeof FILTER_DAYS) {
    return (
      <Field label={FILTER_DAYS[name]} error={errors[name]} className="min-w-0 content-start">
        {(control) => <Input {...control} type="date" name={name} defaultValue={filters[name]} />}
      </Field>
    )
  }

  const isDay = (name: FormFilter): name is keyof typeof FILTER_DAYS => name in FILTER_DAYS
  const isFurther = (name: FormFilter) => FURTHER_FILTERS.some((further) => further === name)
  const further = names.filter(isFurther)
  const count = further.filter((name) => filters[name]).length
  const field = (name: FormFilter) => <Fragment key={name}>{isDay(name) ? day(name) : choice(name)}</Fragment>
  return (
    <div className="mt-1 grid gap-3 rounded-xl border bg-card p-4 print:hidden">
      <div className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {names.filter((name) => !isFurther(name)).map(field)}
      </div>
      <details open={count > 0}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-primary dense:min-h-8">
          More filters{count > 0 && ` (${count})`}
        </summary>
        <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-4">{further.map(field)}</div>
      </details>
      <div className="col-span-full">
        <Button type="submit" size="sm">
          Apply
        </Button>
      </div>
    </div>
  )
}
