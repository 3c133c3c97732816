import { useLoaderData } from '@remix-run/react'
import { onDemand } from '#app/components/on-demand.tsx'
import { FullScreenSpinner } from '#app/features/account/auth-page.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedInLoader } from '#app/lib/signed-in.server.ts'

const Outcome = onDemand(() => import('./outcome.client.tsx'))

export const meta = () => pageTitle('Payment')

export const loader = signedInLoader(({ session }) => ({ userId: session.user.id, plan: session.plan }))

export default function PaymentSuccess() {
  const { userId, plan } = useLoaderData<typeof loader>()
  return (
    <Outcome userId={userId} plan={plan} fallback={<FullScreenSpinner label="Checking your payment" />} />
  )
}
