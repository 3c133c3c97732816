import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage, EmailAddress } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { SubscriptionView } from '#worker/rules/alerts.ts'

/**
 * Target of the mail to a new recipient without an account. Loading the page confirms nothing, because mail programs
 * open links, too.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return lookAtLink<SubscriptionView>(context, (api) => api.alerts.question({ token }))
}

export const meta: MetaFunction = () => pageTitle('E-mails about reviews')

export default function ConfirmRecipient() {
  const { link, problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const [isDone, setDone] = useState(false)
  const form = useForm(async () => {
    await api.alerts.confirm.mutate({ token: search.get('token') ?? '' })
    setDone(true)
  })
  const footer = 'Every e-mail has an unsubscribe link.'
  if (!link) {
    return (
      <AuthPage
        title="This link does not work"
        intro="Links like this work once, within 7 days. The person who added you can send a new one."
        footer={footer}
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  const { email, organizationName } = link
  if (isDone) {
    return (
      <AuthPage
        title="Thank you"
        intro={
          <>
            <EmailAddress email={email} /> will now get e-mails about new reviews of {organizationName}.
          </>
        }
        footer={footer}
      >
        <Alert variant="success">You can close this page.</Alert>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Do you want these e-mails?"
      intro={
        <>
          Alerts and digests about new reviews of {organizationName}, sent to <EmailAddress email={email} />.
        </>
      }
      footer={footer}
    >
      <Form form={form} submit="Yes, send me these e-mails" />
    </AuthPage>
  )
}
