import { useEffect, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { TitledCard } from '#app/components/ui/card.tsx'
import { RelativeTime } from '#app/components/ui/relative-time.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { closeAndRefocus } from '#app/lib/close-and-refocus.ts'
import type { ProfileView } from '#worker/identity/accounts/profile.ts'
import { PASSWORD_REMINDER_DAYS } from '#worker/rules/profile.ts'

const ChangePassword = onDemand(() => import('./change-password.client.tsx'))

export interface PasswordCardProps {
  profile: ProfileView
  /** True if an operator has required a password change. */
  isRequired?: boolean
}

/** Shows the password's age and a form to change it. */
export function PasswordCard({ profile, isRequired = false }: PasswordCardProps) {
  const { hasPassword, passwordChangedAt, isPasswordOld } = profile
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
      {isPasswordOld && !isRequired && (
        <Alert variant="warning">
          Your password is more than {PASSWORD_REMINDER_DAYS} days old. It still works; a new one is safer.
        </Alert>
      )}
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
