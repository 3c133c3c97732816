import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog, DialogContent, DialogFooter, DialogHeading } from '#app/components/ui/dialog.tsx'
import { ProviderIcon } from '#app/features/account/oauth-buttons.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api, errorText } from '#app/lib/api.ts'
import type { Confirmation } from '#worker/identity/passwords/confirm-password.ts'
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#worker/rules/oauth.ts'
import { CodeField, type CodeKind, OtherCodeButton } from './code-field.tsx'

export interface ConfirmDialogProps {
  confirmation: Confirmation
  onConfirmed: () => void
  onCancel: () => void
}

const QUESTIONS = {
  code: 'This changes how your account is protected, so we ask for a code again.',
  password: 'This changes how your account is protected, so we ask for your password again.',
  provider:
    'This changes how your account is protected, so please sign in once more. You’ll come back here afterwards.',
} as const

/** Asks for the strongest credential of an account: a code, else the password, else a sign-in at the provider. */
export default function ConfirmDialog({ confirmation, ...actions }: ConfirmDialogProps) {
  const [kind, setKind] = useState<CodeKind>('app')
  return (
    <Dialog open onOpenChange={actions.onCancel}>
      <DialogContent className="sm:max-w-md">
        <DialogHeading title="Confirm it’s you">{QUESTIONS[confirmation.by]}</DialogHeading>
        {confirmation.by === 'code' && (
          <>
            <ConfirmForm key={kind} what={kind} {...actions} />
            <OtherCodeButton kind={kind} onChange={setKind} />
          </>
        )}
        {confirmation.by === 'password' && <ConfirmForm what="password" {...actions} />}
        {confirmation.by === 'provider' && (
          <ConfirmByProvider providers={confirmation.providers} onCancel={actions.onCancel} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function ConfirmForm({
  what,
  onConfirmed,
  onCancel,
}: Omit<ConfirmDialogProps, 'confirmation'> & { what: 'password' | CodeKind }) {
  const form = useForm(async (fields) => {
    if (what === 'password') await api.auth.confirmPassword.mutate({ password: textOf(fields, 'password') })
    else await api.auth.mfa.challenge.mutate({ code: textOf(fields, 'code') })
    onConfirmed()
  })
  return (
    <Form form={form} className="gap-4">
      {what === 'password' ? (
        <PasswordField label="Password" error={form.errors.password} />
      ) : (
        <CodeField kind={what} error={form.errors.code} />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <SubmitButton form={form}>Continue</SubmitButton>
      </DialogFooter>
    </Form>
  )
}

interface ConfirmByProviderProps {
  providers: readonly OAuthProvider[]
  onCancel: () => void
}

/** Confirms with a sign-in at the provider, for accounts without a password. */
function ConfirmByProvider({ providers, onCancel }: ConfirmByProviderProps) {
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState<OAuthProvider | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave(provider: OAuthProvider) {
    setBusy(provider)
    setProblem(null)
    try {
      const { url } = await api.auth.identities.confirm.mutate({ provider, target: pathname + search })
      window.location.assign(url)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(null)
    }
  }

  return (
    <>
      {problem && <Alert variant="destructive">{problem}</Alert>}
      <div className="grid gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            size="lg"
            pending={busy === provider}
            onClick={() => leave(provider)}
          >
            <ProviderIcon provider={provider} />
            Continue with {OAUTH_PROVIDER_NAMES[provider]}
          </Button>
        ))}
        {providers.length === 0 && (
          <Button asChild size="lg">
            <a href="/reset-password">E-mail me a link to set a password</a>
          </Button>
        )}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </>
  )
}
