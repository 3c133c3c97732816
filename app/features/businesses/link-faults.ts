import { api, fieldErrors } from '#app/lib/api.ts'
import { isLink, LISTING_FIELDS } from '#worker/rules/listing-link.ts'

type Links = Partial<Record<(typeof LISTING_FIELDS)[keyof typeof LISTING_FIELDS], string | null>>

/**
 * Asks the platforms about links that have changed: what they say of one that leads to no place, by its field. A link that
 * can't be checked is its owner's decision.
 */
export async function linkFaults(values: Links, before: Links): Promise<Partial<Record<string, string>>> {
  const changed = Object.values(LISTING_FIELDS).flatMap((name) => {
    const link = values[name] ?? ''
    return isLink(link) && link !== before[name] ? [{ name, link }] : []
  })
  const faults = await Promise.all(
    changed.map(async ({ name, link }) => {
      const fault = await api.collection.findPlace.mutate({ link }).then(
        () => null,
        (error: unknown) => fieldErrors(error).link ?? null,
      )
      return fault === null ? [] : [[name, fault] as const]
    }),
  )
  return Object.fromEntries(faults.flat())
}
