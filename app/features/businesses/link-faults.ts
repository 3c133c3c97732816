import { api, fieldErrors } from '#app/lib/api.ts'
import { isLink, LISTING_FIELDS } from '#worker/rules/listing-link.ts'

type Links = Partial<Record<(typeof LISTING_FIELDS)[keyof typeof LISTING_FIELDS], string | null>>

/**
 * Checks changed links with the platforms; returns an error by field for those that lead to no place. If a link can't
 * be checked, the owner decides.
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
