import type { PlaceRef } from './source.ts'

/**
 * What is asked of the addresses of a platform, without a request.
 *
 * @param read the listing that an address names, or why it names none
 */
export function addressReader<Reason extends string>(
  read: (url: URL) => PlaceRef | Reason,
  reasons: Record<Reason, string>,
) {
  return {
    locate(listingUrl: URL): PlaceRef | null {
      const found = read(listingUrl)
      return typeof found === 'string' ? null : found
    },
    /** Why an address is no listing and what to paste instead, as a sentence for its owner; '' when it is one. */
    whyNotListing(listingUrl: URL): string {
      const found = read(listingUrl)
      return typeof found === 'string' ? reasons[found] : ''
    },
  }
}
