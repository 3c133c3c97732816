export { isListingAddress, isListingHost, type ListingPlatform } from './hosts.ts'
export { SOURCES, sourceFor } from './registry.ts'
