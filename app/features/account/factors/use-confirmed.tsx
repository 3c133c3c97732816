import { type ReactNode, useRef, useState } from 'react'
import { onDemand } from '#app/components/on-demand.tsx'
import { api, errorReason } from '#app/lib/api.ts'
import type { Confirmation } from '#worker/identity/passwords/confirm-password.ts'

const ConfirmDialog = onDemand(() => import('./confirm-dialog.client.tsx'))

/**
 * Runs calls that the server allows only shortly after a credential was entered. If it refuses one, `dialog` asks for
 * the credential and the call is repeated. The result is null if the person cancels.
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
    <ConfirmDialog
      confirmation={asked}
      onConfirmed={() => answer.current?.(true)}
      onCancel={() => answer.current?.(false)}
      onFailure={() => answer.current?.(false)}
    />
  )
  return { confirmed, dialog }
}
