import { useLoaderData, useSearchParams } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage, EmailAddress } from '#app/features/account/auth-page.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { useShownOrganization } from '#app/lib/shown-organization.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'
import {
  checkoutPath,
  contestedText,
  isContested,
  isLargerPlan,
  monthlyPrice,
  NOT_ON_SALE,
  PAID_PLANS,
  type PaidPlan,
} from '#worker/rules/billing.ts'
import { can } from '#worker/rules/permissions.ts'
import { PLAN_NAMES, planName, tierOf } from '#worker/rules/plans.ts'
import { Pay } from './pay.tsx'

const FOOTER = (
  <>
    Not sure? <TextLink href="/pricing">Compare the plans</TextLink>
  </>
)

const Stops = onDemand(() => import('#app/features/billing/stops.client.tsx'))
const Switch = onDemand(() => import('./switch.client.tsx'))
const LocalPayment = onDemand(() => import('./local-payment.client.tsx'))

export const meta = () => pageTitle('Checkout')

export const loader = signedInLoader(async ({ api, session }) => ({
  billing: await api.billing.plan(),
  organizationId: session.organization.id,
  mayPay: can(session.user.role, 'organization.own'),
  isVerified: session.user.isVerified,
  email: session.user.email,
}))

export default function Checkout() {
  const [search] = useSearchParams()
  const { mayPay, isVerified, email, organizationId } = useLoaderData<typeof loader>()
  useShownOrganization(organizationId)
  const plan = PAID_PLANS.find((known) => known === search.get('plan'))
  if (!plan) return <ChoosePlan />
  return (
    <AuthPage
      title={`${PLAN_NAMES[plan]}, ${monthlyPrice(plan)}`}
      intro="Billed monthly. You can switch or cancel at any time."
      footer={FOOTER}
    >
      {search.get('outcome') === 'abandoned' && (
        <Alert variant="info" className="mb-6">
          You left the payment page. Nothing was charged.
        </Alert>
      )}
      {!isVerified ? (
        <Alert variant="warning">
          <p>
            Confirm your e-mail address first: receipts and questions about your payment go there. We’ve sent
            a link to <EmailAddress email={email} />, which leads back here.
          </p>
          <ResendVerification plan={plan} />
        </Alert>
      ) : mayPay ? (
        <NextStep plan={plan} />
      ) : (
        <Alert variant="warning">
          Only the owner of your organization can buy a plan. Ask them to open this page.
        </Alert>
      )}
    </AuthPage>
  )
}

function NextStep({ plan }: { plan: PaidPlan }) {
  const { billing } = useLoaderData<typeof loader>()
  const { subscription, mode } = billing
  if (mode === 'off') return <Alert variant="warning">{NOT_ON_SALE}</Alert>
  // A former owner's subscription can't be switched by the next owner.
  const own = subscription?.isOwn ? subscription : null
  const contested = own && isContested(own) ? own : null
  if (own && !contested && own.status !== 'ended') {
    if (own.plan !== plan) return <Switch billing={billing} from={own.plan} to={plan} />
    return (
      <div className="grid gap-5">
        <Alert variant="success">You already have this plan.</Alert>
        <Button asChild size="lg">
          <a href="/app/billing">See your billing</a>
        </Button>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      {contested && (
        <Alert variant="warning">
          {contestedText(contested)} It ends once you’ve paid for a plan here, so it won’t be charged again.
        </Alert>
      )}
      {/* The plan in force was given, or a former owner has paid for it. */}
      {isLargerPlan(tierOf(billing.plan), plan) && (
        <Stops
          from={billing.plan}
          to={plan}
          used={billing}
          title={`What stops with ${PLAN_NAMES[plan]}: you have ${planName(billing.plan)} now`}
        />
      )}
      {mode === 'local' ? <LocalPayment plan={plan} /> : <Pay plan={plan} />}
    </div>
  )
}

function ChoosePlan() {
  return (
    <AuthPage title="Choose a plan" intro="Which one would you like?" footer={FOOTER}>
      <div className="grid gap-3">
        {PAID_PLANS.map((plan) => (
          <Button key={plan} asChild size="lg" variant="outline">
            <a href={checkoutPath(plan)}>
              {PLAN_NAMES[plan]}, {monthlyPrice(plan)}
            </a>
          </Button>
        ))}
      </div>
    </AuthPage>
  )
}
