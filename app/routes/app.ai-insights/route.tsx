import type { MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { FailedRead } from '#app/components/failed-read.tsx'
import { LockedScreen } from '#app/components/locked-screen.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { LinkButton } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { BusinessFilter } from '#app/features/businesses/business-filter.tsx'
import { FirstBusiness } from '#app/features/businesses/first-business-on-demand.tsx'
import { KindQuestion } from '#app/features/businesses/kind-question.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { STATISTICS_FAILED } from '#worker/rules/error-texts.ts'
import type { InsightsView } from '#worker/rules/insights.ts'
import { lockText } from '#worker/rules/plans.ts'
import { AlarmsCard } from './alarms-card.tsx'
import { ExplainCard } from './explain-card.tsx'
import { FindingsCard } from './findings-card.tsx'
import { ForecastCard, GoalCard } from './outlook-card.tsx'
import { sampleView } from './sample.server.ts'
import { TopicsCard, WordsCard } from './topics-card.tsx'

const TITLE = 'AI Insights'

export const meta: MetaFunction = () => pageTitle(TITLE)

export const loader = signedInLoader(async ({ api, session, request }) => {
  const locked = lockText('ai-insights', session.plan)
  const businessId = new URL(request.url).searchParams.get('businessId')
  const view: InsightsView = locked
    ? sampleView(Date.now())
    : await api.insights.overview(businessId ? { businessId } : {})
  return { locked, view }
})

export default function Insights() {
  const mayChange = useMay('businesses.update')
  const { locked, view } = useLoaderData<typeof loader>()
  if (locked) {
    return (
      <>
        <PageHeader title={TITLE} />
        <LockedScreen
          feature="hasAIInsights"
          text={locked}
          use="See what people praise and criticize, what has changed and what to expect, with the reviews behind each finding."
        >
          <Cards view={view} />
        </LockedScreen>
      </>
    )
  }
  const { businesses, businessId, asksKind, failed, reviews } = view
  if (businesses?.length === 0) {
    return (
      <>
        <PageHeader title={TITLE} />
        <FirstBusiness />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={TITLE}
        description={
          // On a phone, use the space for new findings instead.
          <span className="max-sm:hidden">What your reviews say, by the date they were posted.</span>
        }
        actions={
          <>
            {businesses && businesses.length > 1 && (
              <BusinessFilter
                action="/app/ai-insights"
                businesses={businesses}
                businessId={businessId}
                kept={{}}
                hasAll={false}
              />
            )}
            <LinkButton
              to={`/app/ai-insights/competitors${businessId ? `?businessId=${businessId}` : ''}`}
              variant="outline"
            >
              Competitors
            </LinkButton>
            <LinkButton to="/app/ai-insights/actions" variant="outline">
              Actions
            </LinkButton>
            <LinkButton to="/app/ai-insights/reports" variant="outline">
              Reports
            </LinkButton>
          </>
        }
      />
      {businessId && asksKind && mayChange && (
        <div className="mb-4">
          <KindQuestion id={businessId} name={businesses?.find(({ id }) => id === businessId)?.name ?? ''} />
        </div>
      )}
      {failed ? (
        <FailedRead title={STATISTICS_FAILED} />
      ) : reviews === 0 ? (
        <EmptyState title="Not enough reviews yet">
          Once reviews come in, this screen shows what people praise and criticize, what has changed and what
          to expect.
        </EmptyState>
      ) : (
        <Cards view={view} />
      )}
    </>
  )
}

function Cards({ view }: { view: InsightsView }) {
  const column = 'grid gap-4 md:gap-5'
  return (
    <div className={column}>
      <FindingsCard view={view} />
      <div className="grid items-start gap-4 md:gap-5 lg:grid-cols-2">
        <div className={column}>
          <TopicsCard view={view} />
          <ForecastCard view={view} />
        </div>
        <div className={column}>
          <WordsCard view={view} />
          <GoalCard view={view} />
          {view.businessId && <ExplainCard businessId={view.businessId} today={view.period.to} />}
          <AlarmsCard alarmLevel={view.alarmLevel} />
        </div>
      </div>
    </div>
  )
}
