import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#app/components/ui/dialog.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { PasswordInput } from '#app/features/account/password-input.tsx'
import { api } from '#app/lib/api.ts'
import type { Confirmation } from '#worker/identity/sessions/confirmation.ts'
import { CodeField } from './code-field.tsx'
import { ConfirmByProvider } from './confirm-by-provider.tsx'
import { OtherCodeButton } from './other-code-button.tsx'
import { useCodeForm } from './use-code-form.ts'

export interface ConfirmDialogProps {
  /** What the account has to confirm with. */
  confirmation: Confirmation
  onConfirmed: () => void
  onCancel: () => void
}

const QUESTIONS = {
  code: 'This changes how your account is protected, so we ask for a code again.',
  password: 'This changes how your account is protected, so we ask for your password again.',
  provider:
    'This changes how your account is protected, so we ask you to sign in once more. Then you come back here.',
} as const

/**
 * Asks for the strongest credential that an account has before something that matters: a code, else the password, else a
 * word of the provider.
 */
export function ConfirmDialog({ confirmation, ...actions }: ConfirmDialogProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  return (
    <Dialog open onOpenChange={actions.onCancel}>
      <DialogContent className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Is it you?</DialogTitle>
          <DialogDescription>{QUESTIONS[confirmation.by]}</DialogDescription>
        </DialogHeader>
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
}: Omit<ConfirmDialogProps, 'confirmation'> & { what: 'password' | 'app' | 'recovery' }) {
  const { problem, isSending, onSubmit } = useCodeForm(
    what === 'password' ? 'password' : 'code',
    async (text) => {
      if (what === 'password') await api.auth.confirmPassword.mutate({ password: text })
      else await api.auth.mfa.challenge.mutate({ code: text })
      onConfirmed()
    },
  )
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      {problem.text && (
        <Alert variant="destructive" tabIndex={-1}>
          {problem.text}
        </Alert>
      )}
      {what === 'password' ? (
        <Field label="Password" error={problem.field}>
          {(control) => (
            <PasswordInput {...control} name="password" autoComplete="current-password" required />
          )}
        </Field>
      ) : (
        <CodeField kind={what} error={problem.field} />
      )}
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isSending}>
          Continue
        </Button>
      </DialogFooter>
    </form>
  )
}
