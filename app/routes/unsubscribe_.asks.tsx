import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { useState } from 'react'
import { Form, useForm } from '#app/components/form.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { lookAtLink } from '#app/features/account/look-at-link.server.ts'
import { api } from '#app/lib/api.ts'
import { BRAND_NAME, pageTitle } from '#app/lib/page-meta.ts'

/**
 * Unsubscribe page of emails that ask for a review. Loading it changes nothing, because mail programs open links, too.
 */
export function loader({ request, context }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  return lookAtLink<{ isRefused: boolean }>(context, (api) => api.asking.refusal({ token }))
}

export const meta: MetaFunction = () => pageTitle('Unsubscribe')

export default function RefuseAsks() {
  const { link, problem } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const [isRefused, setIsRefused] = useState(link?.isRefused ?? false)
  const form = useForm(async () => {
    await api.asking.refuse.mutate({ token: search.get('token') ?? '' })
    setIsRefused(true)
  })
  if (!link) {
    return (
      <AuthPage
        title="This link does not work"
        intro="It may be incomplete. Open it from the e-mail again."
        footer="Every e-mail that asks for a review has this link."
      >
        <Alert variant="destructive">{problem}</Alert>
      </AuthPage>
    )
  }
  if (isRefused) {
    return (
      <AuthPage
        title="You won’t be asked again"
        intro={`No business that uses ${BRAND_NAME} can e-mail you for a review any more. We have deleted your name and address.`}
        footer="What we keep only tells us whom not to write to. It can’t be read back into an address."
      >
        <Alert variant="success">You can close this page.</Alert>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Never be asked again?"
      intro={`Then no business that uses ${BRAND_NAME} can e-mail you for a review any more.`}
      footer="It works at once and for good."
    >
      <Form form={form} submit="Never ask me again" />
    </AuthPage>
  )
}
