import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'

/**
 * Starts the first collection for what was just saved, if there is something to collect. If it can't start, a toast
 * says so, because the save itself succeeded. Then calls `leave` and reloads the screen's data.
 *
 * @param title of the toast if it can't start
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
