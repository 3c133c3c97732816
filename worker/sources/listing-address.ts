import type { PlaceRef } from './source.ts'

/** @param read returns the listing for an address, or the reason why there is none */
export function addressReader<Reason extends string>(
  read: (url: URL) => PlaceRef | Reason,
  reasons: Record<Reason, string>,
) {
  return {
    locate(listingUrl: URL): PlaceRef | null {
      const found = read(listingUrl)
      return typeof found === 'string' ? null : found
    },
    /** Explains to the owner why an address isn't a listing and what to paste instead; '' if it is a listing. */
    whyNotListing(listingUrl: URL): string {
      const found = read(listingUrl)
      return typeof found === 'string' ? reasons[found] : ''
    },
  }
}
