import { useState } from 'react'
import { PasswordInput } from '#app/components/auth/password-input.tsx'
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
import { api } from '#app/lib/api.ts'
import { CodeField } from './code-field.tsx'
import { OtherCodeButton } from './other-code-button.tsx'
import { useCodeForm } from './use-code-form.ts'

export interface ConfirmDialogProps {
  by: 'code' | 'password'
  onConfirmed: () => void
  onCancel: () => void
}

/** Asks for the password, or for a code where there is a second factor, before something that matters. */
export function ConfirmDialog({ by, ...actions }: ConfirmDialogProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app')
  return (
    <Dialog open onOpenChange={actions.onCancel}>
      <DialogContent className="sm:max-w-md">
        <DialogHeader>
          <DialogTitle>Is it you?</DialogTitle>
          <DialogDescription>
            {by === 'code'
              ? 'This changes how your account is protected, so we ask for a code again.'
              : 'This changes how your account is protected, so we ask for your password again.'}
          </DialogDescription>
        </DialogHeader>
        {by === 'code' ? (
          <>
            <ConfirmForm key={kind} what={kind} {...actions} />
            <OtherCodeButton kind={kind} onChange={setKind} />
          </>
        ) : (
          <ConfirmForm what="password" {...actions} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function ConfirmForm({
  what,
  onConfirmed,
  onCancel,
}: Omit<ConfirmDialogProps, 'by'> & { what: 'password' | 'app' | 'recovery' }) {
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
