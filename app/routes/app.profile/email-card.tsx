import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '#app/components/ui/card.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { Input } from '#app/components/ui/input.tsx'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { textOf, useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

/** The address, whether it is confirmed, and how to get another one. */
export function EmailCard({ profile }: { profile: ProfileView }) {
  const { email, isVerified, newEmail } = profile
  const [isChanging, setIsChanging] = useState(false)
  return (
    <Card>
      <CardHeader>
        <CardTitle>E-mail</CardTitle>
        <CardDescription>You sign in with it, and mails go there.</CardDescription>
      </CardHeader>
      <CardContent className="grid gap-4">
        <p className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-medium break-all">{email}</span>
          <Badge variant={isVerified ? 'positive' : 'neutral'}>
            {isVerified ? 'Confirmed' : 'Not confirmed'}
          </Badge>
        </p>
        {!isVerified && (
          <div className="grid gap-3 text-sm text-muted-foreground">
            <p>
              We sent you a link. Until you open it you can add one business, collect its reviews and read
              them; everything that leaves your account waits.
            </p>
            <ResendVerification />
          </div>
        )}
        {newEmail && (
          <Alert variant="info">
            {newEmail} takes its place once you open the link we sent there, within 24 hours.
          </Alert>
        )}
        {isChanging ? (
          <ChangeEmail onDone={() => setIsChanging(false)} />
        ) : (
          <Button variant="outline" className="justify-self-start" onClick={() => setIsChanging(true)}>
            Change e-mail
          </Button>
        )}
      </CardContent>
    </Card>
  )
}

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { revalidate } = useRevalidator()
  const { confirmed, dialog } = useConfirmed()
  const { problem, state, onSubmit } = useAccountForm(async (fields) => {
    const answer = await confirmed(async () => {
      await api.profile.changeEmail.mutate({ email: textOf(fields, 'email') })
      return true
    })
    if (!answer) return
    revalidate()
    onDone()
  }, null)
  return (
    <>
      <form method="post" noValidate onSubmit={onSubmit} className="grid gap-4">
        {problem.text && (
          <Alert variant="destructive" tabIndex={-1}>
            {problem.text}
          </Alert>
        )}
        <Field label="New e-mail" error={problem.fields.email}>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              autoFocus
              required
              maxLength={254}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" pending={state === 'sending'}>
            Send the link
          </Button>
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
