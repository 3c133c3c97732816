import { Link, useLoaderData, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business.tsx'
import { SampleBanner } from '#app/features/businesses/sample-banner.tsx'
import { RatingChart, VolumeChart } from '#app/features/charts/time-charts.tsx'
import { FirstReviews } from '#app/features/collection/first-reviews.tsx'
import { FindingList } from '#app/features/insights/finding-list.tsx'
import { formatOfRequest } from '#app/lib/accept-language.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useRegularly } from '#app/lib/use-regularly.ts'
import { REVIEWS_FAILED, STATISTICS_FAILED } from '#worker/rules/error-texts.ts'
import { lockText } from '#worker/rules/plans.ts'
import type { Ledger } from '#worker/rules/statistics.ts'
import { BusinessFilter, LedgerSwitch } from './choices.tsx'
import { type DashboardData, dashboardData } from './dashboard-data.server.ts'
import { PlatformCard, SentimentCard } from './distributions.tsx'
import { RecentReviews, SavedReplies, WaitingReviews } from './review-lists.tsx'
import { SourceSummary } from './source-summary.tsx'
import { StatCards } from './stat-cards.tsx'

export const meta = () => pageTitle('Dashboard')

export const loader = signedInLoader(async ({ api, session, request }) => {
  const params = new URL(request.url).searchParams
  const businessId = params.get('businessId') || undefined
  const ledger: Ledger = params.get('ledger') === 'all' ? 'all' : 'public'
  const view = await api.screens.dashboard({ businessId, ledger })
  return {
    chosen: { businessId: businessId ?? null, ledger },
    hasAnalytics: lockText('analytics', session.plan) === null,
    ...dashboardData(view, formatOfRequest(request)),
  }
})

export default function Dashboard() {
  const data = useLoaderData<typeof loader>()
  const { businesses, chosen, totals, historyDays, failed } = data
  const isEmpty = totals.reviews === 0 && !failed.stats
  // Keep the progress banner if the screen was empty on load, while the numbers fill.
  const [watches] = useState(isEmpty)
  useRegularRefresh()

  if (data.isNew) {
    return (
      <>
        <PageHeader title="Welcome" />
        <FirstBusiness />
      </>
    )
  }
  return (
    <>
      {data.sampleId && <SampleBanner sampleId={data.sampleId} />}
      <PageHeader
        title="Dashboard"
        description={
          <>
            {`Showing the last ${historyDays} days${chosen.ledger === 'all' ? ', with reviews that are no longer online' : ''}. `}
            <LedgerSwitch chosen={chosen} />
          </>
        }
        actions={businesses.length > 1 && <BusinessFilter businesses={businesses} chosen={chosen} />}
      />
      {(isEmpty || watches) && <FirstReviews historyDays={historyDays} isEmpty={isEmpty} />}
      {!isEmpty && (
        <div className="grid gap-4 md:gap-5">
          {data.findings.length > 0 && <Findings data={data} />}
          {failed.reviews ? <FailedRead title={REVIEWS_FAILED} /> : <WaitingReviews data={data} />}
          <SavedReplies data={data} />
          <SourceSummary data={data} />
          {failed.stats ? (
            <FailedRead title={STATISTICS_FAILED} />
          ) : (
            <>
              <StatCards data={data} />
              <section aria-label="Charts" className="grid gap-4 md:gap-5 lg:grid-cols-2">
                {!data.isQuiet && (
                  <>
                    <VolumeChart data={data} />
                    <RatingChart data={data} />
                  </>
                )}
                <SentimentCard data={data} />
                <PlatformCard data={data} />
                {data.hasAnalytics && <MoreInAnalytics />}
              </section>
            </>
          )}
          {!failed.reviews && <RecentReviews data={data} />}
        </div>
      )}
    </>
  )
}

function Findings({
  data: { findings, chosen },
}: {
  data: Pick<DashboardData, 'findings'> & { chosen: { businessId: string | null } }
}) {
  const [first] = findings
  const businessId = chosen.businessId ?? first?.businessId
  return (
    <TitledCard
      title="What you should know"
      description={
        <Link
          to={`/app/ai-insights${businessId ? `?businessId=${businessId}` : ''}`}
          className="inline-flex min-h-11 items-center text-primary hover:underline dense:min-h-0"
        >
          Why, and how sure
        </Link>
      }
    >
      <FindingList findings={findings} />
    </TitledCard>
  )
}

/** Link to Analytics, which the menu on phones doesn't list. */
function MoreInAnalytics() {
  return (
    <Link
      to="/app/analytics"
      className="w-fit py-3 text-sm font-medium text-primary hover:underline print:hidden"
    >
      Compare locations and periods in Analytics
    </Link>
  )
}

/** Five minutes, as in the specification. */
const REFRESH_MS = 300_000

function useRegularRefresh(): void {
  useRegularly(useRevalidator().revalidate, REFRESH_MS)
}
