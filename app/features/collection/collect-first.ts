import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'

/**
 * Starts the first collection of what was just saved, if there is something to collect; that it could not start must not
 * look like nothing was saved. Then the screen reads its data again, after `leave` was called.
 *
 * @param title of the toast that says why it could not start
 */
export async function collectFirst(
  input: Parameters<typeof api.collection.start.mutate>[0] | null,
  title: string,
  leave?: () => void,
): Promise<void> {
  if (input) {
    await api.collection.start
      .mutate(input)
      .catch((error: unknown) => toast.warning(errorText(error), { title }))
  }
  leave?.()
  fireAppEvent('business-updated')
}
