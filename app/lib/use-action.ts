import { useState } from 'react'
import { toastFailure } from './mutate.ts'

/** Runs buttons' actions. `busy` names the one in progress. Failures are toasted, so `act` never rejects. */
export function useAction<Name extends string = string>() {
  const [busy, setBusy] = useState<Name | null>(null)

  async function act(name: Name, work: () => Promise<void>, title?: string): Promise<void> {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      toastFailure(error, title)
    } finally {
      setBusy(null)
    }
  }

  return { busy, act }
}
