import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import type { Values } from '../businesses/business-form.tsx'

/**
 * Starts the first collection after a business or a connection was saved. If it can't start, a toast says so, because
 * the save itself succeeded. Then calls `leave` and reloads the screen's data.
 *
 * @param input null if there is nothing to collect
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

export async function addAndCollect(values: Values, leave?: (id: string) => void): Promise<void> {
  const { id, googleBusinessUrl, yelpBusinessUrl } = await api.businesses.create.mutate(values)
  const input = (googleBusinessUrl ?? yelpBusinessUrl) ? { businessId: id } : null
  await collectFirst(input, 'Saved, but not collecting yet', () => leave?.(id))
}
