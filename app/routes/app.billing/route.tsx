import { useLoaderData, useSearchParams } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { planStartText } from '#app/features/billing/plan-start.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import { isLargerPlan, PAID_PLANS } from '#worker/rules/billing.ts'
import { planName, tierOf } from '#worker/rules/plans.ts'
import { PlanCard } from './plan-card.tsx'

const Stops = onDemand(() => import('#app/features/billing/stops.client.tsx'))

export const meta = () => pageTitle('Billing')

export const loader = signedInLoader(({ api }) => api.billing.plan())

/** Shows what the organization pays. */
export default function Billing() {
  const billing = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const mayManage = useMay('organization.own')
  // Plan before the switch, or the plan that ended: this page lists what stopped with it.
  const left = PAID_PLANS.find((plan) => plan === search.get('from'))
  const former = left ?? billing.subscription?.plan
  return (
    <div className="text-width">
      <PageHeader title="Billing" description="Your plan, its price and your next payment." />
      <div className="grid gap-6">
        {left && isLargerPlan(tierOf(billing.plan), left) && (
          <Alert variant="success">
            You’re on {planName(billing.plan)}. {planStartText(billing.plan, 0)}
          </Alert>
        )}
        {mayManage ? (
          <PlanCard billing={billing} />
        ) : (
          <Alert variant="info">
            Your organization is on the {planName(billing.plan)} plan. Its owner pays for it and can change
            it.
          </Alert>
        )}
        {former && (
          <Stops
            from={former}
            to={billing.plan}
            locations={billing.locations}
            title={`What has stopped since you left ${planName(former)}`}
          />
        )}
      </div>
    </div>
  )
}
