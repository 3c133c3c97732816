import { toast } from '#app/components/ui/toast-store.ts'
import { api, errorText } from '#app/lib/api.ts'
import { fireAppEvent } from '#app/lib/events.ts'
import type { Values } from './business-form.tsx'

/** Adds a business and starts its first collection; then the screen reads its data again, after `leave` was called. */
export async function addAndCollect(values: Values, leave?: (id: string) => void): Promise<void> {
  const business = await api.businesses.create.mutate(values)
  if (business.googleBusinessUrl ?? business.yelpBusinessUrl) {
    // The business is saved; that its first collection could not start must not look like it isn't.
    await api.collection.start
      .mutate({ businessId: business.id })
      .catch((error: unknown) => toast.warning(errorText(error), { title: 'Saved, but not collecting yet' }))
  }
  leave?.(business.id)
  fireAppEvent('business-updated')
}
