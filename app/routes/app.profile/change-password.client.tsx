import { useRevalidator } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { PasswordInput } from '#app/features/account/password-input.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

export interface ChangePasswordProps {
  profile: ProfileView
  onClose?: () => void
}

/** The form for a new password. A default export, because it is loaded when first used. */
export default function ChangePassword({ profile, onClose }: ChangePasswordProps) {
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmed()
  const { problem, state, isReady, onSubmit } = useAccountForm(async (fields) => {
    const answer = await confirmed(async () => {
      await api.auth.changePassword.mutate({
        current: textOf(fields, 'current'),
        password: textOf(fields, 'password'),
      })
      return true
    })
    if (!answer) return
    toast.success('Your password is changed. You are signed out everywhere else.')
    revalidate()
    onClose?.()
  }, null)
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        {/* Whose password it is, for password managers and for the meter. */}
        <input type="hidden" name="email" autoComplete="username" value={profile.email} />
        <input type="hidden" name="fullName" value={profile.fullName} />
        {profile.hasPassword && (
          <Field label="Current password" error={problem.fields.current}>
            {(control) => (
              <PasswordInput {...control} name="current" autoComplete="current-password" required />
            )}
          </Field>
        )}
        <NewPasswordField label="New password" error={problem.fields.password} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={state === 'sending'} disabled={!isReady}>
            {profile.hasPassword ? 'Change password' : 'Set password'}
          </Button>
          {onClose && (
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
          )}
        </div>
      </form>
      {dialog}
    </>
  )
}
