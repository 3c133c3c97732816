import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage, EmailAddress } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { SubscriptionView } from '#worker/rules/alerts.ts'

/** Loading the page changes nothing, because mail programs open links, too. */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return lookAtLink<SubscriptionView>(context, (api) => api.alerts.subscription({ token }))
}

export const meta: MetaFunction = () => pageTitle('Unsubscribe')

export default function Unsubscribe() {
  const { link, problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const [takesMail, setTakesMail] = useState(link?.takesMail ?? false)
  const form = useForm(async () => {
    const token = search.get('token') ?? ''
    await api.alerts.setSubscription.mutate({ token, takesMail: !takesMail })
    setTakesMail(!takesMail)
  })
  const footer = (
    <>
      Do you have an account? Choose what you get under{' '}
      <TextLink href="/app/notifications">Notifications</TextLink>.
    </>
  )
  if (!link) {
    return (
      <AuthPage
        title="This link does not work"
        intro="It may be incomplete, or the recipient was removed."
        footer={footer}
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  const { email, organizationName } = link
  return (
    <AuthPage
      title={takesMail ? 'Unsubscribe' : 'You are unsubscribed'}
      intro={
        takesMail ? (
          <>
            <EmailAddress email={email} /> gets alerts and digests about reviews of {organizationName}.
          </>
        ) : (
          <>
            <EmailAddress email={email} /> no longer gets alerts or digests about reviews of{' '}
            {organizationName}.
          </>
        )
      }
      footer={footer}
    >
      <Form form={form} submit={takesMail ? 'Stop these e-mails' : 'Start them again'} />
    </AuthPage>
  )
}
