import { useLoaderData } from '@remix-run/react'
import { LockedScreen } from '#app/components/locked-screen.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { BusinessFilter } from '#app/features/businesses/business-filter.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { lockText } from '#worker/rules/plans.ts'
import { AddCard } from './add-card.tsx'
import { type BenchmarkData, benchmarkData, sampleView } from './benchmark-data.server.ts'
import { CompetitorCard } from './competitor-card.tsx'

export const meta = () => pageTitle('Competitors')

export const loader = signedInLoader(async ({ api, session, request }) => {
  const locked = lockText('ai-insights', session.plan)
  const businessId = new URL(request.url).searchParams.get('businessId')
  const view = locked
    ? sampleView(Date.now())
    : await api.competitors.benchmark(businessId ? { businessId } : {})
  return { locked, ...benchmarkData(view) }
})

export default function Competitors() {
  const data = useLoaderData<typeof loader>()
  const { locked, businesses, businessId, competitors } = data
  if (locked) {
    return (
      <div className="text-width">
        <PageHeader title="Competitors" />
        <LockedScreen
          feature="hasCompetitorBenchmark"
          text={locked}
          use="See whether you are ahead of the places nearby, week by week, or whether there is no clear difference."
        >
          <Cards data={data} />
        </LockedScreen>
      </div>
    )
  }
  if (businessId === null) {
    return (
      <>
        <PageHeader title="Competitors" />
        <FirstBusiness />
      </>
    )
  }
  return (
    <div className="text-width">
      <PageHeader
        title="Competitors"
        description="How you compare with places nearby, based on the average and the number of reviews each platform shows."
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
            <h2 className="font-semibold tracking-tight">No competitors yet</h2>
            <p className="mt-1 text-sm text-muted-foreground">
              Paste the link to a place your customers might choose instead. We look up its numbers once a
              week where the platform allows it; you can also enter them yourself.
            </p>
          </Card>
        ) : (
          <Cards data={data} />
        )}
        <div className="print:hidden">
          <AddCard key={businessId} businessId={businessId} taken={competitors.length} />
        </div>
      </div>
    </div>
  )
}

function Cards({ data }: { data: BenchmarkData }) {
  return (
    <ul className="grid gap-5">
      {data.competitors.map((competitor) => (
        <CompetitorCard key={competitor.id} competitor={competitor} data={data} />
      ))}
    </ul>
  )
}
