import { Form, useNavigate } from '@remix-run/react'
import { SlidersHorizontal } from 'lucide'
import { type FormEvent, startTransition, useEffect, useRef, useState } from 'react'
import { Button, LinkButton } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { cn } from '#app/lib/cn.ts'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import type { BusinessChoice } from '#worker/rules/businesses.ts'
import { type OwnPlatform, PLATFORM_NAMES, PLATFORMS } from '#worker/rules/platforms.ts'
import type { TagMark } from '#worker/rules/tags.ts'
import {
  activeFilters,
  FILTER_NAMES,
  type FilterName,
  type Filters,
  filtersIn,
  listAddress,
} from './filters.ts'

export interface FilterFormProps {
  filters: Filters
  errors: Partial<Record<FilterName, string>>
  businesses: BusinessChoice[]
  /** Number of matching reviews, as a text. */
  found: string | null
  tags: readonly TagMark[]
  ownPlatforms: readonly OwnPlatform[]
  /** True if there is somebody to assign reviews to. */
  isTeam: boolean
  /** True if the fields start unfolded; false while a view is selected. */
  isOpen: boolean
}

const STARS = ['5', '4', '3', '2', '1']
/** Filters that links of other screens set; the form has no fields for them. */
const ALWAYS_HIDDEN: readonly FilterName[] = ['ids', 'topic', 'opinion', 'term', 'mismatch']
const HIDDEN_WHEN_FOLDED = FILTER_NAMES.filter((name) => name !== 'search')

/** Choices apply at once; without script, a button applies all of them. */
export function FilterForm(props: FilterFormProps) {
  const { filters, errors, businesses, found, isOpen, isTeam, tags, ownPlatforms } = props
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, filters)
  const count = activeFilters(filters)
  const details = useRef<HTMLDetailsElement>(null)
  // Folded fields aren't in the document: browsers also lay out hidden fields to look for ones to fill in, which takes
  // a third as long as the list itself.
  const [isUnfolded, setUnfolded] = useState(isOpen)
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen !== wasOpen) {
    setWasOpen(isOpen)
    // Don't fold a field away while somebody is using it.
    if (isOpen || !details.current?.contains(document.activeElement)) setUnfolded(isOpen)
  }
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
    <FilterFields
      filters={filters}
      errors={errors}
      businesses={businesses}
      tags={tags}
      ownPlatforms={ownPlatforms}
      isTeam={isTeam}
      onChange={show}
    />
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
            {(filters.topic || filters.term || filters.mismatch) && `: ${aboutText(filters)}`}
          </span>
        </summary>
        {isUnfolded ? fields : <noscript>{fields}</noscript>}
      </details>
      {/* Hidden fields come after those in noscript: of two fields with the same name, the first one counts. */}
      {(isUnfolded ? ALWAYS_HIDDEN : HIDDEN_WHEN_FOLDED).map(
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

/** Label of the filter that AI Insights links with: 'check in, negative', '“cold soup”'. */
function aboutText({ topic, opinion, term, mismatch }: Filters): string {
  const said = term && !/^\W/.test(term) ? `“${term}”` : undefined
  return [topic, opinion, said, mismatch].filter(Boolean).join(', ').replaceAll('_', ' ')
}

interface FilterFieldsProps
  extends Pick<FilterFormProps, 'filters' | 'errors' | 'businesses' | 'tags' | 'ownPlatforms' | 'isTeam'> {
  onChange: (form: HTMLFormElement) => void
}

function FilterFields(props: FilterFieldsProps) {
  const { filters, errors, businesses, tags, ownPlatforms, isTeam, onChange } = props
  /** Printouts show only the filters in use. */
  const fieldClass = (name: FilterName) => cn('min-w-0 content-start', !filters[name] && 'print:hidden')

  function choice(label: string, name: FilterName, options: (readonly [value: string, label: string])[]) {
    return (
      <Field label={label} error={errors[name]} className={fieldClass(name)}>
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

  function day(label: string, name: FilterName) {
    return (
      <Field label={label} error={errors[name]} className={fieldClass(name)}>
        {(control) => <Input {...control} type="date" name={name} defaultValue={filters[name]} />}
      </Field>
    )
  }

  const further = FURTHER.filter((name) => filters[name]).length
  return (
    <div className="mt-1 grid gap-3 rounded-xl border bg-card p-4 print:border-0 print:p-0">
      <div className="grid grid-cols-2 gap-3 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {businesses.length > 1 &&
          choice('Business', 'businessId', [
            ['', 'All'],
            ...businesses.map(({ id, name }) => [id, name] as const),
          ])}
        {choice('Platform', 'platform', [
          ['', 'All'],
          ...PLATFORMS.map((platform) => [platform, PLATFORM_NAMES[platform]] as const),
          ...ownPlatforms.map(({ id, name }) => [id, name] as const),
        ])}
        {choice('Status', 'status', [
          ['', 'All'],
          ['pending', 'Needs an answer'],
          ['responded', 'Answered'],
        ])}
        {choice('Stars', 'rating', [['', 'All'], ...STARS.map((stars) => [stars, stars] as const)])}
        {choice(
          'Order',
          'sort',
          filters.status === 'pending'
            ? [
                ['', 'Unhappy first'],
                ['newest', 'Newest first'],
                ['oldest', 'Oldest first'],
              ]
            : [
                ['', 'Newest first'],
                ['oldest', 'Oldest first'],
                ['worst', 'Unhappy first'],
              ],
        )}
      </div>
      <details open={further > 0} className={cn(further === 0 && 'print:hidden')}>
        <summary className="flex min-h-11 w-fit cursor-pointer items-center text-sm font-medium text-primary dense:min-h-8 print:hidden">
          More filters{further > 0 && ` (${further})`}
        </summary>
        <div className="mt-2 grid grid-cols-2 gap-3 lg:grid-cols-4">
          {day('Posted from', 'from')}
          {day('Posted until', 'to')}
          {choice('Sentiment', 'sentiment', [
            ['', 'All'],
            ['positive', 'Positive (4–5 stars)'],
            ['neutral', 'Neutral (3 stars)'],
            ['negative', 'Negative (1–2 stars)'],
          ])}
          {isTeam &&
            choice('Assigned to', 'assigned', [
              ['', 'Anyone'],
              ['me', 'Me'],
            ])}
          {tags.length > 0 &&
            choice('Tag', 'tag', [['', 'All'], ...tags.map(({ id, name }) => [id, name] as const)])}
          {choice('Text', 'text', [
            ['', 'All'],
            ['with', 'With text'],
            ['without', 'Stars only'],
          ])}
          {choice('Photos', 'photos', [
            ['', 'All'],
            ['with', 'With photos'],
          ])}
          {choice('Your reply', 'reply', [
            ['', 'All'],
            ['visible', 'Visible to guests'],
            ['unposted', 'Saved, not posted'],
            ['hidden', 'Only saved: guests see none'],
          ])}
          {choice('Changes', 'changes', [
            ['', 'All'],
            ['edited', 'Edited'],
            ['edited_or_removed', 'Edited or removed'],
          ])}
          {choice('On the platform', 'visibility', [
            ['', 'All'],
            ['public', 'Shown now'],
            ['removed', 'No longer shown'],
          ])}
          {day('First seen from', 'seenFrom')}
          {day('First seen until', 'seenTo')}
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
