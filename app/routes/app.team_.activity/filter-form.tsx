import { Form, useSubmit } from '@remix-run/react'
import { useRef } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import { AUDIT_SUBJECTS, type AuditLogView, type AuditSubject } from '#worker/rules/audit-log.ts'

export interface ShownFilters {
  person?: string | undefined
  subject?: AuditSubject | undefined
  from?: string | undefined
  to?: string | undefined
}

const SUBJECTS: Record<AuditSubject, string> = {
  people: 'People',
  businesses: 'Businesses',
  reports: 'Reports',
  replies: 'Answers',
  connections: 'Connections',
  data: 'Imports and exports',
  keys: 'API keys',
  payment: 'Plan',
  settings: 'Settings',
}

/** Filters the log, in the address. Choices apply at once; without script through the button. */
export function FilterForm({ filters, people }: Pick<AuditLogView, 'people'> & { filters: ShownFilters }) {
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  useFieldsFollow(form, { ...filters })
  return (
    <Form
      ref={form}
      aria-label="Filter"
      className="grid items-end gap-3 sm:grid-cols-2 lg:grid-cols-[1fr_1fr_auto_auto_auto]"
      onChange={(event) => submit(event.currentTarget, { preventScrollReset: true })}
    >
      <Field label="Person">
        {(control) => (
          <Select {...control} name="person" defaultValue={filters.person ?? ''}>
            <option value="">Everyone</option>
            {people.map(({ userId, name }) => (
              <option key={userId} value={userId}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="About">
        {(control) => (
          <Select {...control} name="subject" defaultValue={filters.subject ?? ''}>
            <option value="">Everything</option>
            {AUDIT_SUBJECTS.map((subject) => (
              <option key={subject} value={subject}>
                {SUBJECTS[subject]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="From">
        {(control) => <Input {...control} type="date" name="from" defaultValue={filters.from ?? ''} />}
      </Field>
      <Field label="To">
        {(control) => <Input {...control} type="date" name="to" defaultValue={filters.to ?? ''} />}
      </Field>
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}
