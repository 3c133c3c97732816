import { Alert } from '#app/components/ui/alert.tsx'
import { AuthPage } from '#app/features/account/auth-page.tsx'

/** A link that can't be used, and how to get another. */
export function LinkProblem({ text, isSignedIn }: { text: string; isSignedIn: boolean }) {
  const profile = isSignedIn ? '/app/profile' : '/login?redirectTo=%2Fapp%2Fprofile'
  return (
    <AuthPage
      title="This link does not work"
      intro="Links in our mails work once, within 24 hours, and a newer one ends the one before it."
      footer={
        <>
          {isSignedIn ? 'Have a new one sent from ' : 'Log in and have a new one sent from '}
          <a href={profile} className="text-primary underline underline-offset-4">
            your profile
          </a>
          .
        </>
      }
    >
      <Alert variant="destructive">{text}</Alert>
    </AuthPage>
  )
}
