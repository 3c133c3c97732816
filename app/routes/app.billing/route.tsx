import { useLoaderData, useSearchParams } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { PageHeader } from '#app/components/page-header.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { planStartText } from '#app/features/billing/plan-start.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { useAction } from '#app/lib/mutate.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import { useMay } from '#app/lib/viewer.ts'
import {
  type BillingView,
  checkoutPath,
  contestedText,
  isContested,
  isLargerPlan,
  monthlyPrice,
  NOT_ON_SALE,
  PAID_PLANS,
  planEnd,
} from '#worker/rules/billing.ts'
import { PLAN_NAMES, planLimits, planName, tierOf } from '#worker/rules/plans.ts'

const AboveLimit = onDemand(() => import('./above-limit.client.tsx'))
const Stops = onDemand(() => import('#app/features/billing/stops.client.tsx'))

export const meta = () => pageTitle('Billing')

export const loader = signedInLoader(({ api }) => api.billing.plan())

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
            You’re on {planName(billing.plan)}.{' '}
            {planStartText(billing.plan, billing.locations.length === 0 ? null : 0)}
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
        {former && former !== tierOf(billing.plan) ? (
          <Stops
            from={former}
            to={billing.plan}
            used={billing}
            title={`What has stopped since you left ${planName(former)}`}
          />
        ) : (
          <AboveLimit billing={billing} />
        )}
      </div>
    </div>
  )
}

type Subscription = NonNullable<BillingView['subscription']>

const Ending = onDemand(() => import('./ending.client.tsx'))

function PlanCard({ billing }: { billing: BillingView }) {
  const { plan, mode, subscription } = billing
  const isLive = subscription !== null && subscription.status !== 'ended'
  const isOwn = subscription?.isOwn ?? true
  return (
    <TitledCard
      title={`${planName(plan)} plan`}
      description={<Price billing={billing} />}
      className="grid gap-5"
    >
      {subscription && <State subscription={subscription} />}
      {isLive && !isOwn && (
        <Alert variant="info">
          A former owner has paid for this plan. Buy it yourself to keep it: you pay from today, and they pay
          nothing more.
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        {mode !== 'off' && <Changes billing={billing} isOwn={isOwn} />}
        {subscription && isOwn && mode === 'stripe' && <Portal />}
        {isLive && isOwn && <Ending billing={billing} subscription={subscription} />}
      </div>
      {mode === 'off' && <p className="text-sm text-muted-foreground">{NOT_ON_SALE}</p>}
    </TitledCard>
  )
}

function Price({ billing }: { billing: BillingView }) {
  const { plan, locations, newReviews } = billing
  const { number } = useFormat()
  const limits = planLimits(plan)
  return (
    <>
      <PriceText billing={billing} />{' '}
      {`Used: ${number(newReviews)} of ${number(limits.reviewsPerMonth)} new reviews this month, ${number(locations.length)} of ${number(limits.locations)} ${limits.locations === 1 ? 'location' : 'locations'}.`}
    </>
  )
}

function PriceText({ billing: { plan, subscription } }: { billing: BillingView }) {
  const { date } = useFormat()
  if (!subscription || subscription.status === 'ended')
    return plan === 'free' ? 'Free, no card needed.' : 'It was given to you: nothing to pay.'
  const price = monthlyPrice(subscription.plan)
  if (isContested(subscription) || subscription.isPaused) return notActiveText(subscription, date)
  if (subscription.renewsAt) return `${price}, next payment on ${date(subscription.renewsAt)}.`
  const end = subscription.endsAt && planEnd(subscription)
  return end ? `${price}, ends on ${date(end)}.` : `${price}.`
}

function notActiveText({ plan, renewsAt, endsAt }: Subscription, date: (iso: string) => string): string {
  const name = PLAN_NAMES[plan]
  if (renewsAt)
    return `${name} is not active. Its next payment, ${monthlyPrice(plan)}, is on ${date(renewsAt)}.`
  return endsAt ? `${name} is not active and ends on ${date(endsAt)}.` : `${name} is not active.`
}

function State({ subscription }: { subscription: Subscription }) {
  const { date } = useFormat()
  const { plan, status, graceEndsAt, isPaused } = subscription
  const end = graceEndsAt && planEnd(subscription)
  const name = PLAN_NAMES[plan]
  if (status === 'ended') return <Alert variant="info">Your {name} plan has ended.</Alert>
  if (isContested(subscription)) return <Alert variant="warning">{contestedText(subscription)}</Alert>
  if (!end) return null
  return (
    <Alert variant="warning">
      The payment for {name} failed.{' '}
      {isPaused
        ? 'Update your card to get the plan back.'
        : `Update your card: the plan stays until ${date(end)}.`}
    </Alert>
  )
}

function Changes({ billing: { plan, subscription }, isOwn }: { billing: BillingView; isOwn: boolean }) {
  const paid = subscription && subscription.status !== 'ended' ? subscription.plan : plan
  const isInactive = subscription !== null && isContested(subscription)
  const current = isOwn && !isInactive ? paid : null
  const offers = (['pro', 'ai_insights'] as const).filter((offer) => offer !== current)
  return offers.map((offer) => (
    <Button key={offer} asChild variant="outline">
      <a href={checkoutPath(offer)}>
        {isInactive && isOwn
          ? 'Buy'
          : offer === paid
            ? 'Keep'
            : isLargerPlan(offer, tierOf(paid))
              ? 'Upgrade to'
              : 'Switch to'}{' '}
        {PLAN_NAMES[offer]}, {monthlyPrice(offer)}
      </a>
    </Button>
  ))
}

function Portal() {
  const { busy, act } = useAction()
  return (
    <Button
      variant="outline"
      pending={busy === 'portal'}
      onClick={() =>
        void act('portal', async () => {
          const { url } = await api.billing.portal.mutate()
          window.location.assign(url)
        })
      }
    >
      Card and invoices
    </Button>
  )
}
