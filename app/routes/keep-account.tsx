import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { Form, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import {
  AuthPage,
  EmailAddress,
  FullScreenSpinner,
  loginWithNotice,
} from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { useFormat } from '#app/lib/locale.tsx'
import { pageTitle } from '#app/lib/page-meta.ts'
import type { PendingDeletion } from '#worker/rules/account-deletion.ts'

/**
 * Target of the link in the mail about a deleted account; every sign-in to the account leads here, too. Loading the
 * page doesn't restore the account.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return lookAtLink<PendingDeletion>(context, (api) => api.account.deletion({ token }))
}

export const meta: MetaFunction = () => pageTitle('Keep your account')

export default function KeepAccount() {
  const { link, problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const { date } = useFormat()
  const form = useForm(async () => {
    await api.account.keep.mutate({ token: search.get('token') ?? '' })
    return loginWithNotice('kept')
  })
  if (form.isLeaving) return <FullScreenSpinner label="Your account is kept" />
  if (!link) {
    return (
      <AuthPage
        title="This link does not work"
        intro="The link may be incomplete."
        footer={
          <>
            Already kept it? <TextLink href="/login">Sign in</TextLink>
          </>
        }
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Keep your account?"
      intro={
        <>
          The account for <EmailAddress email={link.email} /> was deleted. On{' '}
          <time dateTime={link.eraseAt}>{date(link.eraseAt)}</time> it is erased for good; until then
          everything is still there.
        </>
      }
      footer="If you do nothing, the account will be erased."
    >
      <Form form={form} submit="Keep my account" />
    </AuthPage>
  )
}
