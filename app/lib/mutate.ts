import { toast } from '#app/components/ui/toast-store.ts'
import { errorText } from './api.ts'
import { type AppEvent, fireAppEvent } from './events.ts'

/** Waits for a call that changes something, then fires the event on which the screen reads its data again. */
export async function mutate<T>(call: Promise<T>, event: AppEvent): Promise<T> {
  const answer = await call
  fireAppEvent(event)
  return answer
}

/** Like `mutate`, but a toast with this title says why the call was refused; then it answers null. */
export async function mutateOrToast<T>(call: Promise<T>, event: AppEvent, title?: string): Promise<T | null> {
  try {
    return await mutate(call, event)
  } catch (error) {
    toast.error(errorText(error), title === undefined ? {} : { title })
    return null
  }
}
