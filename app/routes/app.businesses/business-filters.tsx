import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import type { ShownFault } from '#worker/rules/remedies.ts'
import type { BusinessOverview, FailedParts } from '#worker/screens/businesses-screen.ts'

interface BusinessFilter {
  search: string
  state: '' | 'active' | 'paused'
  view: 'cards' | 'table'
}

const MAX_SEARCH_CHARS = 100

/** Ignores invalid values. */
export function businessFilterOf(params: URLSearchParams): BusinessFilter {
  const state = params.get('state')
  return {
    search: (params.get('search') ?? '').replaceAll('\0', '').trim().slice(0, MAX_SEARCH_CHARS),
    state: state === 'active' || state === 'paused' ? state : '',
    view: params.get('view') === 'table' ? 'table' : 'cards',
  }
}

export function hasFilter({ search, state }: Pick<BusinessFilter, 'search' | 'state'>): boolean {
  return search !== '' || state !== ''
}

export function overviewInput({ search, state }: Pick<BusinessFilter, 'search' | 'state'>): {
  search?: string
  isActive?: boolean
} {
  return { ...(search && { search }), ...(state && { isActive: state === 'active' }) }
}

/** The filters are kept in the URL. Without script, a button applies them. */
export function BusinessFilters({ filter }: { filter: BusinessFilter }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, { ...filter })
  return (
    <Form ref={form} className="mb-5 flex flex-wrap gap-2" role="search">
      <Field label="Search businesses" hideLabel className="w-full flex-1 max-sm:flex-none">
        {(control) => (
          <Input
            {...control}
            type="search"
            name="search"
            defaultValue={filter.search}
            maxLength={100}
            placeholder="Name, industry or description"
          />
        )}
      </Field>
      <Field label="Status" hideLabel className="max-sm:flex-1">
        {(control) => (
          <Select
            {...control}
            name="state"
            defaultValue={filter.state}
            onChange={(event) => submit(event.currentTarget.form)}
          >
            <option value="">All</option>
            <option value="active">Active</option>
            <option value="paused">Paused</option>
          </Select>
        )}
      </Field>
      <Field label="View" hideLabel className="max-sm:flex-1">
        {(control) => (
          <Select
            {...control}
            name="view"
            defaultValue={filter.view}
            onChange={(event) => submit(event.currentTarget.form)}
          >
            <option value="cards">Cards</option>
            <option value="table">Table</option>
          </Select>
        )}
      </Field>
      <Button type="submit" variant="outline">
        Search
      </Button>
    </Form>
  )
}

/** A business as listed on screen. Parts named in `unread` are unknown, not empty. */
export type ListedBusiness = Omit<BusinessOverview, 'faults'> & {
  faults: ShownFault[]
  unread: Pick<FailedParts, 'figures' | 'sources'>
}
