import { useLoaderData } from '@remix-run/react'
import { Download } from 'lucide'
import { PageHeader } from '#app/components/page-header.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import type { AuditSubject } from '#worker/rules/audit-log.ts'
import { FilterForm } from './filter-form.tsx'
import { LogCard } from './log-card.tsx'

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
