import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { useState } from 'react'
import { Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { CodeField, type CodeKind, OtherCodeButton } from '#app/features/account/factors/code-field.tsx'
import { api } from '#app/lib/api.ts'
import { useHydrated } from '#app/lib/browser-state.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedOutLoader } from '#app/lib/signed-in.server.ts'

/** Admits people who have entered their password and still need a code; redirects everyone else to /login. */
export async function loader(args: LoaderFunctionArgs) {
  const page = signedOutLoader(args)
  try {
    await args.context.api.auth.mfa.factors()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'UNAUTHORIZED')
      throw redirect(`/login${page.otherForm}`)
    throw error
  }
  return page
}

export const meta = () => pageTitle('Enter a code')

const INTRO: Record<CodeKind, string> = {
  app: 'Your account is protected by a second step. Open your authenticator app and enter what it shows.',
  recovery: 'Enter one of the ten codes you kept when you set up your authenticator app. It works once.',
}

export default function Challenge() {
  const { target, otherForm } = useLoaderData<typeof loader>()
  const [kind, setKind] = useState<CodeKind>('app')
  const isReady = useHydrated()
  return (
    <AuthPage
      title="One more step"
      intro={INTRO[kind]}
      footer={
        <>
          Not your account, or out of time? <TextLink href={`/login${otherForm}`}>Sign in again</TextLink>
        </>
      }
    >
      <CodeForm key={kind} kind={kind} target={target} />
      <OtherCodeButton kind={kind} disabled={!isReady} onChange={setKind} />
    </AuthPage>
  )
}

function CodeForm({ kind, target }: { kind: CodeKind; target: string }) {
  const form = useForm(async (fields) => {
    await api.auth.mfa.challenge.mutate({ code: textOf(fields, 'code') })
    return target
  })
  return (
    <Form form={form} className="mb-3" submit="Continue">
      <CodeField kind={kind} error={form.errors.code} />
    </Form>
  )
}
