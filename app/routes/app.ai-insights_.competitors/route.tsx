import { redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { PageHeader } from '#app/components/page-header.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { BusinessFilter } from '#app/features/businesses/business-filter.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { lockText } from '#worker/rules/plans.ts'
import { AddCard } from './add-card.tsx'
import { benchmarkData } from './benchmark-data.server.ts'
import { CompetitorCard } from './competitor-card.tsx'

export const meta = () => pageTitle('Competitors')

export const loader = signedInLoader(async ({ api, session, request }) => {
  // The screen above it says what the plan lacks.
  if (lockText('ai-insights', session.plan)) throw redirect('/app/ai-insights')
  const businessId = new URL(request.url).searchParams.get('businessId')
  return benchmarkData(await api.competitors.benchmark(businessId ? { businessId } : {}))
})

export default function Competitors() {
  const data = useLoaderData<typeof loader>()
  const { businesses, businessId, competitors } = data
  if (businessId === null) {
    return (
      <>
        <PageHeader title="Competitors" />
        <FirstBusiness />
      </>
    )
  }
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Competitors"
        description="How you compare with places nearby, from public totals: the average and the number of reviews that each platform shows."
        actions={
          businesses.length > 1 && (
            <BusinessFilter
              action="/app/ai-insights/competitors"
              businesses={businesses}
              businessId={businessId}
              hasAll={false}
              kept={{}}
            />
          )
        }
      />
      <div className="grid gap-5">
        {competitors.length === 0 ? (
          <Card className="p-5">
            <h2 className="font-semibold tracking-tight">Nobody to compare with yet</h2>
            <p className="mt-1 text-sm text-muted-foreground">
              Paste the link of a place that your customers would go to otherwise. Its numbers are looked up
              once a week where the platform allows it; you can type them, too.
            </p>
          </Card>
        ) : (
          <ul className="grid gap-5">
            {competitors.map((competitor) => (
              <CompetitorCard key={competitor.id} competitor={competitor} data={data} />
            ))}
          </ul>
        )}
        <AddCard key={businessId} businessId={businessId} taken={competitors.length} />
      </div>
    </div>
  )
}
