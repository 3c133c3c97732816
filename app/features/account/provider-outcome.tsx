import { useSearchParams } from '@remix-run/react'
import { Alert } from '#app/components/ui/alert.tsx'
import { findOAuthProvider, OAUTH_PROVIDER_NAMES, oauthProblemIn } from '#worker/rules/oauth.ts'

export function ProviderOutcome() {
  const [search] = useSearchParams()
  const problem = oauthProblemIn(search)
  const linked = findOAuthProvider(search.get('linked'))
  const confirmed = findOAuthProvider(search.get('confirmed'))
  if (problem) return <Alert variant="destructive">{problem}</Alert>
  if (linked) {
    return (
      <Alert variant="success">{OAUTH_PROVIDER_NAMES[linked]} signs in to this account from now on.</Alert>
    )
  }
  if (!confirmed) return null
  return (
    <Alert variant="success">
      {OAUTH_PROVIDER_NAMES[confirmed]} confirmed that it’s you. We won’t ask again for the next 10 minutes,
      so please try again what you were doing.
    </Alert>
  )
}
