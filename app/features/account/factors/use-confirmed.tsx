import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { api, errorReason } from '#app/lib/api.ts'
import type { Confirmation } from '#worker/identity/sessions/confirmation.ts'

const ConfirmDialog = lazy(() => import('./confirm-dialog.client.tsx'))

/**
 * Runs calls that the server allows only shortly after a credential was entered. Where it refuses one, a dialog asks for
 * the account's credential, and the call is made again. An account with nothing but a provider confirms there, and comes
 * back to this screen (`ProviderOutcome`).
 *
 * @returns `confirmed(call)`: the call's answer, or null after a cancel; and the dialog to render
 */
export function useConfirmed() {
  const [asked, setAsked] = useState<Confirmation | null>(null)
  const answer = useRef<(isConfirmed: boolean) => void>()

  async function confirmed<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (errorReason(error) !== 'recent_login_needed') throw error
    }
    const confirmation = await api.auth.confirmation.query()
    const isConfirmed = await new Promise<boolean>((resolve) => {
      answer.current = resolve
      setAsked(confirmation)
    })
    setAsked(null)
    return isConfirmed ? call() : null
  }

  const dialog: ReactNode = asked && (
    <Suspense>
      <ConfirmDialog
        confirmation={asked}
        onConfirmed={() => answer.current?.(true)}
        onCancel={() => answer.current?.(false)}
      />
    </Suspense>
  )
  return { confirmed, dialog }
}
