import { useState } from 'react'
import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import {
  Dialog,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from '#app/components/ui/dialog.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import type { Confirmation } from '#worker/identity/sessions/confirmation.ts'
import { CodeField, type CodeKind, OtherCodeButton } from './code-field.tsx'
import { ConfirmByProvider } from './confirm-by-provider.tsx'

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
 * sign-in at the provider.
 */
export function ConfirmDialog({ confirmation, ...actions }: ConfirmDialogProps) {
  const [kind, setKind] = useState<CodeKind>('app')
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
