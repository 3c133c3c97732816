import { useEffect, useRef, useState } from 'react'
import { Form, SubmitButton, TextField, textOf, useForm } from '#app/components/form.tsx'
import { onDemand } from '#app/components/on-demand.tsx'
import { ResendVerification } from '#app/components/shell/resend-verification.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useConfirmed } from '#app/features/account/factors/use-confirmed.tsx'
import { api } from '#app/lib/api.ts'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import { mutate } from '#app/lib/mutate.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'

export function EmailCard({ profile }: { profile: ProfileView }) {
  const { email, isVerified, newEmail } = profile
  const [isChanging, setIsChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <TitledCard
      title="E-mail"
      description="You sign in with this address, and we send e-mails to it."
      className="grid gap-4"
    >
      <p className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 font-medium break-all">{email}</span>
        <Badge variant={isVerified ? 'positive' : 'neutral'}>
          {isVerified ? 'Confirmed' : 'Not confirmed'}
        </Badge>
      </p>
      {!isVerified && (
        <div className="grid gap-3 text-sm text-muted-foreground">
          <p>
            We sent you a link. Until you open it you can add one business, collect its reviews and read them;
            nothing is sent out from your account.
          </p>
          <ResendVerification />
        </div>
      )}
      {newEmail && (
        <Alert variant="info">
          {newEmail} will replace it once you open the link we sent there. The link works for 24 hours.
        </Alert>
      )}
      {isChanging ? (
        <ChangeEmail
          onDone={() =>
            closeAndRefocus(
              () => button.current,
              () => setIsChanging(false),
            )
          }
        />
      ) : (
        <Button
          ref={button}
          variant="outline"
          className="justify-self-start"
          onClick={() => setIsChanging(true)}
        >
          Change e-mail
        </Button>
      )}
    </TitledCard>
  )
}

function ChangeEmail({ onDone }: { onDone: () => void }) {
  const { confirmed, dialog } = useConfirmed()
  const form = useForm(async (fields) => {
    const email = textOf(fields, 'email')
    const answer = await confirmed(() => mutate(api.profile.changeEmail.mutate({ email }), 'account-updated'))
    if (answer !== null) onDone()
  })
  return (
    <>
      <Form form={form} className="gap-4">
        <TextField
          label="New e-mail"
          error={form.errors.email}
          name="email"
          type="email"
          autoComplete="email"
          autoFocus
          required
          maxLength={254}
        />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>Send the link</SubmitButton>
          <Button variant="outline" onClick={onDone}>
            Cancel
          </Button>
        </div>
      </Form>
      {dialog}
    </>
  )
}

const ChangePassword = onDemand(() => import('./change-password.client.tsx'))

interface PasswordCardProps {
  profile: ProfileView
  /** True if an operator has required a password change. */
  isRequired?: boolean
}

export function PasswordCard({ profile, isRequired = false }: PasswordCardProps) {
  const { hasPassword, passwordChangedAt } = profile
  const [isChanging, setIsChanging] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () =>
    closeAndRefocus(
      () => button.current,
      () => setIsChanging(false),
    )
  // After hydration, because the form is a client-only module.
  useEffect(() => setIsChanging(isRequired), [isRequired])
  return (
    <TitledCard
      id="password"
      title="Password"
      description={
        hasPassword ? (
          <>
            Last changed <RelativeTime date={passwordChangedAt} />.
          </>
        ) : (
          'You sign in through a provider. Set a password to be able to sign in without it, too.'
        )
      }
      className="grid gap-4"
    >
      {isRequired && <Alert variant="warning">Please choose a new password before you go on.</Alert>}
      {isChanging ? (
        <ChangePassword
          profile={profile}
          {...(!isRequired && { onClose: close })}
          fallback={<Skeleton className="h-56" />}
        />
      ) : (
        !isRequired && (
          <Button
            ref={button}
            variant="outline"
            className="justify-self-start"
            onClick={() => setIsChanging(true)}
          >
            {hasPassword ? 'Change password' : 'Set a password'}
          </Button>
        )
      )}
    </TitledCard>
  )
}
