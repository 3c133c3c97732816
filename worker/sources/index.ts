export { isListingAddress, isListingHost, type ListingPlatform } from './hosts.ts'
export { PUBLIC_SOURCES, SOURCES, sourceNamed } from './registry.ts'
