import { Form, SubmitButton, textOf, useForm } from '#app/components/form.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { NewPasswordField } from '#app/features/account/new-password-field.tsx'
import { PasswordField } from '#app/features/account/password-field.tsx'
import { api } from '#app/lib/api.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

export default function ChangePassword({ profile, onClose }: { profile: ProfileView; onClose?: () => void }) {
  const { confirmed, dialog } = useConfirmed()
  const form = useForm(async (fields) => {
    const passwords = { current: textOf(fields, 'current'), password: textOf(fields, 'password') }
    const answer = await confirmed(() => mutate(api.auth.changePassword.mutate(passwords), 'account-updated'))
    if (answer === null) return
    toast.success('Your password was changed. You’ve been logged out everywhere else.')
    onClose?.()
  })
  return (
    <>
      <Form form={form}>
        {/* Name and address for password managers and the strength meter. */}
        <input type="hidden" name="email" autoComplete="username" value={profile.email} />
        <input type="hidden" name="fullName" value={profile.fullName} />
        {profile.hasPassword && (
          <PasswordField
            label="Current password"
            name="current"
            error={form.errors.current}
            autoFocus={onClose !== undefined}
          />
        )}
        <NewPasswordField label="New password" error={form.errors.password} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>{profile.hasPassword ? 'Change password' : 'Set password'}</SubmitButton>
          {onClose && (
            <Button variant="outline" onClick={onClose}>
              Cancel
            </Button>
          )}
        </div>
      </Form>
      {dialog}
    </>
  )
}
