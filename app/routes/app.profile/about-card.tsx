import { useRevalidator } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { toast } from '#app/components/ui/toast-store.ts'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

/** Name and picture. */
export function AboutCard({ profile }: { profile: ProfileView }) {
  const { revalidate } = useRevalidator()
  const { problem, state, isReady, onSubmit } = useAccountForm(async (fields) => {
    await api.profile.update.mutate({
      fullName: textOf(fields, 'fullName'),
      avatarUrl: textOf(fields, 'avatarUrl'),
    })
    toast.success('Your profile is saved.')
    revalidate()
  }, null)
  return (
    <Card>
      <CardHeader>
        <CardTitle>About you</CardTitle>
        <CardDescription>What your team sees of you.</CardDescription>
      </CardHeader>
      <CardContent>
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
          {problem.text && (
            <Alert variant="destructive" tabIndex={-1}>
              {problem.text}
            </Alert>
          )}
          <Field label="Name" error={problem.fields.fullName}>
            {(control) => (
              <Input
                {...control}
                name="fullName"
                defaultValue={profile.fullName}
                autoComplete="name"
                required
                maxLength={120}
              />
            )}
          </Field>
          <div className="flex items-start gap-4">
            <Picture url={profile.avatarUrl} />
            <Field
              label="Picture"
              optional
              className="flex-1"
              error={problem.fields.avatarUrl}
              hint="The https address of a picture of you."
            >
              {(control) => (
                <Input
                  {...control}
                  name="avatarUrl"
                  type="url"
                  inputMode="url"
                  defaultValue={profile.avatarUrl ?? ''}
                  placeholder="https://…"
                  maxLength={2_048}
                />
              )}
            </Field>
          </div>
          <Button
            type="submit"
            className="justify-self-start"
            pending={state === 'sending'}
            disabled={!isReady}
          >
            Save
          </Button>
        </form>
      </CardContent>
    </Card>
  )
}

function Picture({ url }: { url: string | null }) {
  if (!url) return null
  // No referrer: whoever keeps the picture need not know where it is shown.
  return (
    <img
      src={url}
      alt="How you look here"
      width={64}
      height={64}
      referrerPolicy="no-referrer"
      className="mt-7 size-16 rounded-full border bg-muted object-cover"
    />
  )
}
