import { Form, useLoaderData, useSubmit } from '@remix-run/react'
import { Download } from 'lucide'
import { useEffect, useRef } from 'react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { Input, Select } from '#app/components/ui/input.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useFieldsFollow } from '#app/lib/use-fields-follow.ts'
import { useOlder } from '#app/lib/use-older.ts'
import {
  AUDIT_SUBJECTS,
  type AuditEntryView,
  type AuditLogPage,
  type AuditLogView,
  type AuditSubject,
  actionText,
  doerText,
} from '#worker/rules/audit-log.ts'

export const meta = () => pageTitle('Activity')

export const loader = signedInLoader(async ({ api, request }) => {
  const params = new URL(request.url).searchParams
  const filters = {
    person: params.get('person') || undefined,
    // The API validates the value.
    subject: (params.get('subject') || undefined) as AuditSubject | undefined,
    from: params.get('from') || undefined,
    to: params.get('to') || undefined,
  }
  return { ...(await api.screens.auditLog(filters)), filters }
})

export default function Activity() {
  const { log, people, historyDays, filters } = useLoaderData<typeof loader>()
  const query = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  )
  return (
    <div className="text-width">
      <PageHeader
        title="Activity"
        description={`Who did what in your organization in the last ${historyDays} days.`}
        actions={
          <Button asChild variant="outline">
            <a href={`/export/activity.csv?${query}`}>
              <Icon of={Download} />
              Export CSV
            </a>
          </Button>
        }
      />
      <div className="grid gap-6">
        <FilterForm filters={filters} people={people} />
        <LogCard key={`${query} ${log.items[0]?.id}`} firstPage={log} filters={filters} />
      </div>
    </div>
  )
}

function LogCard({ firstPage, filters }: { firstPage: AuditLogPage; filters: ShownFilters }) {
  const { items, hasOlder, isLoading, failure, showOlder } = useOlder(firstPage, (cursor) =>
    api.organizations.auditLog.query({ ...filters, cursor }),
  )
  useEffect(() => {
    if (failure) toast.error(failure)
  }, [failure])
  return (
    <Card className="grid gap-4 p-5">
      {items.length === 0 && (
        <p className="text-sm text-muted-foreground">
          {Object.values(filters).some(Boolean)
            ? 'No matching activity. Choose other filters above.'
            : 'Nothing yet. Replies, invitations and changed settings will be listed here.'}
        </p>
      )}
      <ul className="grid gap-3 text-sm">
        {items.map((entry) => (
          <li key={entry.id}>
            <p className="wrap-anywhere">
              <span className="font-medium">{doerText(entry)}</span> {actionText(entry)}
            </p>
            <p className="text-muted-foreground">
              {placeOf(entry)}
              <RelativeTime date={entry.at} />
            </p>
          </li>
        ))}
      </ul>
      {hasOlder && (
        <Button variant="outline" className="justify-self-start" pending={isLoading} onClick={showOlder}>
          Show older entries
        </Button>
      )}
    </Card>
  )
}

/** Device and network of the action; '' if nobody was signed in. */
function placeOf({ device, network }: AuditEntryView): string {
  const place = [device, network].filter(Boolean).join(', ')
  return place && `${place} · `
}

interface ShownFilters {
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

/** The filters are kept in the URL. Choices apply at once; without script, a button applies them. */
function FilterForm({ filters, people }: Pick<AuditLogView, 'people'> & { filters: ShownFilters }) {
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
