import { useState } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { ERROR_TEXTS } from '#worker/rules/error-texts.ts'
import { errorReason, errorText } from './api.ts'
import { type AppEvent, fireAppEvent } from './events.ts'

/** Awaits a mutation, then fires the event that reloads the screen's data. */
export async function mutate<T>(call: Promise<T>, event: AppEvent): Promise<T> {
  const answer = await call
  fireAppEvent(event)
  return answer
}

/** Toasts why a call was refused. If the session has ended, the toast links to signing in. */
export function toastFailure(error: unknown, title?: string): void {
  const { pathname, search } = window.location
  const query = new URLSearchParams({ redirectTo: pathname + search, notice: 'session-ended' })
  const signIn = {
    label: ERROR_TEXTS.AUTHENTICATION.action,
    onPress: () => window.location.assign(`/login?${query}`),
  }
  toast.error(errorText(error), {
    ...(title !== undefined && { title }),
    ...(errorReason(error) === 'not_signed_in' && { action: signIn }),
  })
}

/** Like `mutate`, but toasts an error with this title and returns null. */
export async function mutateOrToast<T>(call: Promise<T>, event: AppEvent, title?: string): Promise<T | null> {
  try {
    return await mutate(call, event)
  } catch (error) {
    toastFailure(error, title)
    return null
  }
}

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
