import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { LockedScreen } from '#app/components/locked-screen.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { SwitchLinks } from '#app/components/ui/switch-links.tsx'
import { BusinessFilter } from '#app/features/businesses/business-filter.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { RatingChart, VolumeChart } from '#app/features/charts/time-charts.tsx'
import { formatOfRequest } from '#app/lib/accept-language.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { STATISTICS_FAILED } from '#worker/rules/error-texts.ts'
import { lockText } from '#worker/rules/plans.ts'
import { analyticsAddress, type Chosen } from './address.ts'
import { analyticsData, type Shown, sampleView } from './analytics-data.server.ts'
import { LocationChart, PlatformChart, StarsChart } from './charts.tsx'
import { AnsweredInTime, FigureCards, WaitingChart } from './figure-cards.tsx'

export const meta: MetaFunction = () => pageTitle('Analytics')

export const loader = signedInLoader(async ({ api, session, request }) => {
  const locked = lockText('analytics', session.plan)
  const params = new URL(request.url).searchParams
  const businessId = params.get('businessId') || null
  // Treat an unknown period as not given.
  const days = ([30, 90, 365] as const).find((known) => String(known) === params.get('days'))
  const view = locked
    ? sampleView(Date.now())
    : await api.screens.analytics({ ...(businessId && { businessId }), ...(days && { days }) })
  const chosen: Chosen = { businessId: locked ? null : businessId, periodDays: view.periodDays }
  return { locked, chosen, ...analyticsData(view, formatOfRequest(request)) }
})

export default function Analytics() {
  const data = useLoaderData<typeof loader>()
  const { locked, chosen, businesses, periods, periodDays, failed } = data
  if (locked) {
    return (
      <>
        <PageHeader title="Analytics" />
        <LockedScreen
          feature="hasLocationComparison"
          text={locked}
          use="See which location does better, how fast reviews are answered and where your stars come from."
        >
          <Charts data={data} />
        </LockedScreen>
      </>
    )
  }
  if (data.isNew) {
    return (
      <>
        <PageHeader title="Analytics" />
        <FirstBusiness />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Analytics"
        description="Reviews that are online now, by the date they were posted."
        actions={
          <>
            <SwitchLinks
              label="Period"
              items={periods.map((days) => ({
                to: analyticsAddress({ ...chosen, periodDays: days }),
                label: days === 365 ? '12 months' : `${days} days`,
                isCurrent: days === periodDays,
              }))}
            />
            {businesses.length > 1 && (
              <BusinessFilter
                action="/app/analytics"
                businesses={businesses}
                businessId={chosen.businessId}
                kept={{ days: String(periodDays) }}
              />
            )}
          </>
        }
      />
      {failed ? <FailedRead title={STATISTICS_FAILED} /> : <Charts data={data} />}
    </>
  )
}

function Charts({ data }: { data: Shown }) {
  return (
    <div className="grid gap-4 md:gap-5">
      <FigureCards data={data} />
      <AnsweredInTime data={data} />
      {data.locations.rows.length > 1 && <LocationChart data={data} />}
      <section aria-label="Charts" className="grid gap-4 md:gap-5 lg:grid-cols-2">
        <VolumeChart data={data} />
        <RatingChart data={data} />
        <StarsChart data={data} />
        <WaitingChart data={data} />
      </section>
      <PlatformChart data={data} />
    </div>
  )
}
