import { redirect } from '@remix-run/cloudflare'
import { useLoaderData, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Form, SubmitButton, useForm } from '#app/components/form.tsx'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { useShownOrganization } from '#app/lib/shown-organization.ts'
import { isApiError, signedInLoader } from '#app/lib/signed-in.server.ts'
import { ASSISTANT_SCOPE_TEXTS, type ConsentView } from '#worker/rules/assistants.ts'

/** Where an assistant sends its user. Loading it allows nothing. */
export const loader = signedInLoader(async ({ api, session, request }) => {
  const organizationId = session.organization.id
  try {
    const asked = await api.assistants.consent({ query: new URL(request.url).search })
    if ('address' in asked) throw redirect(asked.address)
    return { organizationId, asked, problem: null }
  } catch (error) {
    if (isApiError(error) && error.code === 'BAD_REQUEST')
      return { organizationId, asked: null, problem: error.message }
    throw error
  }
})

export const meta = () => pageTitle('Connect an assistant')

export default function Authorize() {
  const { organizationId, asked, problem } = useLoaderData<typeof loader>()
  useShownOrganization(organizationId)
  if (asked) return <Consent asked={asked} />
  return (
    <AuthPage
      title="This can’t be connected"
      intro="Nothing was allowed."
      footer={
        <TextLink href="/app" className="inline-flex min-h-11 items-center">
          Go to your dashboard
        </TextLink>
      }
    >
      <Alert variant="destructive">{problem}</Alert>
    </AuthPage>
  )
}

function Consent({ asked }: { asked: ConsentView }) {
  const { name, host, isThisComputer, organizationName, scopes, obstacle, refusal } = asked
  const { search } = useLocation()
  const { confirmed, dialog } = useConfirmed()
  const form = useForm(async () => {
    const allowed = await confirmed(() => api.assistants.allow.mutate({ query: search }))
    return allowed?.address ?? ''
  })
  const refuse = (
    <Button asChild variant="outline" size="lg">
      <a href={refusal}>Don’t allow</a>
    </Button>
  )
  return (
    <AuthPage
      title="Connect this assistant?"
      intro={
        <>
          <bdi className="font-medium wrap-anywhere text-foreground">{name}</bdi> wants to work with the
          reviews of <bdi className="font-medium wrap-anywhere text-foreground">{organizationName}</bdi>.
        </>
      }
      footer="You can disconnect it at any time under Security."
    >
      <div className="grid gap-5">
        <section aria-label="What it may do">
          <p className="text-sm font-medium">It will be able to:</p>
          <ul className="mt-2 grid list-disc gap-2 pl-5 text-sm">
            {scopes.map((scope) => (
              <li key={scope}>{ASSISTANT_SCOPE_TEXTS[scope]}</li>
            ))}
          </ul>
        </section>
        <Alert variant="warning">
          <p className="wrap-anywhere">
            {isThisComputer ? 'A program on this computer' : <strong>{host}</strong>} gets this access. It
            chose the name itself, and we haven’t verified it: allow it only if you have just started this
            there.
          </p>
        </Alert>
        {obstacle ? (
          <>
            <Alert variant="info">{OBSTACLES[obstacle]}</Alert>
            {refuse}
          </>
        ) : (
          <Form form={form}>
            <SubmitButton form={form} size="lg">
              Allow
            </SubmitButton>
            {refuse}
          </Form>
        )}
      </div>
      {dialog}
    </AuthPage>
  )
}

const OBSTACLES: Record<NonNullable<ConsentView['obstacle']>, ReactNode> = {
  role: <p>Only owners and admins can connect an assistant. Ask one of them to do it.</p>,
  plan: <p>Assistants are part of AI Insights, which the owner can choose under Billing.</p>,
  unproven: (
    <>
      <p>Confirm your e-mail address first, with the link we’ve sent you. Then reload this page.</p>
      <ResendVerification />
    </>
  ),
}
