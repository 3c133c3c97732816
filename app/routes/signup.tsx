import { useLoaderData } from '@remix-run/react'
import { EmailField, Form, textOf, useForm } from '#app/components/form.tsx'
import { TextLink } from '#app/components/text-link.tsx'
import { AuthPage, Consent, FullScreenSpinner, loginWithNotice } from '#app/features/account/auth-page.tsx'
import { NewAccountFields } from '#app/features/account/new-password-field.tsx'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { api } from '#app/lib/api.ts'
import { pageTitle } from '#app/lib/page-meta.ts'
import { signedOutLoaderWithProviders } from '#app/lib/signed-in.server.ts'
import { monthlyPrice, planToPay } from '#worker/rules/billing.ts'
import { PLAN_NAMES } from '#worker/rules/plans.ts'

export const loader = signedOutLoaderWithProviders

export const meta = () => pageTitle('Start free')

export default function SignUp() {
  const { target, otherForm, providers } = useLoaderData<typeof loader>()
  const plan = planToPay(target)
  const form = useForm(async (fields) => {
    await api.auth.signUp.mutate({
      email: textOf(fields, 'email'),
      password: textOf(fields, 'password'),
      fullName: textOf(fields, 'fullName'),
      ...(plan && { planToPay: plan }),
    })
    // /login sends a new account on to its target. If the address already had an account, /login displays the notice.
    return loginWithNotice('check-mail', otherForm)
  })
  if (form.isLeaving)
    return <FullScreenSpinner label={plan ? 'Going on to the payment' : 'Opening your dashboard'} />
  return (
    <AuthPage
      title={plan ? `Start with ${PLAN_NAMES[plan]}` : 'Start free'}
      intro={
        plan
          ? `First your account, then the payment: ${monthlyPrice(plan)}.`
          : 'One shop, its newest reviews in one place. No card needed.'
      }
      footer={
        <>
          Have an account? <TextLink href={`/login${otherForm}`}>Sign in</TextLink>. <Consent />
        </>
      }
    >
      <OAuthButtons providers={providers} query={otherForm} divider="or with your e-mail" />
      <Form form={form} submit={plan ? 'Create account' : 'Start free'}>
        <NewAccountFields form={form}>
          <EmailField error={form.errors.email} />
        </NewAccountFields>
      </Form>
    </AuthPage>
  )
}
