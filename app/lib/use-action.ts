import { useState } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { errorText } from './api.ts'

/** Runs the actions of buttons. `busy` names the one that is running. A toast reports a failure, so `act` never rejects. */
export function useAction<Name extends string = string>() {
  const [busy, setBusy] = useState<Name | null>(null)

  async function act(name: Name, work: () => Promise<void>, title?: string): Promise<void> {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      toast.error(errorText(error), title === undefined ? {} : { title })
    } finally {
      setBusy(null)
    }
  }

  return { busy, act }
}
