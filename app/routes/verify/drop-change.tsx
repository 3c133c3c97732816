import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'
import { useAccountForm } from '#app/features/account/use-account-form.ts'
import { api } from '#app/lib/api.ts'
import { Address } from './address.tsx'

export interface DropChangeProps {
  token: string
  email: string
  firstDoor: string
}

/** For who reads the mailbox and is not the one whose account wants its address. That account is none of theirs. */
export function DropChange({ token, email, firstDoor }: DropChangeProps) {
  const [isDropped, setIsDropped] = useState(false)
  const { problem, state, isReady, onSubmit } = useAccountForm(async () => {
    await api.auth.dropAddressChange.mutate({ token })
    setIsDropped(true)
  }, null)
  return (
    <AuthPage
      title="You did not ask for this?"
      intro={
        <>
          Somebody entered <Address email={email} /> for an account of their own, by mistake or on purpose.
          Tell us, and this link ends: their account does not get your address.
        </>
      }
      footer={
        isDropped ? (
          <>
            You can use your address here yourself:{' '}
            <a href="/signup" className="text-primary underline underline-offset-4">
              Start free
            </a>
          </>
        ) : (
          <>
            Did you ask for it after all?{' '}
            <a href={firstDoor} className="text-primary underline underline-offset-4">
              Enter your password
            </a>
          </>
        )
      }
    >
      {isDropped ? (
        <Alert variant="success">Thank you. That account does not get your address.</Alert>
      ) : (
        <form method="post" noValidate onSubmit={onSubmit} className="grid gap-5">
          {problem.text && (
            <Alert variant="destructive" tabIndex={-1}>
              {problem.text}
            </Alert>
          )}
          <Button type="submit" size="lg" pending={state === 'sending'} disabled={!isReady}>
            This was not me
          </Button>
        </form>
      )}
    </AuthPage>
  )
}
