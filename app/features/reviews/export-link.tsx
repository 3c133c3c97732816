import { Download, Lock } from 'lucide'
import { PlansButton } from '#app/components/text-link.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Icon } from '#app/components/ui/icon.tsx'
import { useViewer } from '#app/lib/viewer.ts'
import { hasFeature, PLAN_NAMES, planFor } from '#worker/rules/plans.ts'

/** URL of a CSV export of the reviews that match the filters, or of those with the ids (at most 400). */
export function exportHref(
  filters: Readonly<Record<string, string | undefined>> | { ids: readonly string[] },
): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, String(value))
  return params.size > 0 ? `/export/reviews.csv?${params}` : '/export/reviews.csv'
}

/** No `download` attribute, because errors are shown as a page. */
export function ExportLink({ filters }: { filters: Readonly<Record<string, string | undefined>> }) {
  const { plan } = useViewer()
  if (!hasFeature(plan, 'hasCsvExport')) {
    return (
      <PlansButton variant="outline">
        <Icon of={Lock} />
        Export CSV with {PLAN_NAMES[planFor('hasCsvExport')]}
      </PlansButton>
    )
  }
  return (
    <Button asChild variant="outline">
      <a href={exportHref(filters)}>
        <Icon of={Download} />
        Export CSV
      </a>
    </Button>
  )
}
