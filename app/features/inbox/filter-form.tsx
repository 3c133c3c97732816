import { Form, useNavigate } from '@remix-run/react'
import { SlidersHorizontal } from 'lucide'
import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import { FILTER_DAYS, FILTERS_OF_LINKS, type FilterSubjects, filterChoices } from './filter-choices.ts'
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

/** Filters behind 'More filters'. */
const FURTHER: readonly FilterName[] = [
  'from',
  'to',
  'sentiment',
  'assigned',
  'tag',
  'text',
  'photos',
  'reply',
  'changes',
  'visibility',
  'seenFrom',
  'seenTo',
]
const FIELDS: readonly FilterName[] = [
  ...(['businessId', 'platform', 'status', 'rating', 'sort'] as const),
  ...FURTHER,
]
const HIDDEN_WHEN_FOLDED = FILTER_NAMES.filter((name) => name !== 'search')

/** Choices apply at once; without script, a button applies all of them. */
export function FilterForm(props: FilterFormProps) {
  const { filters, errors, found, texts, isTeam, ...subjects } = props
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, filters)
  const count = activeFilters(filters)
  const details = useRef<HTMLDetailsElement>(null)
  // Folded fields aren't in the document: browsers also lay out hidden fields to look for ones to fill in, which takes
  // a third as long as the list itself.
  const [isUnfolded, setUnfolded] = useState(() => FIELDS.some((name) => errors[name]))
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
    <FilterFields filters={filters} errors={errors} subjects={subjects} isTeam={isTeam} onChange={show} />
  )

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
      {texts.length > 0 && <FiltersInUse texts={texts} isUnfolded={isUnfolded} />}
      {/* Hidden fields come after those in noscript: of two fields with the same name, the first one counts. */}
      {(isUnfolded ? FILTERS_OF_LINKS : HIDDEN_WHEN_FOLDED).map(
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
function FiltersInUse({ texts, isUnfolded }: Pick<FilterFormProps, 'texts'> & { isUnfolded: boolean }) {
  const isShownInField = (name: FilterName) => isUnfolded && FIELDS.includes(name)
  return (
    <ul
      aria-label="Filters"
      className="mt-1 flex flex-wrap gap-x-4 text-sm text-muted-foreground print:text-base"
    >
      {texts.map(({ name, label, text }) => (
        <li key={name} className={cn('wrap-anywhere', isShownInField(name) && 'hidden print:list-item')}>
          {label}: <span className="text-foreground">{text}</span>
        </li>
      ))}
    </ul>
  )
}

interface FilterFieldsProps extends Pick<FilterFormProps, 'filters' | 'errors' | 'isTeam'> {
  subjects: FilterSubjects
  onChange: (form: HTMLFormElement) => void
}

function FilterFields({ filters, errors, subjects, isTeam, onChange }: FilterFieldsProps) {
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

  const further = FURTHER.filter((name) => filters[name]).length
  return (
    <div className="mt-1 grid gap-3 rounded-xl border bg-card p-4 print:hidden">
      <div className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {subjects.businesses.length > 1 && choice('businessId')}
        {choice('platform')}
        {choice('status')}
        {choice('rating')}
        {choice('sort')}
      </div>
      <details open={further > 0}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-primary dense:min-h-8">
          More filters{further > 0 && ` (${further})`}
        </summary>
        <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {day('from')}
          {day('to')}
          {choice('sentiment')}
          {isTeam && choice('assigned')}
          {subjects.tags.length > 0 && choice('tag')}
          {choice('text')}
          {choice('photos')}
          {choice('reply')}
          {choice('changes')}
          {choice('visibility')}
          {day('seenFrom')}
          {day('seenTo')}
        </div>
      </details>
      <div className="col-span-full flex flex-wrap gap-2">
        <Button type="submit" size="sm">
          Apply
        </Button>
        <LinkButton to="/app/reviews" state={{ keepsFocus: true }} size="sm" variant="ghost">
          Clear filters
        </LinkButton>
      </div>
    </div>
  )
}
