import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { errorReason } from '#app/lib/api.ts'

const ConfirmDialog = lazy(() =>
  import('./confirm-dialog.client.tsx').then((module) => ({ default: module.ConfirmDialog })),
)

interface Waiting {
  confirmed: () => void
  cancelled: () => void
}

/**
 * Runs calls that the server lets through only shortly after a credential was entered. Where it says so, a dialog asks
 * for one and the call is made again.
 *
 * @param hasSecondFactor whether a code is asked for, or the password
 * @returns `confirmed(call)`: the call's answer, or null when the person thought better of it; and the dialog to render
 */
export function useConfirmed(hasSecondFactor: boolean) {
  const [isAsking, setIsAsking] = useState(false)
  const waiting = useRef<Waiting | null>(null)

  async function confirmed<T>(call: () => Promise<T>): Promise<T | null> {
    try {
      return await call()
    } catch (error) {
      if (errorReason(error) !== 'recent_login_needed') throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => {
      waiting.current = { confirmed: () => resolve(true), cancelled: () => resolve(false) }
      setIsAsking(true)
    })
    setIsAsking(false)
    return isConfirmed ? call() : null
  }

  const dialog: ReactNode = isAsking && (
    <Suspense>
      <ConfirmDialog
        by={hasSecondFactor ? 'code' : 'password'}
        onConfirmed={() => waiting.current?.confirmed()}
        onCancel={() => waiting.current?.cancelled()}
      />
    </Suspense>
  )
  return { confirmed, dialog }
}
