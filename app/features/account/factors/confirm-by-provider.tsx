import { useLocation } from '@remix-run/react'
import { useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { DialogFooter } from '#app/components/ui/dialog.tsx'
import { ProviderIcon } from '#app/features/account/provider-icon.tsx'
import { api, errorText } from '#app/lib/api.ts'
import { OAUTH_PROVIDER_NAMES, type OAuthProvider } from '#worker/rules/oauth.ts'

export interface ConfirmByProviderProps {
  /** Those that sign in to the account. */
  providers: readonly OAuthProvider[]
  onCancel: () => void
}

/** For accounts without a password: over the provider and back to this screen. */
export function ConfirmByProvider({ providers, onCancel }: ConfirmByProviderProps) {
  const { pathname, search } = useLocation()
  const [busy, setBusy] = useState<OAuthProvider | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function leave(provider: OAuthProvider) {
    setBusy(provider)
    setProblem(null)
    try {
      const { url } = await api.auth.identities.confirm.mutate({ provider, target: pathname + search })
      window.location.assign(url)
    } catch (error) {
      setProblem(errorText(error))
      setBusy(null)
    }
  }

  return (
    <>
      {problem && <Alert variant="destructive">{problem}</Alert>}
      <div className="grid gap-2">
        {providers.map((provider) => (
          <Button
            key={provider}
            variant="outline"
            size="lg"
            pending={busy === provider}
            onClick={() => leave(provider)}
          >
            <ProviderIcon provider={provider} />
            Continue with {OAUTH_PROVIDER_NAMES[provider]}
          </Button>
        ))}
        {providers.length === 0 && (
          <Button asChild size="lg">
            <a href="/reset-password">Have a link mailed to set a password</a>
          </Button>
        )}
      </div>
      <DialogFooter>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </DialogFooter>
    </>
  )
}
