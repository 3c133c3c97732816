import { collectFirst } from '#app/features/collection/collect-first.ts'
import { api } from '#app/lib/api.ts'
import type { Values } from './business-form.tsx'

/** Adds a business and starts its first collection, then calls `leave` and reloads the screen's data. */
export async function addAndCollect(values: Values, leave?: (id: string) => void): Promise<void> {
  const { id, googleBusinessUrl, yelpBusinessUrl } = await api.businesses.create.mutate(values)
  const input = (googleBusinessUrl ?? yelpBusinessUrl) ? { businessId: id } : null
  await collectFirst(input, 'Saved, but not collecting yet', () => leave?.(id))
}
